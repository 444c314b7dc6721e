import { toolOfMethod } from "../../catalog/script-tools.ts";
import { type ScriptMethod, scriptAsks } from "../../catalog/scripts.ts";
import type { Peer } from "../../wire/peer.ts";
import type { Clock } from "../../wire/transport.ts";
import { Notices } from "./notices.ts";
import type { CallEnd } from "./open-calls.ts";

/**
 * Milliseconds after a cancel at which it is said again. ScriptCat forgets one that comes while it still downloads the
 * script, opens its page all the same, and installs it when a person allows that.
 */
const repeatMs = [1_000, 3_000, 8_000, 20_000] as const;

/** Milliseconds for which a change made unawares is told: a day, so that whoever was away still hears of it. */
const noticeMs = 86_400_000;

const uuidIn = (result: unknown): string => {
	const { uuid }: { uuid?: unknown } = typeof result === "object" && result !== null ? result : {};
	return typeof uuid === "string" && /^[0-9a-fA-F-]{36}$/.test(uuid) ? ` (${uuid})` : "";
};

/** Calls that were given up here and may be carried out there all the same. */
export class CancelledInstalls {
	readonly #clock: Clock;
	readonly #repeating = new Map<string, () => void>();
	readonly #notices: Notices;

	constructor(clock: Clock) {
		this.#clock = clock;
		this.#notices = new Notices(clock);
	}

	get notices(): readonly string[] {
		return this.#notices.current;
	}

	/** Says a cancel again, if the call had something to download. */
	repeatCancel(peer: Peer, id: string, input: object): void {
		if (!("url" in input)) return;
		const stops = repeatMs.map((ms) => this.#clock.after(ms, () => peer.notify("$/cancelRequest", { id })));
		const stop = (): void => {
			for (const stopTimer of stops) stopTimer();
			this.#repeating.delete(id);
		};
		this.#repeating.set(id, stop);
		peer.onClose(stop);
	}

	/** An answer came: nothing is left to cancel. */
	settled(id: string): void {
		this.#repeating.get(id)?.();
	}

	/** A change was made after its call had ended here: the person must hear of it. */
	tellDone(method: ScriptMethod, result: unknown, after: CallEnd): void {
		if (scriptAsks[method] !== "writer") return;
		const at = new Date(this.#clock.now()).toISOString();
		const ended = { cancelled: "was cancelled", expired: "had expired", unknown: "was lost", answered: "" }[after];
		const notice = `${toolOfMethod[method]} ${ended}, but was allowed in the browser and done${uuidIn(result)} at ${at}`;
		this.#notices.tell(notice, noticeMs);
	}
}
