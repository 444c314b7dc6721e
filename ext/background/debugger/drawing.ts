import type { Attachment } from "./attachment.ts";

/** How many ask at once: Chrome casts a tab only once. */
const casts = new WeakMap<Attachment, number>();

async function change(attachment: Attachment, by: 1 | -1, method: string, params: object = {}): Promise<void> {
	const before = casts.get(attachment) ?? 0;
	casts.set(attachment, before + by);
	if (Math.min(before, before + by) === 0) await attachment.send(method, params);
}

/** The cast itself is as small and as rare as it can be, and nobody looks at it. */
const unseen = { format: "jpeg", quality: 1, maxWidth: 10, maxHeight: 10, everyNthFrame: 1_000_000 };

/** Lets Chrome draw the tab as if it were watched, for as long as the debugger stays. */
export function keepDrawn(attachment: Attachment): void {
	if (casts.has(attachment)) return;
	change(attachment, 1, "Page.startScreencast", unseen).catch(() => casts.delete(attachment));
}

/**
 * Runs `work` while Chrome draws the tab as if it were watched. A tab in the background draws when it likes, and a
 * picture, a move of the mouse and a turn of its wheel wait for that: now 200 ms, now for ever; while it is cast to
 * someone it draws at once (measured).
 */
export async function whileDrawn<T>(attachment: Attachment, work: () => Promise<T>): Promise<T> {
	try {
		await change(attachment, 1, "Page.startScreencast", unseen);
		return await work();
	} finally {
		await change(attachment, -1, "Page.stopScreencast").catch(() => undefined);
	}
}
