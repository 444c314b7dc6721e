/** What the form for other shares offers: a value and its words each, as far as the tab allows it. */
import type { PopupTab, ShareWish } from "../messages.ts";

export interface Choice {
	readonly value: string;
	readonly text: string;
}

const MINUTE_MS = 60_000;

const times: readonly (readonly [minutes: number, text: string])[] = [
	[15, "15 minutes have passed"],
	[60, "an hour has passed"],
	[8 * 60, "8 hours have passed"],
	[7 * 24 * 60, "a week has passed"],
];

const hostIn = (site: string): string => new URL(site).host;

/** The tabs that can be shared in some way. */
export const tabChoices = (tabs: readonly PopupTab[]): readonly Choice[] =>
	tabs
		.filter(({ refusal, ruledOut }) => refusal === undefined && ruledOut === undefined)
		.map(({ tabId, title, url }) => ({ value: String(tabId), text: title || url }));

export function scopeChoices({ group, site, incognito }: PopupTab): readonly Choice[] {
	const own = { value: "tab", text: "This tab" };
	if (incognito) return [own];
	return [
		own,
		...(group === undefined ? [] : [{ value: "group", text: `All tabs of its group: ${group}` }]),
		...(site === undefined ? [] : [{ value: "site", text: `All tabs on ${hostIn(site)}` }]),
		{ value: "profile", text: "Every tab of this browser" },
	];
}

/** Only a single tab can leave its site. */
export function endChoices({ site }: PopupTab, scope: string): readonly Choice[] {
	const leaves = site !== undefined && scope === "tab";
	return [
		{ value: "forever", text: scope === "site" || scope === "profile" ? "I end it" : "I end it or Chrome closes" },
		...times.map(([minutes, text]) => ({ value: String(minutes * MINUTE_MS), text })),
		...(leaves ? [{ value: "site-left", text: `it leaves ${hostIn(site)}` }] : []),
	];
}

/** What `monk call` calls itself: it comes and goes, so it is offered always. */
const SHELL = "monk call";

const ONLY = "only ";

export const clientChoices = (clients: readonly string[]): readonly Choice[] => [
	{ value: "", text: "every client" },
	...clients.map((name) => ({ value: `${ONLY}${name}`, text: `only what calls itself ${name}` })),
	{ value: `${ONLY}${SHELL}`, text: `only the shell (${SHELL})` },
];

/** What was chosen, by the values of the choices. */
export interface Chosen {
	readonly scope: string;
	readonly until: string;
	readonly client: string;
}

const endOf = (until: string): ShareWish["until"] =>
	until === "forever" || until === "site-left" ? { kind: until } : { kind: "time", ms: Number(until) };

/** The share that the choices mean. */
export function wishOf({ tabId, site }: PopupTab, chosen: Chosen, power: ShareWish["power"]): ShareWish {
	const { scope, until, client } = chosen;
	return {
		tabId,
		scope: scope as ShareWish["scope"],
		power,
		until: endOf(until),
		...(client === "" ? {} : { client: client.slice(ONLY.length) }),
		...(site === undefined ? {} : { site }),
	};
}
