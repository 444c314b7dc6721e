import { isListening } from "../sockets/client-transport.ts";
import { describeHolder } from "../sockets/port-holder.ts";
import type { Seen } from "./owner.ts";
import { note, ok, type Row } from "./row.ts";

const check = "script manager";

/** How ScriptCat stands. Whoever has none is told nothing, unless something is in its way. */
export async function scriptManagerRows(seen: Seen, port: number): Promise<readonly Row[]> {
	if (seen.owner === "running") {
		switch (seen.status.scripts) {
			case "connected":
				return [ok(check, "ScriptCat is connected")];
			case "away":
				return [
					note(
						check,
						"ScriptCat is paired, but not connected",
						"if it says Connecting, switch its External Access off and on",
					),
				];
			case "unpaired":
				return [];
			default:
				return seen.status.scripts satisfies never;
		}
	}
	if (seen.owner === "unusable" || !(await isListening(port))) return [];
	const holder = await describeHolder(port);
	const next = "end that program if ScriptCat is to reach monk, or set MONK_SCRIPTCAT_PORT";
	return [note(check, `ScriptCat's port ${port} is held by ${holder}`, next)];
}
