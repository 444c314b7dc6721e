import { MonkError } from "../../lib/errors/error.ts";
import { type RefTable, session } from "../storage.ts";
import type { LiveFrame } from "./in-frames.ts";

const TOP = 0;

const none: RefTable = { floor: 1, nextFrame: 1, frames: {} };

/** Gives each document that has none the next frame number; the top one is always 0. */
export function numberFrames(table: RefTable = none, frames: readonly LiveFrame[]): RefTable {
	const fresh = frames.filter(({ frameId, documentId }) => frameId !== TOP && table.frames[documentId] === undefined);
	if (fresh.length === 0) return table;
	const added = fresh.map(({ documentId }, index) => [documentId, table.nextFrame + index]);
	return {
		...table,
		nextFrame: table.nextFrame + fresh.length,
		frames: { ...table.frames, ...Object.fromEntries(added) },
	};
}

/** The tab's counter never goes back, so that a ref of an earlier document can never name an element of a later one. */
export const raiseFloor = (table: RefTable = none, nextRef: number): RefTable =>
	nextRef > table.floor ? { ...table, floor: nextRef } : table;

async function updateTable(tabId: number, change: (table: RefTable | undefined) => RefTable): Promise<RefTable> {
	const tables = await session.update("refs", (all = {}) => {
		const before = all[tabId];
		const after = change(before);
		return after === before ? all : { ...all, [String(tabId)]: after };
	});
	return tables[tabId] ?? none;
}

/** The numbers of a tab's frames, and the floor for refs of its top document. */
export const numbersOf = (tabId: number, frames: readonly LiveFrame[]): Promise<RefTable> =>
	updateTable(tabId, (table) => numberFrames(table, frames));

export async function keepFloor(tabId: number, nextRef: number): Promise<void> {
	await updateTable(tabId, (table) => raiseFloor(table, nextRef));
}

/** The number F in `f<F>e<N>`; 0 for `e<N>`. Throws INVALID_ARGUMENT for what is no ref. */
export function frameNumber(ref: string): number {
	const parts = /^(?:f([1-9]\d*))?e[1-9]\d*$/.exec(ref);
	if (parts === null)
		throw new MonkError("INVALID_ARGUMENT", `${JSON.stringify(ref.slice(0, 40))} is not a ref like e12 or f1e3`);
	return parts[1] === undefined ? TOP : Number(parts[1]);
}

const refNumber = (ref: string): number => Number(/\d+$/.exec(ref)?.[0]);

/** Whether a number may have been handed out in this tab, by whatever document: only those of others are above. */
export const mayBeOwn = (table: RefTable, ref: string): boolean => {
	const frame = frameNumber(ref);
	return frame === TOP ? refNumber(ref) < table.floor : frame < table.nextFrame;
};

/** Whether a ref that its document does not know was given in this tab before. */
export async function originOfRef(tabId: number, ref: string): Promise<"this tab" | "elsewhere"> {
	const table = (await session.get("refs"))?.[tabId] ?? none;
	return mayBeOwn(table, ref) ? "this tab" : "elsewhere";
}

/** The live frame in which a ref was handed out. Throws STALE_REF when that document is gone. */
export async function frameOfRef(tabId: number, ref: string, frames: readonly LiveFrame[]): Promise<LiveFrame> {
	const number = frameNumber(ref);
	const table = (await session.get("refs"))?.[tabId] ?? none;
	const frame = frames.find(({ frameId, documentId }) =>
		number === TOP ? frameId === TOP : table.frames[documentId] === number,
	);
	if (frame !== undefined) return frame;
	throw new MonkError(
		"STALE_REF",
		mayBeOwn(table, ref)
			? `the frame of ${ref} was navigated or has gone`
			: `${ref} was never given in this tab: it is another tab's, or of no snapshot`,
	);
}
