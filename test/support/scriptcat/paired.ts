import type { OwnerOptions } from "../../../lib/host/owner/parts.ts";
import { systemClock } from "../../../lib/host/system.ts";
import type { Clock } from "../../../lib/wire/transport.ts";
import { eventually } from "../eventually.ts";
import { TestOwner } from "../test-owner.ts";
import { type ScriptCatOptions, ScriptedScriptCat } from "./scripted-scriptcat.ts";

/** An owner with ScriptCat's port open, and the ScriptCats that call there. */
export class ScriptCatOwner implements AsyncDisposable {
	readonly #cats: ScriptedScriptCat[] = [];

	private constructor(readonly monk: TestOwner) {}

	static async start(
		more: Partial<OwnerOptions> = {},
		clock: Clock = systemClock,
		home?: string,
	): Promise<ScriptCatOwner> {
		return new ScriptCatOwner(await TestOwner.start(home, clock, { scriptCatPort: 0, ...more }));
	}

	get port(): number {
		return this.monk.owner.status().ports.scriptcat ?? 0;
	}

	get state(): "connected" | "away" | "unpaired" {
		return this.monk.owner.status().scripts;
	}

	/** A ScriptCat that is not switched on yet. */
	cat(options: Partial<ScriptCatOptions> = {}): ScriptedScriptCat {
		const cat = new ScriptedScriptCat({ port: this.port, redialMs: 100, ...options });
		this.#cats.push(cat);
		return cat;
	}

	/** Opens a pairing as `monk pair` does: the code, and who joins with it. */
	async openPairing() {
		const client = await this.monk.client();
		const { code } = await client.request("pair_open", {});
		const joined = client.request("pair_wait", {});
		joined.catch(() => undefined);
		return { code, joined };
	}

	/** A ScriptCat that has been paired and is ready for calls. */
	async paired(options: Partial<ScriptCatOptions> = {}): Promise<ScriptedScriptCat> {
		const { code, joined } = await this.openPairing();
		const cat = this.cat({ code, ...options }).switchOn();
		await joined;
		return cat;
	}

	/** Waits until a ScriptCat is ready for calls. */
	connected(): Promise<boolean> {
		return eventually(() => this.state === "connected");
	}

	/** The audit's events, without the calls. */
	async audited(event: string): Promise<readonly Record<string, unknown>[]> {
		return (await this.monk.audit()).filter((line) => line.event === event);
	}

	/** Why ScriptCat's sessions ended before they were ready, in order. */
	async ends(): Promise<readonly unknown[]> {
		const sessions = (await this.audited("session")).map(({ session }) => session as Record<string, unknown>);
		return sessions.flatMap(({ kind, why }) => (kind === "ended" ? [why] : []));
	}

	async [Symbol.asyncDispose](): Promise<void> {
		for (const cat of this.#cats) await cat[Symbol.asyncDispose]();
		await this.monk[Symbol.asyncDispose]();
	}
}
