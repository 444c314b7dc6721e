import { MonkError } from "../../../lib/errors/error.ts";
import { atMost, type Call } from "../call.ts";
import type { Attachment } from "./attachment.ts";
import { askContent } from "./element.ts";

/** Milliseconds after a person's own input in which an act would run into what they do. */
const ACTIVE_MS = 1_000;

/** Left of the call's time, in milliseconds, for the act itself. */
const ACT_MS = 1_500;

/**
 * Milliseconds since a person did something in any frame of the tab that holds the content script. The documents watch
 * from now on what changes in them.
 */
async function attend(attachment: Attachment): Promise<number> {
	const asked = attachment.contentContexts().map((context) =>
		askContent(attachment, context, "monk.attend()").then(
			({ value }) => (typeof value === "number" ? value : Number.POSITIVE_INFINITY),
			() => Number.POSITIVE_INFINITY,
		),
	);
	return Math.min(...(await Promise.all(asked)));
}

/**
 * Waits until the person has done nothing in the tab for a second, so that two hands never mix. False when there was
 * something to wait for: what was seen of the page before that may no longer be so. Throws USER_ACTIVE when the call's
 * time is nearly over first.
 */
export async function untilPersonRests(attachment: Attachment, call: Call): Promise<boolean> {
	for (let isAtOnce = true; ; isAtOnce = false) {
		const since = await call.within(attend(attachment));
		if (since >= ACTIVE_MS) return isAtOnce;
		const rest = ACTIVE_MS - since;
		if (call.left < rest + ACT_MS)
			throw new MonkError("USER_ACTIVE", "the person is working in this tab; nothing was done");
		await call.pause(rest);
	}
}

/** Milliseconds for the documents to forget: one that goes has nothing to forget, and one behind a dialog does it later. */
const FORGET_MS = 100;

/** What the documents have seen by now was this act. */
export async function forgetAct(attachment: Attachment): Promise<void> {
	const told = attachment
		.contentContexts()
		.map((context) => askContent(attachment, context, "monk.forgetPerson()").catch(() => undefined));
	await atMost(Promise.all(told), FORGET_MS, undefined);
}
