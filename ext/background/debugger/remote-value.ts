import { MonkError } from "../../../lib/errors/error.ts";

/** What the debugger answers to an evaluation. */
export interface Evaluated {
	readonly result: RemoteValue;
	readonly exceptionDetails?: {
		readonly text: string;
		readonly exception?: RemoteValue;
	};
}

export interface RemoteValue {
	readonly type: string;
	readonly subtype?: string;
	readonly value?: unknown;
	readonly unserializableValue?: string;
	readonly description?: string;
	readonly objectId?: string;
}

/** The page's own words about what it threw: an error's message without the stack, or the value. */
export function thrownText({ text, exception }: NonNullable<Evaluated["exceptionDetails"]>): string {
	if (exception === undefined) return text;
	if (exception.subtype === "error") return (exception.description ?? text).split("\n    at ")[0] ?? text;
	return exception.description ?? JSON.stringify(exception.value) ?? exception.type;
}

/** Throws EVAL_ERROR with the page's message when the evaluation threw. */
export function resultOf({ result, exceptionDetails }: Evaluated): RemoteValue {
	if (exceptionDetails !== undefined) {
		const words = thrownText(exceptionDetails);
		throw new MonkError("EVAL_ERROR", exceptionDetails.exception?.subtype === "error" ? words : `threw ${words}`);
	}
	return result;
}
