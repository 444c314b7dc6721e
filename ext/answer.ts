import { fromWireError, toWireError } from "../lib/errors/error.ts";
import type { Answer } from "./messages.ts";

/** Carries out a request and puts its end, good or bad, into a form that crosses realms. */
export async function answerWith<T>(work: () => Promise<T>): Promise<Answer<T>> {
	try {
		return { ok: true, value: await work() };
	} catch (thrown) {
		const error = toWireError(thrown);
		if (error.code === "INTERNAL_ERROR") console.error(thrown);
		return { ok: false, error };
	}
}

/** Throws the MonkError that an answer carries, or returns its value. */
export function unwrap<T>(answer: Answer<T>): T {
	if (answer.ok) return answer.value;
	throw fromWireError(answer.error);
}
