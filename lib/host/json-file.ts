/**
 * Small state files that survive a crash at any moment and are never overwritten when they cannot be trusted:
 * a damaged or foreign file is renamed and reported, so that a person can look at it.
 */
import { chmod, type FileHandle, lstat, open, readFile, rename, unlink } from "node:fs/promises";
import { userInfo } from "node:os";
import { MonkError } from "../errors/error.ts";
import { hasModes } from "./platform.ts";

export interface JsonFile<T> {
	readonly path: string;
	/** Written into the file; a file of another version is kept aside. */
	readonly version: number;
	/** A secret file must be unreadable to others; any other must only be unwritable to them. */
	readonly secret: boolean;
	/** Gives undefined when the value, whose `version` was right, is not what it should be. */
	read(value: Readonly<Record<string, unknown>>): T | undefined;
	write(data: T): Readonly<Record<string, unknown>>;
	readonly empty: T;
}

export interface Loaded<T> {
	readonly data: T;
	/** Why the file was kept aside, and under which name. */
	readonly problem?: string;
}

type Reading = { readonly kind: "absent" } | { readonly kind: "text"; readonly text: string } | Unusable;
interface Unusable {
	readonly kind: "unusable";
	readonly why: string;
}

const unusable = (why: string): Unusable => ({ kind: "unusable", why });

const isMissing = (thrown: unknown): boolean => thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";

async function readTrusted(path: string, secret: boolean): Promise<Reading> {
	try {
		const facts = await lstat(path);
		if (!facts.isFile()) return unusable("is not an ordinary file");
		if (hasModes && facts.uid !== userInfo().uid) return unusable("belongs to another user");
		if (hasModes && (facts.mode & (secret ? 0o077 : 0o022)) !== 0)
			return unusable(secret ? "could be read by other users" : "could be changed by other users");
		return { kind: "text", text: await readFile(path, "utf8") };
	} catch (thrown) {
		return isMissing(thrown) ? { kind: "absent" } : unusable("cannot be read");
	}
}

function parse<T>(file: JsonFile<T>, text: string): { readonly kind: "data"; readonly data: T } | Unusable {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return unusable("is no whole JSON");
	}
	if (typeof value !== "object" || value === null || !("version" in value)) return unusable("is not one of monk's");
	if (value.version !== file.version) return unusable(`is of version ${String(value.version)}, not ${file.version}`);
	const data = file.read({ ...value });
	return data === undefined ? unusable("does not hold what it should") : { kind: "data", data };
}

const stamp = (now: number): string => new Date(now).toISOString().replace(/[-:]/g, "").replace(".", "");

/** Under what name a file is kept that cannot be used. */
export const asideName = (path: string, now: number): string => `${path}.kept-${stamp(now)}`;

/** It may hold keys that others could read. What a link leads to is none of ours, nor is another user's file. */
async function close(path: string): Promise<void> {
	if (hasModes && (await lstat(path)).isFile()) await chmod(path, 0o600);
}

async function keepAside(path: string, why: string, now: number): Promise<string> {
	const aside = asideName(path, now);
	try {
		await rename(path, aside);
	} catch (cause) {
		throw new MonkError("STATE_UNREADABLE", `${path} ${why}, and it cannot be moved aside`, {
			hint: "Move that file away yourself, then try again.",
			cause,
		});
	}
	await close(aside).catch(() => undefined);
	return `${path} ${why}; it was kept as ${aside}`;
}

/**
 * Reads a state file, or gives its empty value when there is none.
 *
 * @param now milliseconds since the epoch, for the name of a file that is kept aside
 * @throws MonkError STATE_UNREADABLE when the file can be neither used nor moved
 */
export async function loadJson<T>(file: JsonFile<T>, now: number): Promise<Loaded<T>> {
	const reading = await readTrusted(file.path, file.secret);
	if (reading.kind === "absent") return { data: file.empty };
	const parsed = reading.kind === "text" ? parse(file, reading.text) : reading;
	if (parsed.kind === "data") return { data: parsed.data };
	return { data: file.empty, problem: await keepAside(file.path, parsed.why, now) };
}

let temporaries = 0;

async function fill(handle: FileHandle, text: string): Promise<void> {
	try {
		await handle.writeFile(text);
		await handle.sync();
	} finally {
		await handle.close();
	}
}

/** Writes a file that only its owner may read: whole or not at all, whenever the machine stops. */
export async function writeWhole(path: string, text: string): Promise<void> {
	const temporary = `${path}.${process.pid}.${++temporaries}.tmp`;
	try {
		await fill(await open(temporary, "wx", 0o600), text);
		await rename(temporary, path);
	} catch (thrown) {
		await unlink(temporary).catch(() => undefined);
		throw thrown;
	}
}

export const saveJson = <T>(file: JsonFile<T>, data: T): Promise<void> =>
	writeWhole(file.path, `${JSON.stringify({ version: file.version, ...file.write(data) }, null, "\t")}\n`);
