/** The scripts that a scripted ScriptCat holds, and what it does with them. */
import { createHash, randomUUID } from "node:crypto";

export interface StoredScript {
	readonly uuid: string;
	readonly code: string;
	readonly enabled: boolean;
	readonly updatedAt: number;
}

/** What ScriptCat answers in place of a result. */
export class Refusal extends Error {
	constructor(
		readonly code: string,
		message: string,
	) {
		super(message);
	}
}

type Input = Readonly<Record<string, unknown>>;

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const bytes = (text: string): number => Buffer.byteLength(text);
const MAX_SOURCE = 2 * 1024 * 1024;

const values = (code: string, key: string): string[] =>
	[...code.matchAll(new RegExp(`^// @${key}[ \\t]+(.*?)\\r?$`, "gm"))].map(([, value]) => value ?? "");
const value = (code: string, key: string): string | undefined => values(code, key)[0];
const isUserScript = (code: string): boolean => code.includes("==UserScript==") && value(code, "name") !== undefined;

const optional = (key: string, found: string | undefined) => (found === undefined ? {} : { [key]: found });

const summaryOf = ({ uuid, code, enabled, updatedAt }: StoredScript) => ({
	uuid,
	name: value(code, "name") ?? "",
	namespace: value(code, "namespace") ?? "",
	type: "normal",
	enabled,
	updatedAt: new Date(updatedAt).toISOString(),
	hasUpdateUrl: value(code, "updateURL") !== undefined,
	...optional("version", value(code, "version")),
	...optional("author", value(code, "author")),
	...optional("description", value(code, "description")),
});

const metadataOf = (script: StoredScript) => ({
	...summaryOf(script),
	matches: values(script.code, "match"),
	includes: values(script.code, "include"),
	excludes: values(script.code, "exclude"),
	grants: values(script.code, "grant"),
	connects: values(script.code, "connect"),
	requires: values(script.code, "require"),
	resources: values(script.code, "resource"),
	...optional("runAt", value(script.code, "run-at")),
	contentTrust: "untrusted-user-script-metadata",
});

/** Occurrences are counted where they overlap, too. */
function occurrences(text: string, wanted: string): number {
	let count = 0;
	for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) count++;
	return count;
}

interface Edit {
	readonly oldText: string;
	readonly newText: string;
	readonly replaceAll?: boolean;
}

export function edited(code: string, edits: readonly Edit[]): string {
	let text = code;
	for (const { oldText, newText, replaceAll } of edits) {
		const count = occurrences(text, oldText);
		if (count === 0) throw new Refusal("INVALID_REQUEST", "oldText not found");
		if (count > 1 && !replaceAll) throw new Refusal("INVALID_REQUEST", `oldText not unique (${count} occurrences)`);
		text = replaceAll ? text.split(oldText).join(newText) : text.replace(oldText, () => newText);
	}
	if (text === code) throw new Refusal("INVALID_REQUEST", "edits produce no change");
	if (bytes(text) > MAX_SOURCE) throw new Refusal("PAYLOAD_TOO_LARGE", "source too large");
	return text;
}

export class Library {
	readonly scripts = new Map<string, StoredScript>();

	add(code: string, more: Partial<StoredScript> = {}): StoredScript {
		const script = { uuid: randomUUID(), code, enabled: true, updatedAt: Date.now(), ...more };
		this.scripts.set(script.uuid, script);
		return script;
	}

	list = () => ({
		scripts: [...this.scripts.values()].map(summaryOf),
		contentTrust: "untrusted-user-script-metadata",
	});

	metadata = ({ uuid }: Input) => metadataOf(this.find(uuid));

	find(uuid: unknown): StoredScript {
		const script = this.scripts.get(String(uuid));
		if (script === undefined) throw new Refusal("NOT_FOUND", "script not found");
		return script;
	}

	source({ uuid, startLine, endLine, maxBytes }: Input) {
		const { code } = this.find(uuid);
		const lines = code.split("\n");
		const isWindow = startLine !== undefined;
		if (!isWindow && maxBytes !== undefined && bytes(code) > Number(maxBytes))
			throw new Refusal("PAYLOAD_TOO_LARGE", "source exceeds maxBytes");
		const first = isWindow ? Number(startLine) : 1;
		if (first > lines.length) throw new Refusal("INVALID_REQUEST", "startLine past the end");
		const last = Math.min(isWindow ? Number(endLine) : lines.length, lines.length);
		return {
			...this.#named(uuid),
			code: isWindow ? lines.slice(first - 1, last).join("\n") : code,
			sha256: sha256(code),
			contentTrust: "untrusted-user-script-source",
			startLine: first,
			endLine: last,
			totalLines: lines.length,
		};
	}

	grep({ uuid, query, mode, ignoreCase, contextLines = 0, maxMatches = 50 }: Input) {
		const { code } = this.find(uuid);
		const lines = code.split("\n");
		const pattern = mode === "regex" ? new RegExp(String(query), ignoreCase ? "i" : "") : undefined;
		const [wanted, around] = [String(query), Number(contextLines)];
		const holds = (line: string): boolean => {
			if (pattern !== undefined) return pattern.test(line);
			return ignoreCase ? line.toLowerCase().includes(wanted.toLowerCase()) : line.includes(wanted);
		};
		const hits = lines.flatMap((line, at) => (holds(line) ? [{ at, line }] : []));
		const shown = hits.slice(0, Number(maxMatches)).map(({ at, line }) => ({
			lineNumber: at + 1,
			line,
			before: lines.slice(Math.max(0, at - around), at),
			after: lines.slice(at + 1, at + 1 + around),
		}));
		return {
			...this.#named(uuid),
			matches: shown,
			totalMatches: hits.length,
			truncated: shown.length < hits.length,
			skippedLongLines: 0,
			totalLines: lines.length,
			sha256: sha256(code),
			contentTrust: "untrusted-user-script-source",
		};
	}

	/** What an install would store: the same name and namespace update what is there. */
	install(code: string, enabled?: boolean) {
		const key = (text: string) => `${value(text, "name")}\n${value(text, "namespace")}`;
		const known = [...this.scripts.values()].find((script) => key(script.code) === key(code));
		const script = this.add(code, known === undefined ? {} : { ...known, code, updatedAt: Date.now() });
		if (enabled !== undefined) this.scripts.set(script.uuid, { ...script, enabled });
		return this.#mutation(script.uuid);
	}

	/** What is looked at before anybody is asked to install it. */
	checked(code: string): string {
		if (bytes(code) > MAX_SOURCE) throw new Refusal("PAYLOAD_TOO_LARGE", "source too large");
		if (!isUserScript(code)) throw new Error("no user script header");
		return code;
	}

	checkEdit({ uuid, edits }: Input): void {
		edited(this.find(uuid).code, edits as readonly Edit[]);
	}

	toggle({ uuid, enable }: Input) {
		const script = this.find(uuid);
		this.scripts.set(script.uuid, { ...script, enabled: enable === true, updatedAt: Date.now() });
		return { uuid: script.uuid, enabled: enable === true, name: summaryOf(script).name };
	}

	edit({ uuid, edits }: Input) {
		const script = this.find(uuid);
		const code = edited(script.code, edits as readonly Edit[]);
		this.scripts.set(script.uuid, { ...script, code, updatedAt: Date.now() });
		return this.#mutation(script.uuid);
	}

	delete({ uuid }: Input) {
		const script = this.find(uuid);
		this.scripts.delete(script.uuid);
		return { uuid: script.uuid, deleted: true, name: summaryOf(script).name };
	}

	#mutation(uuid: string) {
		const script = this.find(uuid);
		return { uuid, name: summaryOf(script).name, enabled: script.enabled };
	}

	#named(uuid: unknown) {
		const { name, version } = summaryOf(this.find(uuid)) as { name: string; version?: string };
		return { uuid: String(uuid), name, ...optional("version", version) };
	}
}
