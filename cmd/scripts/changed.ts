import { oneLine } from "../../lib/host/tools/plain-text.ts";
import { printJson, say } from "../terminal/output.ts";

interface Change {
	readonly uuid: string;
	/** The script's own word. */
	readonly name?: string;
	readonly enabled?: boolean;
}

/** Says what was done, on stderr, or prints it as JSON. */
export function changed(done: string, change: Change, json: boolean | undefined): void {
	const { uuid, name = "", enabled } = change;
	if (json) printJson({ uuid, ...(name === "" ? {} : { name }), ...(enabled === undefined ? {} : { enabled }) });
	else say(`${done} ${uuid}${name === "" ? "" : ` (${oneLine(name)})`}`);
}
