import { MonkError } from "../../lib/errors/error.ts";
import type { ContentApi, IncomingFile } from "../content-api.ts";
import type { DomPlace } from "./acting.ts";
import type { Call } from "./call.ts";
import type { Goods } from "./debugger/handing-over.ts";
import { runInFrames } from "./in-frames.ts";

const GIVE_MS = 5_000;

type Target = "input" | "zone" | string;

/** Sent to the frame as text. Where the files go, or why they cannot. */
function targetHere(ref: string, count: number): Target {
	const { monk } = globalThis as { monk?: ContentApi };
	const input = monk?.fileInput(ref) as HTMLInputElement | undefined;
	if (monk === undefined) return "is no longer in the page";
	if (input === undefined) return monk.isPressed(ref) ? "opens a file chooser, which needs the debugger" : "zone";
	if (input.matches(":disabled")) return "is disabled";
	return count > 1 && !input.multiple && !input.webkitdirectory ? `takes one file, not ${count}` : "input";
}

/** Sent to the frame as text. */
const announce = (files: readonly IncomingFile[]): void =>
	(globalThis as { monk?: ContentApi }).monk?.receiveFiles(files);

/** Sent to the frame as text. */
const receive = (file: number, piece: string): void =>
	(globalThis as { monk?: ContentApi }).monk?.receiveBytes(file, piece);

/** Sent to the frame as text. */
function giveHere(ref: string): boolean {
	const { monk } = globalThis as { monk?: ContentApi };
	const input = monk?.fileInput(ref);
	return (input === undefined ? monk?.dropFiles(ref) : monk?.giveFiles(input)) ?? false;
}

/** Gives files, as bytes, to a file input or a drop zone without the debugger. Throws NOT_ACTIONABLE. */
export async function uploadByDom(
	{ tabId, frame }: DomPlace,
	begin: () => Promise<void>,
	ref: string,
	goods: Goods,
	call: Call,
): Promise<"done" | "needs bytes"> {
	const where = [frame.documentId];
	const [answer] = await runInFrames(tabId, where, call, GIVE_MS, targetHere, [ref, goods.files.length]);
	const target = answer?.result;
	if (target !== "input" && target !== "zone")
		throw new MonkError("NOT_ACTIONABLE", `${ref} ${target ?? "does not answer"}`);
	if (goods.bytes === undefined) return "needs bytes";
	const files = goods.files.map(({ name, type, lastModified }) => ({ name, type, lastModified }));
	await runInFrames(tabId, where, call, GIVE_MS, announce, [files]);
	for (const [file, pieces] of goods.bytes.entries())
		for (const piece of pieces) await runInFrames(tabId, where, call, GIVE_MS, receive, [file, piece]);
	await begin();
	const [given] = await runInFrames(tabId, where, call, GIVE_MS, giveHere, [ref]);
	if (given?.result !== true) throw new MonkError("NOT_ACTIONABLE", `${ref} takes no files that are dropped there`);
	return "done";
}
