import { unwrap } from "./answer.ts";
import type { Answer, BackgroundRequests, PopupRequests, RealmMessage } from "./messages.ts";

/** Sends a message that another realm of the extension answers. Throws its MonkError, or Chrome's when nobody listens. */
export async function ask(message: RealmMessage): Promise<unknown> {
	const answer: Answer<unknown> = await chrome.runtime.sendMessage(message);
	return unwrap(answer);
}

const asker =
	<Requests extends { [N in keyof Requests]: [unknown, unknown] }>(to: RealmMessage["to"]) =>
	<N extends keyof Requests & string>(name: N, body: Requests[N][0]): Promise<Requests[N][1]> =>
		ask({ to, id: crypto.randomUUID(), name, body });

/** From a page of ours to the background. */
export const askBackground = asker<PopupRequests>("background");

/** From the background to the offscreen page. */
export const askOffscreen = asker<BackgroundRequests>("offscreen");
