import { timingSafeEqual } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { userInfo } from "node:os";
import { MonkError } from "../../errors/error.ts";
import type { Random } from "../../wire/transport.ts";
import { writeWhole } from "../json-file.ts";
import { hasModes } from "../platform.ts";

const shape = /^[0-9a-f]{64}$/;

/** A fresh control token: whoever can read its file may use the control port. */
export async function mintToken(path: string, random: Random): Promise<string> {
	const token = random.bytes(32).toHex();
	await writeWhole(path, `${token}\n`);
	return token;
}

/** Windows knows neither flag. */
const readFlags =
	constants.O_RDONLY |
	((constants as { O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0) |
	((constants as { O_NONBLOCK?: number }).O_NONBLOCK ?? 0);

const unsafe = (path: string, why: string): MonkError =>
	new MonkError("STATE_UNSAFE", `the control token ${path} ${why}, so whoever put it there may pass for your monk`);

/** Why a token from that file says nothing of who wrote it; nothing when it does. */
function suspicion({ uid, mode, isFile }: { readonly uid: number; readonly mode: number; readonly isFile: boolean }) {
	if (!isFile) return "is no file";
	if (!hasModes) return undefined;
	if (uid !== userInfo().uid) return `belongs to another user (uid ${uid})`;
	return (mode & 0o077) === 0 ? undefined : `can be reached by other users (mode ${(mode & 0o777).toString(8)})`;
}

const codeOf = (thrown: unknown): unknown => (thrown instanceof Error && "code" in thrown ? thrown.code : undefined);

/**
 * The token that the owner wrote, or nothing when there is none yet or none that can be read.
 *
 * @throws MonkError STATE_UNSAFE when it may be somebody else's
 */
export async function readToken(path: string): Promise<string | undefined> {
	let file: FileHandle;
	try {
		file = await open(path, readFlags);
	} catch (thrown) {
		if (codeOf(thrown) === "ELOOP") throw unsafe(path, "is a link");
		return undefined;
	}
	try {
		const facts = await file.stat();
		const why = suspicion({ uid: facts.uid, mode: facts.mode, isFile: facts.isFile() });
		if (why !== undefined) throw unsafe(path, why);
		const text = (await file.readFile("utf8")).trim();
		return shape.test(text) ? text : undefined;
	} finally {
		await file.close();
	}
}

/** Takes the token away at the owner's end, unless another owner has written its own meanwhile. */
export async function dropToken(path: string, token: string): Promise<void> {
	if ((await readToken(path).catch(() => undefined)) === token) await unlink(path).catch(() => undefined);
}

/** Compares in a time that tells nothing of where two secrets differ. */
export const isSameSecret = (a: string, b: string): boolean =>
	a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
