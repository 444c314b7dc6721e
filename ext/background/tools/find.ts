import type { LinkParams } from "../../../lib/catalog/catalog.ts";
import { MonkError } from "../../../lib/errors/error.ts";
import { findInLines, firstLines, type Query } from "../../snapshot/find.ts";
import { mayTakeForever } from "../../snapshot/slow-regex.ts";
import type { Tool } from "../executor.ts";
import { readSnapshot } from "../page-tree.ts";
import { requireTab } from "../tab-access.ts";

/** Hits shown; the rest is counted. */
const MAX_HITS = 50;

/** Lines before and after each hit, unless told otherwise. */
const USUAL_CONTEXT = 2;

/** Throws INVALID_ARGUMENT for what is no query, or one that could hold up the worker. */
export function queryOf({ text, regex }: LinkParams<"browser_find">): Query {
	if ((text === undefined) === (regex === undefined))
		throw new MonkError("INVALID_ARGUMENT", "give one of text and regex");
	if (text !== undefined) return { kind: "text", text };
	const source = regex ?? "";
	try {
		new RegExp(source, "iu");
	} catch (thrown) {
		throw new MonkError("INVALID_ARGUMENT", `regex: ${thrown instanceof Error ? thrown.message : "it is none"}`);
	}
	if (mayTakeForever(source))
		throw new MonkError("INVALID_ARGUMENT", "regex: a repetition inside a repetition could take for ever", {
			hint: "Write it with single repetitions, or search for a text.",
		});
	return { kind: "regex", source, flags: "iu" };
}

/** Searches the snapshot of the page, so that what is found has refs. */
export const find: Tool<"browser_find"> = async (params, call) => {
	const query = queryOf(params);
	const { root, context = USUAL_CONTEXT, maxChars = Number.POSITIVE_INFINITY } = params;
	const tab = await requireTab(params.tabId, "look", call);
	const { snapshot, isLate, ...page } = await readSnapshot(tab.id, { root }, call);
	// The page may have moved on to where the share does not reach.
	await requireTab(tab.id, "look", call);
	const lines = snapshot.split("\n");
	let maxHits = MAX_HITS;
	let hits = findInLines(lines, query, { context, maxHits });
	while (hits.text.length > maxChars && maxHits > 1) {
		maxHits = Math.floor(maxHits / 2);
		hits = findInLines(lines, query, { context, maxHits });
	}
	return {
		tabId: tab.id,
		...page,
		found: firstLines(hits.text, maxChars),
		count: hits.count,
		shown: Math.min(hits.count, maxHits),
		...(isLate ? { late: true as const } : {}),
	};
};
