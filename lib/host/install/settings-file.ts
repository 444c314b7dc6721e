import { lstat, mkdir, open, readFile, readlink, realpath, rename, stat, unlink } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { MonkError } from "../../errors/error.ts";

/** A client's settings as they lie there: undefined when there is no such file. */
export type FileText = string | undefined;

const codeOf = (thrown: unknown): string =>
	thrown instanceof Error && "code" in thrown ? `${thrown.code}` : "unknown";

const fault = (path: string, what: string, thrown: unknown): MonkError =>
	new MonkError("CONFIG_UNREADABLE", `${path} cannot be ${what} (${codeOf(thrown)}); nothing was changed`);

/** A link leads to the file that is meant, and stays a link; also where that file is not there yet. */
async function placeOf(path: string): Promise<string> {
	const kept = await realpath(path).catch(() => undefined);
	if (kept !== undefined) return kept;
	const facts = await lstat(path).catch(() => undefined);
	if (facts?.isSymbolicLink() !== true) return path;
	const target = resolve(await realpath(dirname(path)), await readlink(path));
	const folder = await stat(dirname(target)).catch(() => undefined);
	if (folder?.isDirectory() === true) return placeOf(target);
	// It may lie on a disk that is not there now: a folder made in its place would hide what comes back.
	throw new MonkError("CONFIG_UNREADABLE", `${path} is a link to ${target}, and that folder is not there`, {
		hint: "Nothing was written: make the folder, or remove the link, and run the same command again.",
	});
}

/** @throws MonkError CONFIG_UNREADABLE for a file that is there and cannot be read, or is no text */
export async function readSettings(path: string): Promise<FileText> {
	let bytes: Buffer;
	try {
		bytes = await readFile(path);
	} catch (thrown) {
		if (codeOf(thrown) === "ENOENT") return undefined;
		throw fault(path, "read", thrown);
	}
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		throw new MonkError("CONFIG_UNREADABLE", `${path} is no text in UTF-8; nothing was changed`);
	}
}

async function fill(path: string, text: string, mode: number): Promise<void> {
	const handle = await open(path, "wx", mode);
	try {
		await handle.chmod(mode);
		await handle.writeFile(text);
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/**
 * Puts a text in the place of the one that was read, whole or not at all; undefined deletes the file. Its mode stays.
 *
 * @throws MonkError CONFLICT when another program has changed the file meanwhile; CONFIG_UNREADABLE
 */
export async function replaceSettings(path: string, before: FileText, after: FileText): Promise<void> {
	const place = await placeOf(path);
	const temporary = `${place}.${process.pid}.monk`;
	try {
		await mkdir(dirname(place), { recursive: true });
		const mode = await stat(place).then(
			(facts) => facts.mode & 0o777,
			() => 0o600,
		);
		if (after !== undefined) await fill(temporary, after, mode);
		if ((await readSettings(place)) !== before)
			throw new MonkError("CONFLICT", `${path} was changed by another program just now`, {
				hint: "Nothing was written: run the same command again.",
			});
		await (after === undefined ? unlink(place) : rename(temporary, place));
	} catch (thrown) {
		await unlink(temporary).catch(() => undefined);
		throw thrown instanceof MonkError ? thrown : fault(path, "written", thrown);
	}
}
