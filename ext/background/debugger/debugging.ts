import { MonkError } from "../../../lib/errors/error.ts";
import { atMost } from "../call.ts";
import { Attachment, type Dialog } from "./attachment.ts";

/** Milliseconds without use after which the debugger goes, and Chrome's banner with it. */
const IDLE_MS = 10_000;

interface Held {
	readonly attachment: Attachment;
	readonly ready: Promise<void>;
	isReady: boolean;
	users: number;
	idle: ReturnType<typeof setTimeout> | undefined;
}

const detach = (tabId: number): Promise<boolean> =>
	chrome.debugger.detach({ tabId }).then(
		() => true,
		() => false,
	);

/** Attaches; a debugger that a former life of this worker left there is taken off first, since its events are lost. */
async function attach(tabId: number): Promise<void> {
	const tryOnce = (): Promise<void> => chrome.debugger.attach({ tabId }, "1.3");
	await tryOnce().catch(async (thrown: unknown) => {
		if (!(await detach(tabId))) throw thrown;
		await tryOnce();
	});
}

/** Chrome, or whoever looks after it, lets no debugger in here. */
class AttachRefused extends MonkError {
	constructor(words: string, cause: unknown) {
		const hint = "Close DevTools for the tab, or any other debugger, and try again; a policy may forbid it for good.";
		super("PAGE_NOT_AUTOMATABLE", `Chrome did not allow the debugger: ${words}`, { hint, cause });
	}
}

/** Whether an error says that the debugger is not to be had, so that a page must be reached another way. */
export const isUnavailable = (thrown: unknown): boolean =>
	thrown instanceof AttachRefused || (thrown instanceof MonkError && thrown.code === "DEBUGGER_UNAVAILABLE");

const unavailable = (thrown: unknown): unknown => {
	if (isUnavailable(thrown)) return thrown;
	return new AttachRefused(thrown instanceof Error ? thrown.message : String(thrown), thrown);
};

const late = new MonkError(
	"DEBUGGER_UNAVAILABLE",
	"the page does not let the debugger in: it is busy, or shows a dialog",
);

async function inTime(ready: Promise<void>, ms: number | undefined): Promise<void> {
	if (ms === undefined) return ready;
	if ((await atMost(ready, ms, late)) === late) throw late;
}

/** Takes off what a former life of the worker attached and this one knows nothing of. */
async function releaseOrphans(): Promise<void> {
	const targets = await chrome.debugger.getTargets();
	const tabs = targets.flatMap(({ attached, tabId }) => (attached && tabId !== undefined ? [tabId] : []));
	await Promise.all(tabs.map(detach));
}

/** `chrome.debugger` over all tabs: attached on first use, kept between acts that follow each other, then let go. */
export class Debugging {
	private readonly held = new Map<number, Held>();
	private readonly orphansReleased = releaseOrphans().catch(() => undefined);

	/** `onCancelled` hears of a tab whose banner the person closed. Create it in the worker's first turn. */
	constructor(onCancelled: (tabId: number) => void) {
		chrome.debugger.onEvent.addListener(({ tabId, sessionId }, method, params) => {
			if (tabId !== undefined) this.held.get(tabId)?.attachment.onEvent(sessionId ?? "", method, params);
		});
		chrome.debugger.onDetach.addListener(({ tabId }, reason) => {
			if (tabId === undefined) return;
			this.forget(tabId);
			if (reason === "canceled_by_user") onCancelled(tabId);
		});
	}

	/**
	 * Runs `work` with the debugger on the tab. Throws PAGE_NOT_AUTOMATABLE when Chrome or someone else is in the way, and
	 * DEBUGGER_UNAVAILABLE when the page has not let the debugger in after `patienceMs`: one that is busy or shows a dialog does not.
	 */
	async use<T>(tabId: number, work: (attachment: Attachment) => Promise<T>, patienceMs?: number): Promise<T> {
		const held = await this.hold(tabId);
		held.users++;
		clearTimeout(held.idle);
		try {
			await inTime(held.ready, patienceMs).catch((thrown: unknown) => {
				if (this.isCurrent(held) && thrown !== late) this.release(tabId);
				throw unavailable(thrown);
			});
			return await work(held.attachment);
		} finally {
			held.users--;
			if (held.users === 0 && this.isCurrent(held)) held.idle = setTimeout(() => this.rest(held), IDLE_MS);
		}
	}

	/** Whether the debugger is on a tab and knows the content script in all of its documents. */
	isAtHand(tabId: number): boolean {
		const held = this.held.get(tabId);
		return held?.isReady === true && held.attachment.isCovered;
	}

	/** The dialog that is known to stand open in a tab. */
	dialogIn(tabId: number): Dialog | undefined {
		return this.held.get(tabId)?.attachment.dialog;
	}

	/** Lets go of every tab at once: the person stopped everything. */
	releaseAll(): void {
		for (const tabId of [...this.held.keys()]) this.release(tabId);
	}

	/** The tabs that the debugger is on. */
	get tabs(): readonly number[] {
		return [...this.held.keys()];
	}

	private async hold(tabId: number): Promise<Held> {
		await this.orphansReleased;
		const known = this.held.get(tabId);
		if (known !== undefined) return known;
		const attachment = new Attachment(tabId);
		const held: Held = {
			attachment,
			ready: attach(tabId)
				.then(() => attachment.open())
				.then(() => {
					held.isReady = true;
				}),
			isReady: false,
			users: 0,
			idle: undefined,
		};
		this.held.set(tabId, held);
		return held;
	}

	/** A tab's debugger may have been taken off and put on again since. */
	private isCurrent({ attachment }: Held): boolean {
		return this.held.get(attachment.tabId)?.attachment === attachment;
	}

	private rest(held: Held): void {
		const { dialog, network, tabId } = held.attachment;
		// Letting go would answer an open dialog unseen, or end a recording.
		if (this.isCurrent(held) && dialog === undefined && !network.isRecording) this.release(tabId);
	}

	/** Lets go of a tab, and forgets what was heard in it. */
	release(tabId: number): void {
		this.forget(tabId);
		detach(tabId);
	}

	private forget(tabId: number): void {
		clearTimeout(this.held.get(tabId)?.idle);
		this.held.delete(tabId);
	}
}
