import { McpClient } from "./mcp-client.ts";
import type { MonkHome } from "./monk-process.ts";
import { ownerPid } from "./owned-browser.ts";
import type { SeededRandom } from "./random.ts";

/** A tab that the crowd works in. */
export interface Place {
	readonly profile: string;
	readonly tab: number;
	/** Of its one button. */
	readonly ref: string;
}

export type DeedKind = "record" | "click" | "snapshot" | "text" | "list";

/** One call of the plan, and what came of it. */
export interface Deed {
	/** Written into the page by a deed that records. */
	readonly number: number;
	readonly kind: DeedKind;
	readonly place: Place;
	/** Milliseconds after which the agent gives up; never when left out. */
	readonly givesUpAfter?: number;
	/** Every answer that came: "ok", an error's code, "cancelled", or "died" with its client. */
	readonly answers: string[];
}

const tools: Readonly<Record<DeedKind, string>> = {
	record: "browser_evaluate",
	click: "browser_click",
	snapshot: "browser_snapshot",
	text: "browser_get_text",
	list: "browser_list_tabs",
};

function argsOf({ kind, number, place: { profile, tab, ref } }: Deed): Record<string, unknown> {
	const where = { profile, tab };
	switch (kind) {
		case "record":
			return { ...where, expression: `record(${number})`, lease: false };
		case "click":
			return { ...where, ref, element: "Count" };
		case "list":
			return {};
		case "snapshot":
		case "text":
			return where;
	}
}

/** Agents with a `monk mcp` each, some of which are killed in the midst of their work and come back. */
export class Crowd implements AsyncDisposable {
	readonly #home: MonkHome;
	readonly #agents: Promise<McpClient>[];
	readonly #random: SeededRandom;
	kills = 0;

	constructor(home: MonkHome, first: McpClient, size: number, random: SeededRandom) {
		this.#home = home;
		this.#random = random;
		this.#agents = Array.from({ length: size }, (_, at) =>
			at === 0 ? Promise.resolve(first) : McpClient.start(home, `agent ${at}`),
		);
	}

	/** Each agent does its part of the plan, one call after the other. */
	async work(plan: readonly Deed[]): Promise<void> {
		const size = this.#agents.length;
		const parts = this.#agents.map((_, at) => plan.filter((deed) => deed.number % size === at));
		await Promise.all(parts.map((part, at) => this.#workOff(at, part)));
	}

	/** Kills an agent that is chosen at random, or whichever process owns the browsers. */
	async kill(whom: "agent" | "owner"): Promise<void> {
		const pid = whom === "owner" ? await ownerPid(this.#home).catch(() => undefined) : undefined;
		const agents = await Promise.all(this.#agents);
		const found = agents.findIndex((agent) => agent.pid === pid);
		const at = found < 0 ? this.#random.int(agents.length) : found;
		const agent = agents[at];
		if (agent === undefined) return;
		this.kills++;
		process.kill(agent.pid, "SIGKILL");
		this.#agents[at] = agent[Symbol.asyncDispose]().then(() => McpClient.start(this.#home, `agent ${at}`));
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await Promise.all(this.#agents.map(async (agent) => (await agent)[Symbol.asyncDispose]()));
	}

	async #workOff(at: number, part: readonly Deed[]): Promise<void> {
		for (const deed of part) {
			const agent = await this.#agents[at];
			if (agent === undefined) throw new Error(`there is no agent ${at}`);
			await this.#do(agent, deed);
		}
	}

	async #do(agent: McpClient, deed: Deed): Promise<void> {
		const giveUp = deed.givesUpAfter === undefined ? undefined : AbortSignal.timeout(deed.givesUpAfter);
		try {
			const { code } = await agent.call(tools[deed.kind], argsOf(deed), giveUp);
			deed.answers.push(code === undefined ? "ok" : String(code));
		} catch {
			deed.answers.push(giveUp?.aborted ? "cancelled" : "died");
		}
	}
}
