import type { OwnerStatus } from "../../lib/catalog/control.ts";
import { oneLine } from "../../lib/host/tools/plain-text.ts";

const sharedTabs = (tabs: number): string => (tabs === 1 ? "1 shared tab" : `${tabs} shared tabs`);

const since = (lastSeen: number | undefined): string =>
	lastSeen === undefined ? "" : `, last seen ${new Date(lastSeen).toISOString()}`;

/** A browser profile on one line, whatever its extension says of itself. */
export function profileLine(profile: OwnerStatus["profiles"][number]): string {
	const { slug, state, tabs, lastSeen } = profile;
	const [label, extVersion] = [oneLine(profile.label), oneLine(profile.extVersion)];
	const name = label === slug ? slug : `${slug} (${label})`;
	return state === "offline"
		? `${name}: offline, extension ${extVersion}${since(lastSeen)}`
		: `${name}: connected, extension ${extVersion}, ${sharedTabs(tabs)}`;
}
