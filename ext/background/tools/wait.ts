import { MonkError } from "../../../lib/errors/error.ts";
import { shownAddress } from "../../../lib/errors/shown-address.ts";
import type { Sight } from "../../reading-api.ts";
import { maskSecrets } from "../../snapshot/secrets.ts";
import type { Call } from "../call.ts";
import { networkQuiet } from "../debugger/network-quiet.ts";
import type { Tool } from "../executor.ts";
import { waitInPage } from "../page-wait.ts";
import { type LiveTab, requireTab } from "../tab-access.ts";
import type { ToolRealm } from "../tool-realm.ts";
import { goalOf, isAt, missText, type WaitGoal } from "../wait-goal.ts";
import { evaluateWith } from "./evaluate.ts";

/** Milliseconds that a condition is waited for, unless the call says otherwise. */
const USUAL_MS = 10_000;

/** Milliseconds between two looks at what tells nothing of its changes. */
const LOOK_MS = 100;

async function waitForUrl(tabId: number, wanted: string, until: number, call: Call): Promise<Sight> {
	for (;;) {
		const { url = "" } = await chrome.tabs.get(tabId);
		const met = isAt(url, wanted);
		if (met || Date.now() >= until) return { met, saw: `the address is ${shownAddress(url)}` };
		await call.pause(LOOK_MS);
	}
}

/** An expression that throws is not true yet: what it asks for may come. */
async function waitForExpression(
	tabId: number,
	expression: string,
	until: number,
	call: Call,
	{ debugging }: ToolRealm,
): Promise<Sight> {
	const look = async (): Promise<void> => {
		await requireTab(tabId, "act", call);
		if (!call.isActing) call.handsOffSince = Date.now();
		call.isActing = true;
	};
	for (;;) {
		const saw = await debugging
			.use(tabId, (attachment) =>
				call.within(attachment.unlessDialog(evaluateWith(attachment, expression, undefined, look, call))),
			)
			.catch((thrown: unknown) => {
				if (thrown instanceof MonkError && thrown.code === "EVAL_ERROR") return thrown;
				throw thrown;
			});
		if ("value" in saw && saw.isTrue) return { met: true, saw: saw.value };
		const words = "value" in saw ? `it is ${saw.value.slice(0, 200)}` : `it fails: ${saw.message}`;
		if (Date.now() >= until) return { met: false, saw: words };
		await call.pause(LOOK_MS);
	}
}

async function attain(goal: WaitGoal, tab: LiveTab, until: number, call: Call, realm: ToolRealm): Promise<Sight> {
	switch (goal.kind) {
		case "time":
			await call.pause(goal.ms);
			return { met: true, saw: "" };
		case "page":
			return waitInPage(tab.id, goal.condition, goal.gone, until, call);
		case "url":
			return waitForUrl(tab.id, goal.url, until, call);
		case "quiet network": {
			const met = await realm.debugging.use(tab.id, (attachment) => networkQuiet(attachment, until, call));
			return { met, saw: "requests still come and go" };
		}
		case "expression":
			return waitForExpression(tab.id, goal.expression, until, call, realm);
		default:
			return goal satisfies never;
	}
}

/** Waits for one thing. A miss is an error that says what was there instead. */
export const wait: Tool<"browser_wait"> = async (params, call, realm) => {
	const goal = goalOf(params);
	// An expression is code that runs in the page, whatever it says.
	const need = goal.kind === "expression" ? "act" : "look";
	const began = Date.now();
	const tab = await requireTab(params.tabId, need, call);
	const until = began + (params.timeoutMs ?? USUAL_MS);
	const { met, saw } = await attain(goal, tab, until, call, realm);
	// The page may have moved on to where the share does not reach.
	await requireTab(tab.id, need, call);
	const waitedMs = Date.now() - began;
	if (met) return { tabId: tab.id, waitedMs };
	throw new MonkError("TIMEOUT", `${missText(goal)} within ${waitedMs} ms; instead: ${maskSecrets(saw)}`);
};
