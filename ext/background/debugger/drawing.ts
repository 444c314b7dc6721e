import type { Attachment } from "./attachment.ts";

/**
 * Runs `work` while Chrome draws the tab as if it were watched. A tab in the background draws when it likes, and a
 * picture, a move of the mouse and a turn of its wheel wait for that: now 200 ms, now for ever; while it is cast to
 * someone it draws at once (measured). The cast itself is as small and as rare as it can be, and nobody looks at it.
 */
export async function whileDrawn<T>(attachment: Attachment, work: () => Promise<T>): Promise<T> {
	const unseen = { format: "jpeg", quality: 1, maxWidth: 10, maxHeight: 10, everyNthFrame: 1_000_000 };
	await attachment.send("Page.startScreencast", unseen);
	try {
		return await work();
	} finally {
		await attachment.send("Page.stopScreencast").catch(() => undefined);
	}
}
