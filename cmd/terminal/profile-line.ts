import type { OwnerStatus } from "../../lib/catalog/control.ts";

const sharedTabs = (tabs: number): string => (tabs === 1 ? "1 shared tab" : `${tabs} shared tabs`);

const since = (lastSeen: number | undefined): string =>
	lastSeen === undefined ? "" : `, last seen ${new Date(lastSeen).toISOString()}`;

/** A browser profile on one line. */
export function profileLine(profile: OwnerStatus["profiles"][number]): string {
	const { slug, label, extVersion, state, tabs, lastSeen } = profile;
	const name = label === slug ? slug : `${slug} (${label})`;
	return state === "offline"
		? `${name}: offline, extension ${extVersion}${since(lastSeen)}`
		: `${name}: connected, extension ${extVersion}, ${sharedTabs(tabs)}`;
}
