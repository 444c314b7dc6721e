import { answerWith } from "../answer.ts";
import type { Answer, PopupRequests, RealmMessage } from "../messages.ts";
import type { popupHandlers } from "./popup-requests.ts";
import { ownPageOf } from "./senders.ts";

interface Inbox {
	readonly popup: ReturnType<typeof popupHandlers>;
	readonly offscreen: (message: RealmMessage, mayAct: Promise<void>) => Promise<Answer<unknown>>;
}

function answerPopup({ name, body }: RealmMessage, handlers: Inbox["popup"]): Promise<Answer<unknown>> {
	return answerWith(async () => {
		if (!Object.hasOwn(handlers, name)) throw new Error(`unknown request ${name}`);
		const handle = handlers[name as keyof PopupRequests] as (body: unknown) => Promise<unknown>;
		return handle(body);
	});
}

const isForUs = (message: unknown): message is RealmMessage =>
	typeof message === "object" && message !== null && (message as Partial<RealmMessage>).to === "background";

/** Answers messages of our own pages, and leaves all others without one. */
export function openInbox({ popup, offscreen }: Inbox): void {
	chrome.runtime.onMessage.addListener((message: unknown, sender, respond) => {
		const page = ownPageOf(sender);
		if (!isForUs(message) || page === undefined) return false;
		// Whoever comes this way is asked by no other.
		const answer = page === "popup" ? answerPopup(message, popup) : offscreen(message, Promise.resolve());
		answer.then(respond);
		return true;
	});
}
