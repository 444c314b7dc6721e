import type { ScriptInput, ScriptMethod, ScriptResult, ScriptSummary } from "../../lib/catalog/scripts.ts";
import { MonkError } from "../../lib/errors/error.ts";
import type { OwnerConnection } from "../../lib/host/owner/control-client.ts";
import { oneLine } from "../../lib/host/tools/plain-text.ts";
import { interruption } from "../terminal/interrupt.ts";
import { say } from "../terminal/output.ts";
import { type PortFlags, settingFrom, withStartedOwner } from "../terminal/setting.ts";

/** The script manager as the commands ask it. */
export interface ScriptManager {
	/** Rejects with what it answers; with CANCELLED at Ctrl-C, which it is told. */
	ask<M extends ScriptMethod>(method: M, input: ScriptInput<M>): Promise<ScriptResult<M>>;
	/** The uuid that a person means: whole, the start of one, or a script's name. */
	uuidOf(word: string): Promise<string>;
}

/** Any word of ours: it stands for this command's one call at a time. */
const PROGRESS = "scripts";

const isUuid = (word: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word);

function meantBy(word: string, scripts: readonly ScriptSummary[]): string {
	const wanted = word.toLowerCase();
	const named = scripts.filter(({ name }) => name.toLowerCase() === wanted);
	const found = named.length > 0 ? named : scripts.filter(({ uuid }) => uuid.toLowerCase().startsWith(wanted));
	const [only, second] = found;
	if (only === undefined)
		throw new MonkError("NOT_FOUND", `there is no script "${word}"`, { hint: "`monk scripts list` lists them." });
	if (second === undefined) return only.uuid;
	const list = found.map(({ uuid, name }) => `${uuid} (${oneLine(name)})`).join(", ");
	throw new MonkError("INVALID_ARGUMENT", `"${word}" may be any of ${list}`, { hint: "Give more of the uuid." });
}

function managerOf(owner: OwnerConnection, signal: AbortSignal): ScriptManager {
	const ask = async <M extends ScriptMethod>(method: M, input: ScriptInput<M>): Promise<ScriptResult<M>> => {
		const params = { method, input: { ...input }, progress: PROGRESS };
		const { result } = await owner.request("scripts_call", params, { signal });
		// The owner has held it against the catalogue's shape for the method.
		return result as ScriptResult<M>;
	};
	return {
		ask,
		uuidOf: async (word) => (isUuid(word) ? word : meantBy(word, (await ask("scripts.list", {})).scripts)),
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
