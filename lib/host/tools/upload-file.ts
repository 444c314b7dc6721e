import type { LinkResult, ToolArgs } from "../../catalog/catalog.ts";
import { MonkError } from "../../errors/error.ts";
import { acted } from "./acted.ts";
import { type NamedFile, namedFiles, piecesOf } from "./files.ts";
import type { TabCall, ToolHandler } from "./handler.ts";
import { pageAfter } from "./page-after.ts";
import { oneLine } from "./plain-text.ts";

type Uploaded = LinkResult<"browser_upload_file">;

/** Times that bytes are sent: the extension's worker may end before it has handed them over, or the file may change. */
const TRIES = 3;

/** Sends the bytes ahead, under a name for this one upload. */
async function sendBytes(files: readonly NamedFile[], call: TabCall): Promise<string> {
	const upload = crypto.randomUUID();
	for (const [file, { path }] of files.entries())
		for await (const data of piecesOf(path)) await call.ask("upload_bytes", { upload, file, data });
	return upload;
}

/** The chooser that the press opened was answered, so it is no news. */
function withoutChooser(end: Exclude<Uploaded, { needs: unknown }>): Exclude<Uploaded, { needs: unknown }> {
	const { started = [], ...rest } = end;
	const others = started.filter(({ kind }) => kind !== "file chooser");
	return { ...rest, ...(others.length === 0 ? {} : { started: others }) };
}

export const uploadFile: ToolHandler<ToolArgs<"browser_upload_file">> = {
	on: "tab",
	async run({ paths, ...args }, call) {
		const files = await namedFiles(paths);
		let end = await call.ask("browser_upload_file", { ...args, files });
		for (let sent = 0; "needs" in end && sent < TRIES; sent++) {
			const upload = await sendBytes(files, call);
			end = await call.ask("browser_upload_file", { ...args, files, upload });
		}
		if ("needs" in end)
			throw new MonkError("BROWSER_GONE", `the browser lost the bytes ${TRIES} times over; nothing was uploaded`);
		const names = files.map(({ name }) => oneLine(name)).join(", ");
		const to = oneLine(args.element ?? args.ref ?? "the file chooser");
		return pageAfter(call, acted(`Gave ${names} to ${to}`, withoutChooser(end)));
	},
};
