import type { Settled } from "../../content-api.ts";
import type { Call } from "../call.ts";
import type { ActivityWatch } from "./activity-watch.ts";
import type { Attachment } from "./attachment.ts";
import { askContent } from "./element.ts";

/** Milliseconds at most, unless told otherwise, for the answers to what the page requested. */
const REQUESTS_MS = 3_000;

/** Left of the call's time, in milliseconds, so that there is time to answer. */
const ANSWER_MS = 500;

/** A document that is being left has nothing more to do. */
const gone: Settled = { isDone: true, isDownloadAsked: false };

/** Resolves when all documents that hold the content script have done what they had to do, or one goes on changing. */
async function settledIn(attachment: Attachment): Promise<Settled> {
	const asked = attachment.contentContexts().map((context) =>
		askContent(attachment, context, "monk.settled()").then(
			({ value }) => value as Settled,
			() => gone,
		),
	);
	const told = await Promise.all(asked);
	return {
		isDone: told.every(({ isDone }) => isDone),
		isDownloadAsked: told.some(({ isDownloadAsked }) => isDownloadAsked),
	};
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
 * and it has drawn without a change. Ends at once when the page is left or a dialog opens.
 */
export async function settle(
	attachment: Attachment,
	watch: ActivityWatch,
	call: Call,
	requestsMs = REQUESTS_MS,
): Promise<void> {
	const end = Date.now() + Math.min(requestsMs, Math.max(0, call.left - ANSWER_MS));
	while (!isOver(attachment, watch) && Date.now() < end) {
		if (watch.state.requests.size > 0) {
			await watch.news(Math.max(1, end - Date.now()), call);
			continue;
		}
		const told = await unlessOver(settledIn(attachment), end, attachment, watch, call);
		if (told?.isDownloadAsked) watch.askedForDownload();
		if (!told?.isDone || watch.state.requests.size === 0) return;
	}
}
