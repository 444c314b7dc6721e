import type { TabInfo } from "../../catalog/tabs.ts";
import { MonkError } from "../../errors/error.ts";
import { shortName } from "../owner/client-list.ts";
import type { ConnectedProfile, ProfileLink } from "./profile.ts";

/** Milliseconds: a profile that is slow to list its tabs must not hold up the others. */
const freshTabsMs = 2_000;

type Answer = Promise<readonly TabInfo[]>;

/** Asked now, and what all who came since wait for: an answer to a question that was put after they came. */
interface Asking {
	readonly now: Answer;
	next?: Answer;
}

/**
 * Asks browsers for the tabs that a client may use. However often it wants to know, a browser has one such question of
 * it at a time and one to come, so that a client that asks a thousand times takes nothing from the others.
 */
export class FreshTabs {
	/** By browser, and by what the client calls itself. */
	readonly #asking = new Map<ProfileLink, Map<string, Asking>>();

	/** The tabs as they are told after this call. Rejects with what the browser answers, TIMEOUT or CANCELLED. */
	async of({ link }: ConnectedProfile, clientName: string, signal: AbortSignal): Answer {
		const { promise: given, reject } = Promise.withResolvers<never>();
		const onAbort = () => reject(new MonkError("CANCELLED", "the call was cancelled"));
		signal.addEventListener("abort", onAbort, { once: true });
		if (signal.aborted) onAbort();
		try {
			return await Promise.race([this.#ask(link, shortName(clientName)), given]);
		} finally {
			signal.removeEventListener("abort", onAbort);
		}
	}

	#ask(link: ProfileLink, client: string): Answer {
		const asking = this.#asking.get(link)?.get(client);
		if (asking === undefined) return this.#begin(link, client);
		const again = () => this.#begin(link, client);
		asking.next ??= asking.now.then(again, again);
		return asking.next;
	}

	#begin(link: ProfileLink, client: string): Answer {
		const now = link.request("list_tabs", { client }, { timeoutMs: freshTabsMs }).then(({ tabs }) => tabs);
		const asking: Asking = { now };
		const ofLink = this.#asking.get(link) ?? new Map<string, Asking>();
		this.#asking.set(link, ofLink.set(client, asking));
		const done = (): void => {
			// Who waits for the next answer begins it, and stands here then.
			if (ofLink.get(client) !== asking || asking.next !== undefined) return;
			ofLink.delete(client);
			if (ofLink.size === 0) this.#asking.delete(link);
		};
		now.then(done, done);
		return now;
	}
}
