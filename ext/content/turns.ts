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
	#untilLook = 0;
	#hasProgress = false;

	begin(): void {
		this.#end = performance.now() + TURN_MS;
		this.#hasProgress = false;
	}

	/** Something was finished that will not have to be done again. */
	progress(): void {
		this.#hasProgress = true;
	}

	/** Breaks the reading off when its time is over, but never one that got nowhere in this turn. */
	check(): void {
		if (--this.#untilLook > 0 || !this.#hasProgress) return;
		this.#untilLook = BETWEEN_LOOKS;
		if (performance.now() > this.#end) throw turnOver;
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

/** Done in turns. Undefined when `isVoid` says, after a turn of the page's, that what was finished no longer holds. */
export async function inTurns<T>(work: () => T, turns: Turns, isVoid: () => boolean): Promise<T | undefined> {
	for (;;) {
		turns.begin();
		try {
			return work();
		} catch (thrown) {
			if (thrown !== turnOver) throw thrown;
		}
		await nextTask();
		if (isVoid()) return undefined;
	}
}

/** All that is made piece by piece, in turns. */
export async function piecesInTurns<T>(making: Iterable<T>): Promise<readonly T[]> {
	const pieces: T[] = [];
	// Whoever asks has done something in this task already.
	let end = performance.now();
	for (const piece of making) {
		pieces.push(piece);
		if (pieces.length % BETWEEN_LOOKS !== 0 || performance.now() < end) continue;
		await nextTask();
		end = performance.now() + TURN_MS;
	}
	return pieces;
}
