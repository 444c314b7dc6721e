import type { Call } from "../call.ts";
import type { Attachment } from "./attachment.ts";

/**
 * Waits until Chrome says that the document's network has been idle for half a second (the lifecycle event
 * `networkIdle`, told of the past too). False when `until`, in milliseconds since the epoch, comes first.
 */
export async function networkQuiet(attachment: Attachment, until: number, call: Call): Promise<boolean> {
	const { promise: quiet, resolve } = Promise.withResolvers<boolean>();
	const look = (): void => {
		if (attachment.idleFrames.has(attachment.topFrame)) resolve(true);
	};
	const stop = attachment.listen(look);
	const late = setTimeout(() => resolve(false), Math.max(0, until - Date.now()));
	try {
		await call.within(attachment.send("Page.setLifecycleEventsEnabled", { enabled: true }));
		look();
		return await call.within(quiet);
	} finally {
		clearTimeout(late);
		stop();
	}
}
