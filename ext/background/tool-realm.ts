import type { Debugging } from "./debugger/debugging.ts";

/** What tools share beyond one call. */
export interface ToolRealm {
	readonly debugging: Debugging;
}
