import { MonkError } from "../../errors/error.ts";

/** For `what`, a script's text of more than ScriptCat takes (MAX_SOURCE_BYTES). */
export const sourceTooLong = (what: string): MonkError =>
	new MonkError("PAYLOAD_TOO_LARGE", `${what} is longer than 2 MiB`, {
		hint: "A user script holds 2 MiB at most; split it, or let it load its data.",
	});
