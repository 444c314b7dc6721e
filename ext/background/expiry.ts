import { hasExpired, nextEnd } from "../grant.ts";
import { currentShares, dropGrants } from "./shares.ts";

/** Wakes the worker when a share ends by itself; Chrome may be some seconds late with it. */
const ALARM = "a share ends";

/** The longest that a timer can be set, in milliseconds; the worker has died long before. */
const MAX_TIMER_MS = 2_147_483_647;

/**
 * Takes away shares whose time is over. Nothing is allowed by them any more, whether they are still there or not; that
 * they go is what ends the calls that run by them, and what the person and the owner see.
 */
export class Expiry {
	private timer: ReturnType<typeof setTimeout> | undefined;
	private readonly changed: () => void;

	/** `changed` is told after shares went. */
	constructor(changed: () => void) {
		this.changed = changed;
	}

	/** Registers its listeners, which must be in the worker's first turn, and looks for the first time. */
	follow(): void {
		const look = (): void => {
			this.look().catch((thrown: unknown) => console.error("the shares' ends could not be looked at", thrown));
		};
		chrome.alarms.onAlarm.addListener(({ name }) => {
			if (name === ALARM) look();
		});
		chrome.storage.onChanged.addListener((changes) => {
			if ("grants" in changes) look();
		});
		look();
	}

	private async look(): Promise<void> {
		const [{ grants }, now] = [await currentShares(), Date.now()];
		clearTimeout(this.timer);
		const next = nextEnd(grants);
		if (next === undefined) return;
		if (next > now) {
			this.timer = setTimeout(() => this.look(), Math.min(next - now, MAX_TIMER_MS));
			await chrome.alarms.create(ALARM, { when: next });
			return;
		}
		// The change is news of its own, by which the next end is looked for.
		await dropGrants((grant) => hasExpired(grant, now));
		this.changed();
	}
}
