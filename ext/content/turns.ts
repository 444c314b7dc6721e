/** Milliseconds of one task of ours: a page that gets its turn within 50 ms still feels at once. */
const TURN_MS = 20;

/** Looks at the clock only so often: asking for each element would cost a tenth of the walk. */
const BETWEEN_LOOKS = 8;

const turnOver = Symbol("turn over");

/**
 * A long reading, done in turns with the page's own tasks between them. The reading itself is an ordinary function that
 * keeps what it has finished: when its time is over it is broken off, and begun again it finds all that at hand.
 */
export class Turns {
	/** Until the first turn begins none ends: a short reading may be done at once. */
	#end = Number.POSITIVE_INFINITY;
	readonly #until: number;
	#untilLook = 0;
	#hasProgress = false;
	#isLate = false;

	/** `until`: milliseconds since the epoch after which there are no more turns. */
	constructor(until = Number.POSITIVE_INFINITY) {
		this.#until = until;
	}

	/** The time for the whole reading is over: what was begun is finished with what is there, and nothing else begun. */
	get isLate(): boolean {
		return this.#isLate;
	}

	begin(): void {
		this.#end = performance.now() + TURN_MS;
		this.#hasProgress = false;
	}

	/** When the turn ends, by `performance.now()`. */
	get end(): number {
		return this.#end;
	}

	/** Something was finished that will not have to be done again. */
	progress(): void {
		this.#hasProgress = true;
	}

	/** Breaks the reading off when its time is over, but never one that got nowhere in this turn. */
	check(): void {
		if (--this.#untilLook > 0 || !this.#hasProgress || this.#isLate) return;
		this.#untilLook = BETWEEN_LOOKS;
		if (performance.now() <= this.#end) return;
		this.#isLate = Date.now() > this.#until;
		if (!this.#isLate) throw turnOver;
	}
}

/** Lets the page's tasks run. A timer would not do: those of a tab in the background come once a second. */
export function nextTask(): Promise<void> {
	return new Promise((resolve) => {
		const { port1, port2 } = new MessageChannel();
		port1.onmessage = () => {
			port1.close();
			resolve();
		};
		port2.postMessage(null);
	});
}

/** What is to be asked of the page between two turns of ours. */
export interface Between {
	/** The page is about to have its turn. */
	leave(): void;
	/** Whether what was finished no longer holds, now that the page had it. */
	isVoid(): boolean;
}

/** Done in turns. Undefined when what was finished no longer holds. */
export async function inTurns<T>(work: () => T, turns: Turns, between?: Between): Promise<T | undefined> {
	for (;;) {
		turns.begin();
		try {
			return work();
		} catch (thrown) {
			if (thrown !== turnOver) throw thrown;
		}
		between?.leave();
		await nextTask();
		if (between?.isVoid()) return undefined;
	}
}

/** All that is made piece by piece, in turns, of which the first ends at `firstEnd` by `performance.now()`. */
export async function piecesInTurns<T>(making: Iterable<T>, firstEnd: number): Promise<readonly T[]> {
	const pieces: T[] = [];
	let end = firstEnd;
	for (const piece of making) {
		pieces.push(piece);
		if (pieces.length % BETWEEN_LOOKS !== 0 || performance.now() < end) continue;
		await nextTask();
		end = performance.now() + TURN_MS;
	}
	return pieces;
}
