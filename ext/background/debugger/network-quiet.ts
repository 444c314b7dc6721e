import type { Call } from "../call.ts";
import type { Attachment } from "./attachment.ts";

/** Milliseconds between two looks at what has been heard. */
const LOOK_MS = 50;

/**
 * Waits until Chrome says that the document's network has been idle for half a second (the lifecycle event
 * `networkIdle`, told of the past too). False when `until`, in milliseconds since the epoch, comes first.
 */
export async function networkQuiet(attachment: Attachment, until: number, call: Call): Promise<boolean> {
	await call.within(attachment.send("Page.setLifecycleEventsEnabled", { enabled: true }));
	const { frameTree } = await call.within(
		attachment.send<{ frameTree: { frame: { id: string } } }>("Page.getFrameTree"),
	);
	while (!attachment.idleFrames.has(frameTree.frame.id)) {
		if (Date.now() >= until) return false;
		await call.pause(LOOK_MS);
	}
	return true;
}
