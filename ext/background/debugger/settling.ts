import type { Call } from "../call.ts";
import type { ActivityWatch } from "./activity-watch.ts";
import type { Attachment } from "./attachment.ts";
import { askContent } from "./element.ts";

/** Milliseconds in which a page that is done changes nothing: longer than a frame. */
const QUIET_MS = 20;

/** Milliseconds at most for a page that goes on changing by itself: a clock, an animation. */
const RESTLESS_MS = 400;

/** Milliseconds at most, unless told otherwise, for the answers to what the page requested. */
const REQUESTS_MS = 3_000;

/** Left of the call's time, in milliseconds, so that there is time to answer. */
const ANSWER_MS = 500;

/** Changes in all documents that hold the content script, once their tasks so far have run. */
async function changesIn(attachment: Attachment): Promise<number> {
	const asked = attachment.contentContexts().map((context) =>
		askContent(attachment, context, "monk.changes()").then(
			({ value }) => Number(value),
			() => 0,
		),
	);
	return (await Promise.all(asked)).reduce((sum, count) => sum + count, 0);
}

/** Whether something has come that ends all waiting for this page. */
const isOver = (attachment: Attachment, watch: ActivityWatch): boolean =>
	attachment.dialog !== undefined || watch.state.leavingFor !== undefined;

/** The outcome of `work`, or undefined as soon as waiting for this page is over or `until` has come. */
async function unlessOver<T>(
	work: Promise<T>,
	until: number,
	attachment: Attachment,
	watch: ActivityWatch,
	call: Call,
): Promise<T | undefined> {
	let done: { readonly value: T } | undefined;
	const noted = work.then((value) => {
		done = { value };
	});
	while (done === undefined && !isOver(attachment, watch) && Date.now() < until) {
		await Promise.race([noted, watch.news(Math.max(1, until - Date.now()), call)]);
	}
	return done?.value;
}

/**
 * Waits until the page has drawn what an act led to: its own tasks have run, the requests that came of it are answered,
 * and for a short while nothing changes. Ends at once when the page is left or a dialog opens.
 */
export async function settle(
	attachment: Attachment,
	watch: ActivityWatch,
	call: Call,
	requestsMs = REQUESTS_MS,
): Promise<void> {
	const began = Date.now();
	const end = began + Math.min(requestsMs, Math.max(0, call.left - ANSWER_MS));
	let restless = began + RESTLESS_MS;
	let before: number | undefined;
	while (!isOver(attachment, watch) && Date.now() < end) {
		if (watch.state.requests.size > 0) {
			await watch.news(Math.max(1, end - Date.now()), call);
			restless = Date.now() + RESTLESS_MS;
			continue;
		}
		const changes = await unlessOver(changesIn(attachment), end, attachment, watch, call);
		const isQuiet = changes === before && watch.state.requests.size === 0;
		if (changes === undefined || isQuiet || Date.now() > restless) return;
		before = changes;
		await watch.news(QUIET_MS, call);
	}
}
