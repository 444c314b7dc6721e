import { MonkError } from "../../errors/error.ts";
import { oneLine } from "../tools/plain-text.ts";

/**
 * Extensions of the 0.2 line that called and were refused. Such an extension shows its user nothing, so we tell in
 * its place.
 */
export class LegacyExtensions {
	readonly #seen = new Map<string, string>();

	add({ label, extVersion }: { readonly label?: string; readonly extVersion: string }): void {
		if (this.#seen.size < 32)
			this.#seen.set(oneLine(label ?? "a profile").slice(0, 64), oneLine(extVersion).slice(0, 32));
	}

	get problems(): readonly string[] {
		return [...this.#seen].map(([label, version]) => `${label} runs extension ${version}: update it (monk ext pack)`);
	}

	/** Adds what is known to an error about a missing browser. */
	explain(error: MonkError): MonkError {
		if (error.code !== "NO_BROWSER_CONNECTED" || this.#seen.size === 0) return error;
		return new MonkError(error.code, `${error.message}; ${this.problems.join("; ")}`, { hint: error.hint });
	}
}
