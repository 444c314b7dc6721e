import { lstat, readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { MonkError } from "../../errors/error.ts";
import type { Random } from "../../wire/transport.ts";
import { writeWhole } from "../json-file.ts";
import { hasModes } from "../platform.ts";

const shape = /^[0-9a-f]{64}$/;

const unusable = (path: string, why: string): MonkError =>
	new MonkError("STATE_UNREADABLE", `${path} ${why}, so nobody is let in by it`, {
		hint: "Delete that file: the next `monk serve --http` writes a new token, which your agents then need.",
	});

/**
 * The token that lets agents in over HTTP. It outlives its owner, because agents have it in their settings; whoever
 * deletes the file gets a new one.
 *
 * @throws MonkError STATE_UNREADABLE when the file is another user's, can be read by others, or holds no token
 */
export async function httpToken(path: string, random: Random): Promise<string> {
	const facts = await lstat(path).catch(() => undefined);
	if (facts === undefined) {
		const token = random.bytes(32).toHex();
		await writeWhole(path, `${token}\n`);
		return token;
	}
	if (!facts.isFile()) throw unusable(path, "is not an ordinary file");
	if (hasModes && facts.uid !== userInfo().uid) throw unusable(path, "belongs to another user");
	if (hasModes && (facts.mode & 0o077) !== 0) throw unusable(path, "could be read by other users");
	const token = (await readFile(path, "utf8").catch(() => "")).trim();
	if (!shape.test(token)) throw unusable(path, "holds no token");
	return token;
}
