import type { Call } from "../call.ts";
import { type Activity, afterActivity, idle } from "./activity.ts";
import type { Attachment } from "./attachment.ts";

/** Follows what a tab's page does from now on, until `stop`. */
export class ActivityWatch {
	private current: Activity = idle;
	private readonly listeners = new Set<() => void>();
	private readonly undo: () => void;

	constructor(attachment: Attachment) {
		this.undo = attachment.listen((event) => {
			const before = this.current;
			this.current = afterActivity(before, event, attachment.topFrame);
			const isNews = this.current !== before || event.method === "Page.javascriptDialogOpening";
			if (isNews) for (const listener of this.listeners) listener();
		});
	}

	get state(): Activity {
		return this.current;
	}

	/** Resolves at the next news, or a dialog, or after `ms`. */
	news(ms: number, call: Call): Promise<void> {
		const { promise, resolve } = Promise.withResolvers<void>();
		this.listeners.add(resolve);
		const late = call.pause(ms);
		return Promise.race([promise, late]).finally(() => {
			this.listeners.delete(resolve);
			late.catch(() => undefined);
		});
	}

	/** The navigation that was asked for has begun, or will not. */
	leftFor(): void {
		this.current = { ...this.current, leavingFor: undefined };
	}

	/** A link that downloads was clicked. */
	askedForDownload(): void {
		this.current = { ...this.current, isDownloadAsked: true };
	}

	stop(): void {
		this.undo();
	}
}
