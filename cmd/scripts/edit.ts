import { defineCommand } from "citty";
import type { ScriptEdit } from "../../lib/catalog/scripts.ts";
import { MonkError } from "../../lib/errors/error.ts";
import { applyEdits } from "../../lib/host/scriptcat/edits.ts";
import { diffText } from "../../lib/host/scriptcat/line-diff.ts";
import { readTextFile } from "../../lib/host/scriptcat/source-file.ts";
import { visibleLines } from "../../lib/host/tools/plain-text.ts";
import { jsonArg, meta, portArgs } from "../terminal/args.ts";
import { say } from "../terminal/output.ts";
import { scriptArg } from "./args.ts";
import { changed } from "./changed.ts";
import { type ScriptManager, withScriptManager } from "./script-manager.ts";

interface EditFlags {
	readonly file?: string | undefined;
	readonly replace?: string | undefined;
	readonly with?: string | undefined;
	readonly all?: boolean | undefined;
}

const invalid = (why: string): MonkError =>
	new MonkError("INVALID_ARGUMENT", `monk scripts edit: ${why}`, {
		hint: "Give --replace OLD --with NEW, or --file with a JSON list of {oldText, newText, replaceAll?}.",
	});

function isEdit(value: unknown): value is ScriptEdit {
	if (typeof value !== "object" || value === null) return false;
	const { oldText, newText, replaceAll, ...rest } = value as Record<string, unknown>;
	const areTexts = typeof oldText === "string" && oldText !== "" && typeof newText === "string";
	return areTexts && ["boolean", "undefined"].includes(typeof replaceAll) && Object.keys(rest).length === 0;
}

function editsIn(text: string, file: string): readonly ScriptEdit[] {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		throw invalid(`${file} holds no JSON`);
	}
	if (Array.isArray(value) && value.length > 0 && value.every(isEdit)) return value;
	throw invalid(`${file} is no list of edits`);
}

async function readEdits({ file, replace, with: newText, all }: EditFlags): Promise<readonly ScriptEdit[]> {
	if ((file === undefined) === (replace === undefined)) throw invalid("give one of --file and --replace");
	if (file !== undefined) return editsIn(await readTextFile(file), file);
	if (!replace || newText === undefined) throw invalid("--replace goes together with --with");
	return [{ oldText: replace, newText, ...(all ? { replaceAll: true } : {}) }];
}

/** Shows what the edits would change, as a person would read it in a browser that is not at hand. */
async function showDiff(manager: ScriptManager, uuid: string, edits: readonly ScriptEdit[]): Promise<void> {
	const { code } = await manager.ask("scripts.source.get", { uuid });
	const edited = applyEdits(code, edits);
	if (edited.state === "refused") throw invalid(edited.why);
	say(visibleLines(diffText(code, edited.text)));
}

export const edit = defineCommand({
	meta: meta(
		"scripts edit",
		"Show what replacing texts in a user script changes, then ask a person, in the browser, to take it over",
		"monk scripts edit Tidy --replace 'let a' --with 'const a'",
	),
	args: {
		...scriptArg,
		replace: { type: "string", valueHint: "old", description: "Text to replace, which must occur once" },
		with: { type: "string", valueHint: "new", description: "What stands in its place" },
		all: { type: "boolean", description: "Replace it wherever it occurs" },
		file: {
			type: "string",
			valueHint: "file",
			description: "A JSON list of {oldText, newText, replaceAll?}; - is stdin",
		},
		"dry-run": { type: "boolean", description: "Only show what would change" },
		...portArgs,
		...jsonArg,
	},
	async run({ args: { script, json, file, replace, with: newText, all, ...flags } }) {
		const edits = await readEdits({ file, replace, with: newText, all });
		await withScriptManager(flags, async (manager) => {
			const uuid = await manager.uuidOf(script);
			await showDiff(manager, uuid, edits);
			if (flags["dry-run"]) return;
			changed("edited", await manager.ask("scripts.edit.request", { uuid, edits: [...edits] }), json);
		});
	},
});
