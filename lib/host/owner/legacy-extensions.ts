import { MonkError } from "../../errors/error.ts";
import { oneLine } from "../tools/plain-text.ts";

/** The errors of a call that found no browser to go to. */
const noBrowser: readonly string[] = ["NO_BROWSER_CONNECTED", "BROWSER_OFFLINE"];

/** How many are remembered: whoever calls says what it likes of itself. */
const most = 32;

/**
 * Extensions of the 0.2 line that called and were refused. Such an extension shows its user nothing, so we tell in
 * its place.
 */
export class LegacyExtensions {
	readonly #seen = new Map<string, string>();

	add({ label, extVersion }: { readonly label?: string; readonly extVersion: string }): void {
		// Its label is empty unless the user gave it one.
		const name = oneLine(label ?? "").slice(0, 64) || "a profile";
		if (this.#seen.size < most || this.#seen.has(name)) this.#seen.set(name, oneLine(extVersion).slice(0, 32));
	}

	get problems(): readonly string[] {
		return [...this.#seen].map(([label, version]) => `${label} runs extension ${version}: update it (monk ext pack)`);
	}

	/** Adds what is known to an error about a missing browser. */
	explain(error: MonkError): MonkError {
		if (!noBrowser.includes(error.code) || this.#seen.size === 0) return error;
		return new MonkError(error.code, `${error.message}; ${this.problems.join("; ")}`, { hint: error.hint });
	}
}
