import type { ErrorCode } from "../../lib/errors/codes.ts";
import { MonkError } from "../../lib/errors/error.ts";
import type { Shares } from "../grant.ts";
import type { Call } from "./call.ts";
import type { Debugging } from "./debugger/debugging.ts";
import type { RunningCalls } from "./running-calls.ts";
import { currentShares, factsOf, powerOn } from "./shares.ts";
import { refusalOf, refusalText } from "./tab-access.ts";

/** Tells what had been done by then, since nobody can take that back. */
function lossError(code: ErrorCode, { need, isActing }: Call): MonkError {
	const done = isActing ? "; it may have happened in part" : need === "act" ? "; nothing was done" : "";
	return new MonkError(code, `while the call ran, its share ended: ${refusalText[code] ?? code}${done}`);
}

async function endIfPowerless(call: Call, shares: Shares): Promise<void> {
	const { tabId, need, client } = call;
	if (tabId === undefined || need === undefined) return;
	const tab = await chrome.tabs.get(tabId).catch(() => undefined);
	// One that has closed is another matter, and told by another event.
	const refusal = tab && refusalOf(factsOf(tab), shares, client, need, Date.now());
	if (refusal !== undefined) call.abort(lossError(refusal, call));
}

/** Whatever the debugger hears in a tab that is shared with nobody could be told when it is shared again. */
async function releaseIfUnshared(tabId: number, debugging: Debugging, shares: Shares): Promise<void> {
	const tab = await chrome.tabs.get(tabId).catch(() => undefined);
	if (tab === undefined || powerOn(shares, tab) === undefined) debugging.release(tabId);
}

/** Ends the calls whose tab has lost the power that they need, and takes the debugger off tabs that nobody may see. */
export async function endPowerless(running: RunningCalls, debugging: Debugging): Promise<void> {
	const { tabs } = debugging;
	if (!running.isBusy && tabs.length === 0) return;
	const shares = await currentShares();
	await Promise.all([
		...running.all().map((call) => endIfPowerless(call, shares)),
		...tabs.map((tabId) => releaseIfUnshared(tabId, debugging, shares)),
	]);
}

/** A share ends by the person's hand, or because its tab has moved on to where it does not reach. */
export function followPower(running: RunningCalls, debugging: Debugging): void {
	const look = (): void => {
		endPowerless(running, debugging).catch((thrown: unknown) =>
			console.error("the shares could not be looked at", thrown),
		);
	};
	chrome.storage.onChanged.addListener((changes) => {
		if ("grants" in changes || "never" in changes) look();
	});
	chrome.tabs.onUpdated.addListener((_tabId, { url, groupId }) => {
		if (url !== undefined || groupId !== undefined) look();
	});
}
