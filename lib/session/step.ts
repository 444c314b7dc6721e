/** What a state machine answers to an event: where it is now, and what the driver must do, in this order. */
export interface Step<State, Effect> {
	readonly state: State;
	readonly effects: readonly Effect[];
}

export interface Machine<State, Event, Effect> {
	readonly initial: State;
	next(state: State, event: Event): Step<State, Effect>;
	/** May answer with an event, which is handled before any other that waits. */
	run(effect: Effect): Event | undefined | Promise<Event | undefined>;
	/** The event that stands for an effect that threw; the effects behind it are not run. */
	failed(thrown: unknown): Event;
}

/**
 * Runs a machine: one event at a time, effects in order. An event that arrives while an effect runs waits, so that
 * a frame which comes during a signature check meets the state that the check leads to.
 */
export function drive<State, Event, Effect>(machine: Machine<State, Event, Effect>): (event: Event) => void {
	const waiting: Event[] = [];
	let state = machine.initial;
	let isRunning = false;

	const runAll = async (effects: readonly Effect[]) => {
		try {
			for (const effect of effects) {
				const outcome = machine.run(effect);
				// Without this test every effect would cost a turn of the event loop, and a hand-over would not be atomic.
				const event = outcome instanceof Promise ? await outcome : outcome;
				if (event !== undefined) waiting.unshift(event);
			}
		} catch (thrown) {
			waiting.unshift(machine.failed(thrown));
		}
	};

	const drain = async () => {
		isRunning = true;
		for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) {
			const step = machine.next(state, event);
			state = step.state;
			if (step.effects.length > 0) await runAll(step.effects);
		}
		isRunning = false;
	};

	return (event) => {
		waiting.push(event);
		if (!isRunning) void drain();
	};
}
