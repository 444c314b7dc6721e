import type { Readable, Writable } from "node:stream";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { asMonkError, errorLine } from "../../errors/error.ts";
import { claimOwner, isControlTaken } from "../owner/claim.ts";
import { connectOwner, type LastingClient } from "../owner/connect.ts";
import { isAbsent, type OwnerConnection } from "../owner/control-client.ts";
import type { Owner } from "../owner/owner.ts";
import type { Setting } from "../setting.ts";
import { systemClock, systemRandom } from "../system.ts";
import { toolList } from "../tool-list.ts";
import { VERSION } from "../version.ts";
import { Agent } from "./agent.ts";
import { mcpServer } from "./server.ts";
import { Unanswered } from "./unanswered.ts";

export interface StdioOptions {
	readonly setting: Setting;
	/** Whether this process may become the owner when there is none. */
	readonly bids: boolean;
	/** Groups of tools that are listed beside the core; every tool can be called, listed or not. */
	readonly groups: readonly string[];
	readonly stdin: Readable;
	readonly stdout: Writable;
	/** Ends the service in good order, as the closing of stdin does. */
	readonly signal: AbortSignal;
	readonly log: (line: string) => void;
}

/** Milliseconds for answers that are still owed when stdin ends: an orderly end takes two seconds at most. */
const lastAnswersMs = 1_500;

/**
 * Serves one MCP client over stdio until it leaves, through the owner that runs or, when this process may bid and
 * wins, through an owner in this very process, which leaves in good order with its client.
 */
export async function serveStdio(options: StdioOptions): Promise<void> {
	const { setting, groups, stdin, stdout, signal } = options;
	const seat = new OwnerSeat(options);
	const id = systemRandom.bytes(8).toHex();
	const agent = new Agent({
		id,
		connect: (name, client) => seat.connect(name, client),
		tools: await toolList(),
		groups,
		clock: systemClock,
		folder: process.cwd(),
	});
	// A failed bid is told by each call, where the agent can read it.
	await seat.bid().catch((thrown: unknown) => options.log(errorLine(asMonkError(thrown))));
	const server = mcpServer({ version: VERSION, agent, clock: systemClock });
	const gone = new Promise<void>((resolve) => {
		server.onclose = resolve;
		signal.addEventListener("abort", () => resolve(), { once: true });
		if (signal.aborted) resolve();
		// A client that reads no more has left, whether it goes on holding the other end or not.
		stdout.once("error", () => resolve());
	});
	const ended = new Promise<void>((resolve) => {
		stdin.once("end", resolve);
		stdin.once("close", resolve);
	});
	const transport = new StdioServerTransport(stdin, stdout);
	await server.connect(transport);
	const unanswered = new Unanswered(transport);
	// Whoever asks nothing more may still read, such as a script whose requests come from a file.
	await Promise.race([gone, ended.then(() => unanswered.none(lastAnswersMs))]);
	agent.close();
	await server.close();
	await seat.leave(id);
	for (const problem of setting.problems) options.log(problem);
}

/** The winner of a bid may end before it is dialled. */
const bidsAtOnce = 3;

/** This process's place on the control port: empty, or taken by an owner of its own. */
class OwnerSeat {
	readonly #options: StdioOptions;
	#owner: Owner | undefined;

	constructor(options: StdioOptions) {
		this.#options = options;
	}

	/** Becomes the owner if it may and the port is free; losing the bid to another monk is no fault. */
	async bid(): Promise<void> {
		const { bids, setting, log } = this.#options;
		if (!bids || this.#owner !== undefined) return;
		try {
			const owner = await claimOwner(setting, log);
			this.#owner = owner;
			void owner.stopped.then(() => {
				this.#owner = undefined;
			});
		} catch (thrown) {
			if (!isControlTaken(thrown, setting)) throw thrown;
		}
	}

	async connect(clientName: string, client: LastingClient): Promise<OwnerConnection> {
		const { bids, setting } = this.#options;
		for (let left = bids ? bidsAtOnce : 0; ; left--) {
			try {
				return await connectOwner(setting, clientName, client);
			} catch (thrown) {
				if (left === 0 || !isAbsent(thrown)) throw thrown;
			}
			await this.bid();
		}
	}

	async leave(clientId: string): Promise<void> {
		await this.#owner?.stop("its client left", { clientId });
	}
}
