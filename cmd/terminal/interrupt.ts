import { endingSignals } from "../../lib/host/platform.ts";

/** Fires at the first Ctrl-C or SIGTERM, so that a wait can be given up in good order; the second one ends at once. */
export function interruption(): AbortSignal {
	const controller = new AbortController();
	for (const signal of endingSignals) process.once(signal, () => controller.abort());
	return controller.signal;
}
