import type { ClientState, ToolResult } from "../../catalog/control.ts";
import type { Effect } from "../../catalog/define.ts";
import { MonkError } from "../../errors/error.ts";
import type { Clock } from "../../wire/transport.ts";
import { type ClientParams, type ClientRequest, type ClientResult, clientRules } from "./client-rules.ts";
import type { LastingClient } from "./connect.ts";
import type { OwnerConnection } from "./control-client.ts";

/** A way to the owner, found anew whenever the last one ended. */
export interface OwnerLineOptions {
	/**
	 * Finds the owner, or becomes it: what differs between `monk mcp` and `monk forward`. `client` is to be said in the
	 * greeting, so that the next owner knows what the last one knew.
	 */
	readonly connect: (client: LastingClient) => Promise<OwnerConnection>;
	/** The client's id over all owners. */
	readonly id: string;
	readonly clock: Clock;
	/** A number in [0, 1). */
	readonly chance: () => number;
	/** Hears what owners say unasked, and what a new one says when it greets. */
	readonly onNews?: (news: News) => void;
}

/** Which groups of tools are worth listing beside the core, or that shared tabs are others than before. */
export type News = { readonly kind: "groups"; readonly groups: readonly string[] } | { readonly kind: "tabs" };

export interface LineTool {
	readonly name: string;
	readonly effect: Effect;
}

interface CallOptions {
	readonly signal: AbortSignal;
	/** Milliseconds. */
	readonly timeoutMs: number;
	/** Hears what the call waits for. */
	readonly onProgress?: (message: string) => void;
}

/** After an owner's end all its clients look for the next at once; each waits this long at most, at random. */
const spreadMs = 100;

/** Milliseconds after an owner's end in which finding none is no answer yet: the next may be on its way. */
const vacancyMs = 3_000;

/** Owners that one call may outlive. */
const owners = 5;

/** What came back of a call that one owner was asked. */
type Asked =
	| { readonly kind: "answered"; readonly result: ToolResult }
	/** It was turned away before it began, so nothing has happened. */
	| { readonly kind: "not-begun"; readonly error: MonkError }
	/** The owner ended while it ran. */
	| { readonly kind: "cut"; readonly error: MonkError };

/**
 * The line from an MCP server to the owner. It outlives owners: calls made after an owner's end go to the next one,
 * and so do those that an ending owner turned away; reads that were under way are sent again, acts that were answer
 * OWNER_GONE and never run twice.
 */
export class OwnerLine {
	readonly #options: OwnerLineOptions;
	#connection: Promise<OwnerConnection> | undefined;
	/** The same, once it is open. */
	#current: OwnerConnection | undefined;
	/** When the last owner was lost, by the clock. */
	#lostAt = Number.NEGATIVE_INFINITY;
	#isClosed = false;
	#state: ClientState | undefined;
	#calls = 0;

	constructor(options: OwnerLineOptions) {
		this.#options = options;
	}

	/** Connects ahead of the first call, and again after each owner's end. Failure is told by the next call. */
	open(): void {
		void this.#connect().catch(() => undefined);
	}

	/** Rejects with what `connect` says, with OWNER_GONE, or with what the owner answers. */
	async call(tool: LineTool, args: Record<string, unknown>, options: CallOptions): Promise<ToolResult> {
		for (let owner = 1; ; owner++) {
			const asked = await this.#ask(await this.#connect(), tool.name, args, options);
			if (asked.kind === "answered") return asked.result;
			const isRepeatable = asked.kind === "not-begun" || tool.effect === "read";
			if (!isRepeatable || options.signal.aborted || owner === owners) throw asked.error;
		}
	}

	/** Asks something else of the owner. What only reads is asked of the next one when this one ends. Rejects as `call`. */
	async ask<M extends ClientRequest>(
		method: M,
		params: ClientParams<M>,
		options: { readonly signal?: AbortSignal; readonly timeoutMs?: number } = {},
	): Promise<ClientResult<M>> {
		for (let owner = 1; ; owner++) {
			const connection = await this.#connect();
			try {
				return await connection.request(method, params, options);
			} catch (thrown) {
				const isGone = thrown instanceof MonkError && thrown.code === "OWNER_GONE";
				const isRepeatable = isGone && clientRules[method].effect === "read";
				if (!isRepeatable || options.signal?.aborted || owner === owners) throw thrown;
				this.#leave(connection);
			}
		}
	}

	/** The owner's connection, once there is one. Rejects with what `connect` says. */
	async ready(): Promise<void> {
		await this.#connect();
	}

	close(): void {
		this.#isClosed = true;
		const connection = this.#connection;
		this.#connection = undefined;
		this.#current?.close();
		void connection?.then((open) => open.close()).catch(() => undefined);
	}

	async #ask(
		connection: OwnerConnection,
		name: string,
		args: Record<string, unknown>,
		options: CallOptions,
	): Promise<Asked> {
		const { onProgress, ...limits } = options;
		const progress = `p${++this.#calls}`;
		const stopHearing = connection.onNotice("call_progress", (news) => {
			if (news.progress === progress) onProgress?.(news.message);
		});
		const params = { name, args, ...(onProgress === undefined ? {} : { progress }) };
		try {
			const result = await connection.request("call_tool", params, limits);
			if (!isCut(result)) return { kind: "answered", result };
			return { kind: "cut", error: new MonkError("OWNER_GONE", "monk was stopped during the call") };
		} catch (error) {
			if (!(error instanceof MonkError)) throw error;
			if (error.code === "OWNER_GONE") return { kind: "cut", error };
			if (error.code !== "OWNER_STOPPING") throw error;
			// Calls that it still carries out are answered over the old connection, which it closes itself.
			this.#leave(connection);
			return { kind: "not-begun", error };
		} finally {
			stopHearing();
		}
	}

	#connect(): Promise<OwnerConnection> {
		this.#connection ??= this.#find().then(
			(connection) => this.#hold(connection),
			(thrown: unknown) => {
				this.#connection = undefined;
				throw thrown;
			},
		);
		return this.#connection;
	}

	#hold(connection: OwnerConnection): OwnerConnection {
		this.#current = connection;
		connection.onNotice("client_state", (state) => {
			this.#state = state;
		});
		this.#hear(connection);
		connection.onClose(() => {
			if (!this.#leave(connection) || this.#isClosed) return;
			this.#options.clock.after(this.#options.chance() * spreadMs, () => {
				if (!this.#isClosed) this.open();
			});
		});
		return connection;
	}

	#hear(connection: OwnerConnection): void {
		const { onNews } = this.#options;
		if (onNews === undefined) return;
		connection.onNotice("groups_changed", ({ groups }) => onNews({ kind: "groups", groups }));
		connection.onNotice("tabs_changed", () => onNews({ kind: "tabs" }));
		onNews({ kind: "groups", groups: connection.groups });
		onNews({ kind: "tabs" });
	}

	/** Whether it was the one in use. */
	#leave(connection: OwnerConnection): boolean {
		if (this.#current !== connection) return false;
		this.#current = undefined;
		this.#connection = undefined;
		this.#lostAt = this.#options.clock.now();
		return true;
	}

	/** Not so while a clock that was set back says that the last owner will be lost some day. */
	#isVacant(): boolean {
		const since = this.#options.clock.now() - this.#lostAt;
		return since >= 0 && since <= vacancyMs;
	}

	/** While the place is vacant whoever answers may be going or coming, so that a failure is looked at again. */
	async #find(): Promise<OwnerConnection> {
		const { connect, clock, chance, id } = this.#options;
		for (;;) {
			try {
				return await connect({ id, state: this.#state });
			} catch (thrown) {
				if (this.#isClosed || !this.#isVacant() || !isPassing(thrown)) throw thrown;
			}
			await new Promise<void>((resolve) => void clock.after((0.5 + chance() / 2) * spreadMs, resolve));
		}
	}
}

/** The owner answered in good order that it ended the call. */
const isCut = ({ isError, structuredContent }: ToolResult): boolean =>
	isError === true &&
	structuredContent !== undefined &&
	"code" in structuredContent &&
	structuredContent.code === "OWNER_GONE";

const isPassing = (thrown: unknown): boolean =>
	thrown instanceof MonkError && (thrown.code === "NO_OWNER" || thrown.code === "PORT_TAKEN");
