import { MonkError } from "../../lib/errors/error.ts";
import type { Choice, ContentApi } from "../content-api.ts";
import type { DomPlace } from "./acting.ts";
import type { Call } from "./call.ts";
import { runInFrames } from "./in-frames.ts";

const CHOOSE_MS = 3_000;

/** Sent to the frame as text. */
function chooseHere(ref: string, values: readonly string[]): Choice | { readonly selected: readonly string[] } {
	const { monk } = globalThis as { monk?: ContentApi };
	if (monk === undefined) return { state: "none" };
	const choice = monk.choice(ref, values);
	return choice.state === "fit" && choice.native ? { selected: monk.choose(ref, values) } : choice;
}

/** Chooses in a select without the debugger; other lists need real presses. Throws NOT_ACTIONABLE, INVALID_ARGUMENT. */
export async function chooseByDom(
	{ tabId, frame }: DomPlace,
	begin: () => Promise<void>,
	ref: string,
	values: readonly string[],
	call: Call,
): Promise<{ readonly selected: readonly string[] }> {
	await begin();
	const [answer] = await runInFrames(tabId, [frame.documentId], call, CHOOSE_MS, chooseHere, [ref, values]);
	const told = answer?.result;
	if (told && "selected" in told) return told;
	if (told?.state === "unfit") throw new MonkError("INVALID_ARGUMENT", `values: ${told.problem}`);
	throw new MonkError("NOT_ACTIONABLE", `${ref} needs real presses, which Chrome refuses here`);
}
