import { timingSafeEqual } from "node:crypto";
import { readFile, unlink } from "node:fs/promises";
import type { Random } from "../../wire/transport.ts";
import { writeWhole } from "../json-file.ts";

const shape = /^[0-9a-f]{64}$/;

/** A fresh control token: whoever can read its file may use the control port. */
export async function mintToken(path: string, random: Random): Promise<string> {
	const token = random.bytes(32).toHex();
	await writeWhole(path, `${token}\n`);
	return token;
}

/** The token that the owner wrote, or nothing when there is none yet or none that can be read. */
export async function readToken(path: string): Promise<string | undefined> {
	const text = (await readFile(path, "utf8").catch(() => "")).trim();
	return shape.test(text) ? text : undefined;
}

/** Takes the token away at the owner's end, unless another owner has written its own meanwhile. */
export async function dropToken(path: string, token: string): Promise<void> {
	if ((await readToken(path)) === token) await unlink(path).catch(() => undefined);
}

/** Compares in a time that tells nothing of where two secrets differ. */
export const isSameSecret = (a: string, b: string): boolean =>
	a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
