import type { LinkParams } from "../../lib/catalog/catalog.ts";
import { MonkError } from "../../lib/errors/error.ts";
import type { WaitCondition } from "../reading-api.ts";

/** What a call waits for: one thing. */
export type WaitGoal =
	| { readonly kind: "time"; readonly ms: number }
	/** In any frame, or with `gone` in none. */
	| { readonly kind: "page"; readonly condition: WaitCondition; readonly gone: boolean }
	| { readonly kind: "url"; readonly url: string }
	| { readonly kind: "quiet network" }
	| { readonly kind: "expression"; readonly expression: string };

type Wanted = Omit<LinkParams<"browser_wait">, "tabId">;

const onPage = (condition: WaitCondition, gone: boolean): WaitGoal => ({ kind: "page", condition, gone });

function goalsIn(params: Wanted): readonly WaitGoal[] {
	const { time, text, textGone, selector, selectorGone, url, load, expression } = params;
	const goals: (WaitGoal | undefined)[] = [
		time === undefined ? undefined : { kind: "time", ms: time * 1_000 },
		text === undefined ? undefined : onPage({ kind: "text", text }, false),
		textGone === undefined ? undefined : onPage({ kind: "text", text: textGone }, true),
		selector === undefined ? undefined : onPage({ kind: "selector", selector }, false),
		selectorGone === undefined ? undefined : onPage({ kind: "selector", selector: selectorGone }, true),
		url === undefined ? undefined : { kind: "url", url },
		load === undefined ? undefined : loadGoal(load),
		expression === undefined ? undefined : { kind: "expression", expression },
	];
	return goals.filter((goal) => goal !== undefined);
}

const loadGoal = (state: "load" | "domcontentloaded" | "networkidle"): WaitGoal =>
	state === "networkidle" ? { kind: "quiet network" } : onPage({ kind: "load", state }, false);

/** Throws INVALID_ARGUMENT unless exactly one thing is waited for. */
export function goalOf(params: Wanted): WaitGoal {
	const [goal, ...more] = goalsIn(params);
	if (goal === undefined || more.length > 0)
		throw new MonkError(
			"INVALID_ARGUMENT",
			"give exactly one of time, text, textGone, selector, selectorGone, url, load and expression",
		);
	return goal;
}

/** `*` stands for anything; without one, a part of the address is enough. */
export function isAt(url: string, wanted: string): boolean {
	if (!wanted.includes("*")) return url.includes(wanted);
	const pattern = wanted.split(/\*+/).map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
	return new RegExp(`^${pattern.join(".*")}$`, "s").test(url);
}

/** What did not come about, for an error. */
export function missText(goal: WaitGoal): string {
	switch (goal.kind) {
		case "time":
			return "the time did not pass";
		case "url":
			return `the address did not become ${JSON.stringify(goal.url)}`;
		case "quiet network":
			return "the network did not fall quiet";
		case "expression":
			return "the expression did not become true";
		case "page":
			return pageMiss(goal.condition, goal.gone);
		default:
			return goal satisfies never;
	}
}

function pageMiss(condition: WaitCondition, gone: boolean): string {
	const verb = gone ? "did not go" : "did not appear";
	switch (condition.kind) {
		case "text":
			return `the text ${JSON.stringify(condition.text)} ${verb}`;
		case "selector":
			return `an element for ${JSON.stringify(condition.selector)} ${verb}`;
		case "load":
			return `the page did not reach ${condition.state}`;
		default:
			return condition satisfies never;
	}
}
