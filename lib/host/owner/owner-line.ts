import type { ToolResult } from "../../catalog/control.ts";
import type { Effect } from "../../catalog/define.ts";
import { MonkError } from "../../errors/error.ts";
import type { Clock } from "../../wire/transport.ts";
import type { OwnerConnection } from "./control-client.ts";

/** A way to the owner, found anew whenever the last one ended. */
export interface OwnerLineOptions {
	/** Finds the owner, or becomes it: what differs between `monk mcp` and `monk forward`. */
	readonly connect: () => Promise<OwnerConnection>;
	readonly clock: Clock;
	/** A number in [0, 1). */
	readonly chance: () => number;
}

/** After an owner's end all its clients look for the next at once; each waits this long at most, at random. */
const spreadMs = 100;

/**
 * The line from an MCP server to the owner. It outlives owners: calls made after an owner's end go to the next one,
 * reads that were under way are sent again, acts that were answer OWNER_GONE and never run twice.
 */
export class OwnerLine {
	readonly #options: OwnerLineOptions;
	#connection: Promise<OwnerConnection> | undefined;
	#isClosed = false;

	constructor(options: OwnerLineOptions) {
		this.#options = options;
	}

	/** Connects ahead of the first call, and again after each owner's end. Failure is told by the next call. */
	open(): void {
		void this.#connect().catch(() => undefined);
	}

	/** Rejects with what `connect` says, with OWNER_GONE, or with what the owner answers. */
	async call(
		tool: { readonly name: string; readonly effect: Effect },
		args: Record<string, unknown>,
		options: { readonly signal: AbortSignal; readonly timeoutMs: number },
	): Promise<ToolResult> {
		const { name } = tool;
		const connection = await this.#connect();
		try {
			return await connection.request("call_tool", { name, args }, options);
		} catch (thrown) {
			const isGone = thrown instanceof MonkError && thrown.code === "OWNER_GONE";
			if (!isGone || tool.effect !== "read" || options.signal.aborted) throw thrown;
			const next = await this.#connect();
			return next.request("call_tool", { name, args }, options);
		}
	}

	close(): void {
		this.#isClosed = true;
		const connection = this.#connection;
		this.#connection = undefined;
		void connection?.then((open) => open.close()).catch(() => undefined);
	}

	#connect(): Promise<OwnerConnection> {
		this.#connection ??= this.#options.connect().then(
			(connection) => {
				connection.onClose(() => this.#reopen());
				return connection;
			},
			(thrown: unknown) => {
				this.#connection = undefined;
				throw thrown;
			},
		);
		return this.#connection;
	}

	#reopen(): void {
		this.#connection = undefined;
		if (this.#isClosed) return;
		const { clock, chance } = this.#options;
		clock.after(chance() * spreadMs, () => {
			if (!this.#isClosed) this.open();
		});
	}
}
