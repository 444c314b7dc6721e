import type { ErrorCode } from "../../lib/errors/codes.ts";
import { MonkError } from "../../lib/errors/error.ts";
import type { Shares } from "../grant.ts";
import type { Call } from "./call.ts";
import type { RunningCalls } from "./running-calls.ts";
import { currentShares, factsOf } from "./shares.ts";
import { refusalOf, refusalText } from "./tab-access.ts";

/** A count that is used up stands in the way of the next act, and not of the one that took the last of it. */
const forWhatRuns = ({ grants, never }: Shares): Shares => ({
	grants: grants.map((grant) => (grant.until.kind === "count" ? { ...grant, until: { kind: "forever" } } : grant)),
	never,
});

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

/** Ends the calls whose tab has lost the power that they need. */
export async function endPowerless(running: RunningCalls): Promise<void> {
	if (!running.isBusy) return;
	const shares = forWhatRuns(await currentShares());
	await Promise.all(running.all().map((call) => endIfPowerless(call, shares)));
}

/** A share ends by the person's hand, or because its tab has moved on to where it does not reach. */
export function followPower(running: RunningCalls): void {
	const look = (): void => {
		endPowerless(running).catch((thrown: unknown) => console.error("the shares could not be looked at", thrown));
	};
	chrome.storage.onChanged.addListener((changes) => {
		if ("grants" in changes || "never" in changes) look();
	});
	chrome.tabs.onUpdated.addListener((_tabId, { url, groupId }) => {
		if (url !== undefined || groupId !== undefined) look();
	});
}
