/** Milliseconds for which Chrome's events are heard after their last use. */
const LINGER_MS = 10_000;

/**
 * Listeners of Chrome's events that stay on for a while after they were needed. To put them on and to take them off
 * costs more than a small act, and what hears for ever wakes the worker for every page that the person opens.
 */
export class Hearing {
	private users = 0;
	private isOn = false;
	private timer: ReturnType<typeof setTimeout> | undefined;

	/** `turn` puts all the listeners on, or takes them off. */
	constructor(private readonly turn: (verb: "addListener" | "removeListener") => void) {}

	begin(): void {
		clearTimeout(this.timer);
		this.users++;
		if (this.isOn) return;
		this.isOn = true;
		this.turn("addListener");
	}

	/** For each that began. */
	end(): void {
		this.users--;
		if (this.users > 0) return;
		clearTimeout(this.timer);
		this.timer = setTimeout(() => {
			this.isOn = false;
			this.turn("removeListener");
		}, LINGER_MS);
	}
}
