import { toolOfMethod } from "../../catalog/script-tools.ts";
import type { ScriptInput, ScriptMethod } from "../../catalog/scripts.ts";
import type { ErrorCode } from "../../errors/codes.ts";
import { asMonkError } from "../../errors/error.ts";
import type { Clock } from "../../wire/transport.ts";
import type { AuditEvent } from "../audit.ts";
import type { ScriptManager } from "./script-manager.ts";

/** What a command asks of the script manager. */
export interface ScriptsRequest {
	readonly method: ScriptMethod;
	/** Checked against the method's shape before it is sent. */
	readonly input: object;
	/** What the client calls itself. */
	readonly client: string;
	readonly signal: AbortSignal;
	/** Hears what the call waits for. */
	readonly onProgress?: (message: string) => void;
}

export interface ScriptsHost {
	readonly scripts: Pick<ScriptManager, "ask">;
	readonly clock: Clock;
	audit(event: AuditEvent): void;
}

/** Asks for a command, and writes down under the tool's name that it was asked. Rejects as `ScriptManager.ask` does. */
export async function callScripts(host: ScriptsHost, { method, input, ...options }: ScriptsRequest): Promise<object> {
	const { client, signal } = options;
	const startedAt = host.clock.now();
	const note = (outcome: "ok" | ErrorCode): void =>
		host.audit({ event: "call", client, tool: toolOfMethod[method], outcome, ms: host.clock.now() - startedAt });
	try {
		const result = await host.scripts.ask(method, input as ScriptInput<ScriptMethod>, options);
		note("ok");
		return result;
	} catch (thrown) {
		const error = asMonkError(signal.aborted ? (signal.reason ?? thrown) : thrown);
		note(error.code);
		throw error;
	}
}
