import type { LinkResult } from "../../catalog/catalog.ts";
import type { Started } from "../../catalog/started.ts";

/** What an act did, in words, and what it set going. */
export interface ActReport {
	readonly result: string;
	readonly started: readonly Started[];
}

/** What an act tells: what it did, and by which means, when not by trusted input. */
export function acted(what: string, { via, started = [] }: LinkResult<"browser_click">): ActReport {
	const means = via === "dom" ? "\nvia: dom (Chrome refused the debugger, so the events are not trusted)" : "";
	return { result: `${what}${means}`, started };
}
