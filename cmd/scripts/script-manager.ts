import type { ScriptInput, ScriptMethod, ScriptResult } from "../../lib/catalog/scripts.ts";
import { MonkError } from "../../lib/errors/error.ts";
import type { OwnerConnection } from "../../lib/host/owner/control-client.ts";
import { interruption } from "../terminal/interrupt.ts";
import { say } from "../terminal/output.ts";
import { type PortFlags, settingFrom, withStartedOwner } from "../terminal/setting.ts";
import { meantBy } from "./meant.ts";

/** The script manager as the commands ask it. */
export interface ScriptManager {
	/** Rejects with what it answers; with CANCELLED at Ctrl-C, which it is told. */
	ask<M extends ScriptMethod>(method: M, input: ScriptInput<M>): Promise<ScriptResult<M>>;
	/** The uuid that a person means: whole, the start of one, or a script's name. */
	uuidOf(word: string): Promise<string>;
}

/** Any word of ours: it stands for this command's one call at a time. */
const PROGRESS = "scripts";

/** What ScriptCat downloads by itself it may show and install even though nobody waits for it any more. */
const givenUp = (input: object): MonkError =>
	new MonkError("CANCELLED", "the request was taken back", {
		hint:
			"url" in input
				? "If ScriptCat's page still opens, close it: Allow there installs the script all the same."
				: "If you had allowed it already, look with `monk scripts list` at what became of it.",
	});

function managerOf(owner: OwnerConnection, signal: AbortSignal): ScriptManager {
	const ask = async <M extends ScriptMethod>(method: M, input: ScriptInput<M>): Promise<ScriptResult<M>> => {
		const params = { method, input: { ...input }, progress: PROGRESS };
		const { result } = await owner.request("scripts_call", params, { signal }).catch((thrown: unknown) => {
			throw signal.aborted ? givenUp(input) : thrown;
		});
		// The owner has held it against the catalogue's shape for the method.
		return result as ScriptResult<M>;
	};
	return {
		ask,
		uuidOf: async (word) => meantBy(word, async () => (await ask("scripts.list", {})).scripts),
	};
}

/** Works with the script manager, and says on stderr what is waited for. */
export async function withScriptManager<T>(flags: PortFlags, work: (manager: ScriptManager) => Promise<T>): Promise<T> {
	const signal = interruption();
	return withStartedOwner(await settingFrom(flags), "monk scripts", (owner) => {
		owner.onNotice("call_progress", ({ message }) => say(`monk ${message}; Ctrl-C gives up`));
		return work(managerOf(owner, signal));
	});
}
