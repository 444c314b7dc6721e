import { endingSignals } from "../../lib/host/platform.ts";
import type { ExitStatus } from "./exit.ts";

const voided: ExitStatus = 2;
const heard: NodeJS.Signals[] = [];
const listeners: ((signal: NodeJS.Signals) => void)[] = [];

/**
 * Hears from now on what asks this process to end. A command that ends in good order has it called before it loads
 * anything: whoever starts a process may end it in the next moment.
 */
export function hearEnding(): void {
	for (const signal of endingSignals)
		process.on(signal, () => {
			// Nothing runs yet that could end in good order, and it is asked for in earnest.
			if (heard.length > 0 && listeners.length === 0) process.exit(voided);
			heard.push(signal);
			for (const listener of listeners) listener(signal);
		});
}

/** Calls `end` at each of those signals, at once when one has come already. */
export function onEnding(end: (signal: NodeJS.Signals) => void): void {
	listeners.push(end);
	for (const signal of heard) end(signal);
}
