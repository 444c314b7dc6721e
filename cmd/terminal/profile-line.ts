import type { OwnerStatus } from "../../lib/catalog/control.ts";
import { oneLine } from "../../lib/host/tools/plain-text.ts";

type Consent = NonNullable<OwnerStatus["profiles"][number]["consent"]>;

const sharedTabs = (tabs: number): string => (tabs === 1 ? "1 shared tab" : `${tabs} shared tabs`);

const since = (lastSeen: number | undefined): string =>
	lastSeen === undefined ? "" : `, last seen ${new Date(lastSeen).toISOString()}`;

const wideText = ({ scope, site = "", power, client }: Consent["wide"][number]): string => {
	const what = { group: "a tab group", site: oneLine(site), profile: "every tab" }[scope];
	return [
		what,
		power === "act" ? "" : " to look at",
		client === undefined ? "" : ` with what calls itself ${oneLine(client)}`,
	].join("");
};

const endedText = (count: number): string =>
	count === 1 ? "1 share of a tab or group ended" : `${count} shares of tabs or groups ended`;

/** What the person decided there, as far as the tabs do not tell. */
function decided(consent: Consent | undefined): string {
	if (consent === undefined) return "";
	const { stopped, endedShares, wide } = consent;
	return [
		stopped ? ", stopped by the person" : "",
		wide.length === 0 ? "" : `, shared as a whole: ${wide.map(wideText).join(", ")}`,
		endedShares === 0 ? "" : `, ${endedText(endedShares)} at its last start`,
	].join("");
}

/** A browser profile on one line, whatever its extension says of itself. */
export function profileLine(profile: OwnerStatus["profiles"][number]): string {
	const { slug, state, tabs, lastSeen } = profile;
	const [label, extVersion] = [oneLine(profile.label), oneLine(profile.extVersion)];
	const name = label === slug ? slug : `${slug} (${label})`;
	return state === "offline"
		? `${name}: offline, extension ${extVersion}${since(lastSeen)}`
		: `${name}: connected, extension ${extVersion}, ${sharedTabs(tabs)}${decided(profile.consent)}`;
}
