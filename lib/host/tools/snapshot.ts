import type { ToolArgs } from "../../catalog/catalog.ts";
import { usualChars } from "../../catalog/snapshot.ts";
import type { ToolHandler, ToolOutput } from "./handler.ts";
import { readPage, type View } from "./page-after.ts";

/** A file holds all, unless told otherwise: whoever reads it later can search it. */
export const charsFor = ({ file, max_chars }: { file?: string; max_chars?: number }): { maxChars?: number } => {
	const chars = max_chars ?? (file === undefined ? usualChars : undefined);
	return chars === undefined ? {} : { maxChars: chars };
};

/** Hands a text over for the client's own process to write: see `save.ts`. */
export const intoFile = (output: ToolOutput, file: string, text: string, what: string): ToolOutput => ({
	result: `${what} of ${text.length} characters`,
	...(output.page === undefined ? {} : { page: output.page }),
	structured: { file, text },
});

export const snapshot: ToolHandler<ToolArgs<"browser_snapshot">> = {
	on: "tab",
	async run({ root, depth, filter, since, ...size }, call) {
		const view: View = {
			...(root === undefined ? {} : { root }),
			...(depth === undefined ? {} : { depth }),
			...(filter === undefined ? {} : { filter }),
			...charsFor(size),
		};
		const output = await readPage(call, view, since);
		const { file } = size;
		return file === undefined ? output : intoFile(output, file, `${output.snapshot ?? ""}\n`, "Snapshot");
	},
};
