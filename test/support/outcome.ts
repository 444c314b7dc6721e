import type { MonkError } from "../../lib/errors/error.ts";

/** The code and the line of the error that ends `work`; `no error` when none does. */
export const outcomeOf = (work: Promise<unknown>): Promise<string> =>
	work.then(
		() => "no error",
		(thrown: MonkError) => `${thrown.code}: ${thrown.message}`,
	);
