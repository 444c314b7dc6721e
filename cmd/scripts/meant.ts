import type { ScriptSummary } from "../../lib/catalog/scripts.ts";
import { MonkError } from "../../lib/errors/error.ts";
import { oneLine } from "../../lib/host/tools/plain-text.ts";

const isUuid = (word: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(word);

/** Four digits at least: a slip of the finger should not mean the only script whose uuid happens to begin so. */
const isStartOfUuid = (word: string): boolean => /^[0-9a-f]{4}[0-9a-f-]{0,32}$/i.test(word);

/**
 * The uuid of the script that a person means: by the whole of it, by its start, or by the script's name.
 *
 * @param list gives the scripts that there are; not asked where the word says it all
 * @throws MonkError INVALID_ARGUMENT for nothing at all and for a word that may mean several; NOT_FOUND
 */
export async function meantBy(word: string, list: () => Promise<readonly ScriptSummary[]>): Promise<string> {
	// An empty variable of a shell script must not stand for whichever script there is.
	if (word.trim() === "")
		throw new MonkError("INVALID_ARGUMENT", "no script is named: the word for it is empty", {
			hint: "Give its uuid, the start of it, or its name; `monk scripts list` lists them.",
		});
	if (isUuid(word)) return word;
	const scripts = await list();
	const wanted = word.toLowerCase();
	const named = scripts.filter(({ name }) => name.toLowerCase() === wanted);
	const begun = isStartOfUuid(word) ? scripts.filter(({ uuid }) => uuid.toLowerCase().startsWith(wanted)) : [];
	const found = named.length > 0 ? named : begun;
	const [only, second] = found;
	if (only === undefined)
		throw new MonkError("NOT_FOUND", `there is no script "${word}"`, {
			hint: "`monk scripts list` lists them; of a uuid give the first four digits at least.",
		});
	if (second === undefined) return only.uuid;
	const several = found.map(({ uuid, name }) => `${uuid} (${oneLine(name)})`).join(", ");
	throw new MonkError("INVALID_ARGUMENT", `"${word}" may be any of ${several}`, { hint: "Give more of the uuid." });
}
