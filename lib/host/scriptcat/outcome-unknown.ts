import { toolOfMethod } from "../../catalog/script-tools.ts";
import type { ScriptMethod } from "../../catalog/scripts.ts";
import { MonkError } from "../../errors/error.ts";
import { oneLine } from "../tools/plain-text.ts";
import type { AskOptions, ScriptManager } from "./script-manager.ts";

/** Milliseconds to look at a script's state. */
const lookMs = 5_000;

export interface LostCall {
	readonly method: ScriptMethod;
	/** What came between, as a person would say it. */
	readonly why: string;
	readonly input: object;
	/** Milliseconds since the epoch. */
	readonly startedAt: number;
}

async function look(manager: Pick<ScriptManager, "ask">, { input, startedAt }: LostCall, options: AskOptions) {
	if (!("uuid" in input)) {
		const { scripts } = await manager.ask("scripts.list", {}, options);
		const changed = scripts.filter(({ updatedAt }) => Date.parse(updatedAt) >= startedAt).map(({ uuid }) => uuid);
		return changed.length === 0 ? "no script has changed since" : `changed since: ${changed.join(", ")}`;
	}
	const uuid = String(input.uuid);
	try {
		const { enabled, updatedAt } = await manager.ask("scripts.metadata.get", { uuid }, options);
		return `${uuid} is ${enabled ? "enabled" : "disabled"} now, last changed ${oneLine(updatedAt)}`;
	} catch (thrown) {
		if (thrown instanceof MonkError && thrown.code === "NOT_FOUND") return `there is no ${uuid} now`;
		throw thrown;
	}
}

/**
 * What a change whose answer never came ends with, after a look at how things stand. It never says that nothing
 * happened: whoever was asked may have allowed it as the connection broke.
 */
export async function outcomeUnknown(
	manager: Pick<ScriptManager, "ask">,
	lost: LostCall,
	{ client, signal }: AskOptions,
): Promise<MonkError> {
	const options = { client, signal, timeoutMs: lookMs };
	const now = await look(manager, lost, options).catch(() => "its state could not be read");
	return new MonkError("OUTCOME_UNKNOWN", `${toolOfMethod[lost.method]}: ${lost.why}; ${now}`, {
		hint: "It may or may not have happened: compare that with what was wanted before you repeat it.",
	});
}
