import type { LinkStatus, ListedGrant, PairingFailure, PopupState, PopupTab } from "../messages.ts";

/** How things stand, in a line for the person: what the owner itself has acknowledged, never a hope. */
export function statusText({ link, stopped }: PopupState): string {
	return stopped ? "Stopped: nothing reads or acts until you resume" : linkText(link);
}

const pairingFailures: Readonly<Record<PairingFailure, string>> = {
	"wrong or expired code": "Wrong or expired code",
	"no answer on the port": "No answer: is monk running, and on this port?",
	"the connection broke off": "The connection broke off: try the code again",
};

function linkText(link: LinkStatus): string {
	switch (link.state) {
		case "unpaired":
			return "Not connected yet";
		case "dialing":
			return `Waiting for monk on port ${link.port}`;
		case "pairing":
			return "Checking the code…";
		case "connected":
			return `Connected as ${link.label}`;
		case "refused":
			return `Refused: ${link.reason}`;
		case "pairing-failed":
			return pairingFailures[link.reason];
		case "not-known":
			return "Not known here: pair again";
	}
}

/** Whether the form for a code belongs on the page by itself. */
export const wantsCode = ({ state }: LinkStatus): boolean =>
	state === "unpaired" || state === "pairing-failed" || state === "pairing" || state === "not-known";

/** The line below a tab's title: why it cannot be shared, through what it is, or where it is. */
export function placeText({ url, refusal, ruledOut, through, power, own, stopped }: PopupTab): string {
	if (refusal !== undefined) return `Cannot be shared: ${refusal}`;
	if (ruledOut !== undefined) return `Not shared: you said never on ${ruledOut}`;
	if (stopped) return "You closed the debugger's banner: acting is stopped here";
	if (through !== undefined) return `${hostOf(url)} · shared with the whole ${through}`;
	return power !== undefined && own === undefined ? `${hostOf(url)} · shared with one client only` : hostOf(url);
}

/** Said once after a restart; undefined when there is nothing to say. */
export function lostText(lost: number): string | undefined {
	if (lost === 0) return undefined;
	const was = lost === 1 ? "1 share of a tab or group has" : `${lost} shares of tabs or groups have`;
	return `${was} ended with the restart. Share again what monk should still see; a whole site or browser stays shared.`;
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host || url : url);

/** What a grant is over. */
export function grantTitle({ scope, name }: ListedGrant): string {
	switch (scope) {
		case "tab":
			return name;
		case "group":
			return `Group: ${name}`;
		case "site":
			return name;
		case "profile":
			return "Every tab of this browser";
	}
}

const clock = (at: number, now: number): string => {
	const [end, today] = [new Date(at), new Date(now)];
	const time = end.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
	return end.toDateString() === today.toDateString() ? time : `${end.toLocaleDateString()}, ${time}`;
};

function endText({ until }: ListedGrant, now: number): string | undefined {
	switch (until.kind) {
		case "forever":
			return undefined;
		case "time":
			return `until ${clock(until.at, now)}`;
		case "site-left":
			return `until it leaves ${hostOf(until.site)}`;
	}
}

/** What may be done by a grant, until when, and by whom. `now`: milliseconds since the epoch. */
export const grantText = (grant: ListedGrant, now: number): string =>
	[
		grant.power === "act" ? "look and act" : "look only",
		endText(grant, now),
		grant.client === undefined ? undefined : `only what calls itself ${grant.client}`,
	]
		.filter((part) => part !== undefined)
		.join(" · ");

/** Chrome's major version in a user agent; undefined in a browser that names none. */
const majorIn = (userAgent: string): number | undefined => {
	const [, major] = /\bChrom(?:e|ium)\/(\d+)/.exec(userAgent) ?? [];
	return major === undefined ? undefined : Number(major);
};

/**
 * Why monk cannot work in this browser, if it is older than the manifest demands. Chrome looks at that when it installs
 * from a store, but a folder that was loaded before stays when a browser goes back to an older version.
 */
export function outdatedText(userAgent: string, minimum: string | undefined): string | undefined {
	const [major, least] = [majorIn(userAgent), Number.parseInt(minimum ?? "", 10)];
	if (major === undefined || Number.isNaN(least) || major >= least) return undefined;
	return `This is Chrome ${major}, and monk needs ${least} or newer: update the browser`;
}

/** The extension's version, and the owner's where it is another. */
export const versionText = ({ extVersion, link }: PopupState): string =>
	link.state === "connected" && link.serverVersion !== extVersion
		? `version ${extVersion}, monk ${link.serverVersion}`
		: `version ${extVersion}`;
