import type { TaskInfo, ToolResult } from "../../catalog/control.ts";
import { MonkError } from "../../errors/error.ts";
import type { Clock } from "../../wire/transport.ts";
import type { ClientParams, ClientRequest, ClientResult } from "../owner/client-rules.ts";
import type { LastingClient } from "../owner/connect.ts";
import type { OwnerConnection } from "../owner/control-client.ts";
import { type News, OwnerLine } from "../owner/owner-line.ts";
import type { ListedTool } from "../tool-list.ts";
import { listedName } from "../tools/listed-name.ts";
import { saved } from "../tools/save.ts";
import { withWholePaths } from "../tools/whole-paths.ts";

export interface AgentOptions {
	/** The client's, over all owners. */
	readonly id: string;
	/** Finds the owner for a client that calls itself so, or becomes it. */
	readonly connect: (clientName: string, client: LastingClient) => Promise<OwnerConnection>;
	/** Every tool there is. */
	readonly tools: readonly ListedTool[];
	/** Groups that are listed beside the core, whatever the owner offers. */
	readonly groups: readonly string[];
	readonly clock: Clock;
	/** The client's own folder, into which it may write and from which its paths count; none for one that is elsewhere. */
	readonly folder: string | undefined;
}

export interface AgentCall {
	readonly signal: AbortSignal;
	readonly onProgress?: (message: string) => void;
}

/** The owner's own limit for a call, milliseconds; a call that allows more gets that and a grace. */
const callLimitMs = 300_000;
const graceMs = 30_000;

/** Milliseconds that a list of tools may wait for an owner to say which groups it offers. */
const offerMs = 2_000;

const namesFile = ({ file, filename }: Record<string, unknown>): boolean =>
	file !== undefined || filename !== undefined;

const unnamed = "an MCP client";

/** One MCP client as the owner knows it: its line, what it is offered, and where its files lie. */
export class Agent {
	readonly #options: AgentOptions;
	readonly #line: OwnerLine;
	readonly #tools: ReadonlyMap<string, ListedTool>;
	#name = unnamed;
	#offered: readonly string[] = [];
	#onNews: ((kind: News["kind"]) => void) | undefined;

	constructor(options: AgentOptions) {
		const { id, connect, clock, tools } = options;
		this.#options = options;
		this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
		this.#line = new OwnerLine({
			id,
			connect: (client) => connect(this.#name, client),
			clock,
			chance: Math.random,
			onNews: (news) => this.#hear(news),
		});
	}

	/** The client has said what it calls itself: from here on it is connected. */
	open(name = unnamed): void {
		this.#name = name.slice(0, 64);
		this.#line.open();
	}

	/** Hears that other tools are to be listed, or that shared tabs changed. */
	set onNews(listener: (kind: News["kind"]) => void) {
		this.#onNews = listener;
	}

	/** By its name or an alias of it. */
	tool(name: string): ListedTool | undefined {
		return this.#tools.get(listedName(name));
	}

	/** The tools to list now. Without an owner these are the core and what was asked for. */
	async listed(): Promise<readonly ListedTool[]> {
		await this.#greeted();
		const { tools, groups } = this.#options;
		const shown = new Set(["core", ...groups, ...this.#offered]);
		return tools.filter(({ group }) => shown.has(group));
	}

	/** Rejects with what finding the owner says, and with OWNER_GONE; any other failure is a result with `isError`. */
	async call(name: string, args: Record<string, unknown>, { signal, onProgress }: AgentCall): Promise<ToolResult> {
		const { timeoutMs } = args;
		const known = this.tool(name);
		// A person has as long as the owner's own limit, whose word on it is the one that should arrive.
		const least = known?.mayTakeLong === true ? callLimitMs + graceMs : callLimitMs;
		const limit = typeof timeoutMs === "number" ? Math.max(least, timeoutMs + graceMs) : least;
		const tool = { name, effect: known?.effect ?? "act" };
		const hears = onProgress === undefined ? {} : { onProgress };
		const result = await this.#line.call(tool, this.#located(name, args), { signal, timeoutMs: limit, ...hears });
		return this.#saved(result);
	}

	/** Begins a call as a task. Rejects as `call` does, and when a file is named: who comes for it may be elsewhere. */
	async start(name: string, args: Record<string, unknown>, ttlMs: number | undefined): Promise<TaskInfo> {
		if (namesFile(args))
			throw new MonkError("INVALID_ARGUMENT", "file: a task writes none", {
				hint: "Call the tool plainly, or leave `file` out.",
			});
		const params = { name, args: this.#located(name, args) };
		return this.#line.ask("task_start", ttlMs === undefined ? params : { ...params, ttlMs });
	}

	ask<M extends ClientRequest>(
		method: M,
		params: ClientParams<M>,
		options?: { readonly signal?: AbortSignal; readonly timeoutMs?: number },
	): Promise<ClientResult<M>> {
		return this.#line.ask(method, params, options);
	}

	/** The client has left. Say so before its calls are cancelled: the owner then keeps what they came to. */
	close(): void {
		this.#line.close();
	}

	#located(name: string, args: Record<string, unknown>): Record<string, unknown> {
		const { folder } = this.#options;
		if (folder !== undefined) return { ...withWholePaths(name, args, folder) };
		if (!namesFile(args)) return args;
		throw new MonkError("INVALID_ARGUMENT", "file: a client that is connected over HTTP has no folder here", {
			hint: "Leave `file` out: what is read comes back in the result.",
		});
	}

	#saved(result: ToolResult): ToolResult {
		const { folder } = this.#options;
		return folder === undefined ? result : saved(result, folder);
	}

	async #greeted(): Promise<void> {
		const { promise: late, resolve } = Promise.withResolvers<void>();
		const stopTimer = this.#options.clock.after(offerMs, resolve);
		await Promise.race([this.#line.ready().catch(() => undefined), late]);
		stopTimer();
	}

	#hear(news: News): void {
		if (news.kind === "groups") {
			if (news.groups.join() === this.#offered.join()) return;
			this.#offered = news.groups;
		}
		this.#onNews?.(news.kind);
	}
}
