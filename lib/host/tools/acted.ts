import type { LinkResult } from "../../catalog/catalog.ts";
import { oneLine } from "./plain-text.ts";

/** What an act tells beside what it did: by which means, when not by trusted input, and where it led. */
export function acted(what: string, { via, navigated }: LinkResult<"browser_click">): string {
	const means = via === "dom" ? "\nvia: dom (Chrome refused the debugger, so the events are not trusted)" : "";
	const moved = navigated === undefined ? "" : `\nThe tab went to ${oneLine(navigated)}`;
	return `${what}${means}${moved}`;
}
