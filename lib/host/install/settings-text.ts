import { MonkError } from "../../errors/error.ts";
import type { Format } from "./clients.ts";
import { jsonText } from "./json-text.ts";
import { tomlText } from "./toml-text.ts";

export type Value = Readonly<Record<string, unknown>>;

/** The place of one entry: the key of the servers, then the entry's name. */
export type Place = readonly [key: string, name: string];

/** A way of writing settings whose text is edited in place, so that comments and order stay. */
export interface SettingsText {
	/** Throws an Error that says what is wrong with the text. */
	read(text: string): unknown;
	/** The text with the entry at its place, new or in place of the one there. May be wrong: the caller reads it again. */
	write(text: string, place: Place, entry: Value): string;
	/** The text without the entry, and without what held it when that is then empty and `withHolder`. */
	remove(text: string, place: Place, withHolder: boolean): string;
}

const texts: Readonly<Record<Format, SettingsText>> = {
	json: jsonText("json"),
	jsonc: jsonText("jsonc"),
	toml: tomlText,
};

const isRecord = (value: unknown): value is Value =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const unreadable = (path: string, why: string): MonkError =>
	new MonkError("CONFIG_UNREADABLE", `${path} ${why}; nothing was changed`);

/** The file is as its client wants it; it is monk that does not get along with the form. */
const uneditable = (path: string): MonkError =>
	new MonkError("CONFIG_UNREADABLE", `${path} is in order, but in a form that monk cannot edit; nothing was changed`, {
		hint: "Add monk by hand: `monk install CLIENT --print` shows what to add.",
	});

/** The first line alone: some parsers add a picture of the text, which may hold other servers' keys. */
const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? (thrown.message.split("\n")[0] ?? "") : "");

const byteOrderMark = "\uFEFF";

/** One client's settings: the text of its file, and what it says. */
export class Settings {
	readonly #text: SettingsText;

	constructor(
		format: Format,
		readonly path: string,
		private readonly place: Place,
	) {
		this.#text = texts[format];
	}

	/** @throws MonkError CONFIG_UNREADABLE for a text that its client could not read either */
	entryIn(text: string): unknown {
		const holder = this.#read(text)[this.place[0]];
		return isRecord(holder) ? holder[this.place[1]] : undefined;
	}

	/**
	 * The text with the entry in it. What is in an entry of that name and not ours is kept.
	 *
	 * @throws MonkError CONFIG_UNREADABLE also for a text that cannot be changed without touching what else is in it
	 */
	withEntry(text: string, entry: Value): string {
		const [key, name] = this.place;
		const root = this.#read(text);
		const holder = root[key] ?? {};
		if (!isRecord(holder)) throw unreadable(this.path, `has something else than servers under ${JSON.stringify(key)}`);
		const before = holder[name];
		const merged = isRecord(before) ? merge(before, entry) : entry;
		return this.#checked(text, { ...root, [key]: { ...holder, [name]: merged } }, (bare) =>
			this.#text.write(bare, this.place, merged),
		);
	}

	/** The text without the entry; the same text when there is none. Throws CONFIG_UNREADABLE. */
	withoutEntry(text: string, withHolder: boolean): string {
		const [key, name] = this.place;
		const root = this.#read(text);
		const holder = root[key];
		if (!isRecord(holder) || !Object.hasOwn(holder, name)) return text;
		const { [name]: _, ...others } = holder;
		const { [key]: __, ...rest } = root;
		const isEmptied = withHolder && Object.keys(others).length === 0;
		return this.#checked(text, isEmptied ? rest : { ...rest, [key]: others }, (bare) =>
			this.#text.remove(bare, this.place, withHolder),
		);
	}

	/** Whether the text has servers at all. */
	hasServers(text: string): boolean {
		return this.#read(text)[this.place[0]] !== undefined;
	}

	#read(text: string): Value {
		const bare = text.startsWith(byteOrderMark) ? text.slice(1) : text;
		if (bare.trim() === "") return {};
		let value: unknown;
		try {
			value = this.#text.read(bare);
		} catch (thrown) {
			throw unreadable(this.path, `cannot be read: ${wordsOf(thrown)}`);
		}
		if (!isRecord(value)) throw unreadable(this.path, "holds no settings");
		return value;
	}

	/** An edit counts only when reading it gives what was wanted, and all else as it was. */
	#checked(text: string, wanted: Value, edit: (text: string) => string): string {
		const mark = text.startsWith(byteOrderMark) ? byteOrderMark : "";
		let edited: string;
		try {
			edited = `${mark}${edit(text.slice(mark.length))}`;
		} catch (thrown) {
			throw unreadable(this.path, `cannot be changed: ${wordsOf(thrown)}`);
		}
		if (!this.#says(edited, wanted)) throw uneditable(this.path);
		return edited;
	}

	#says(text: string, wanted: Value): boolean {
		try {
			return Bun.deepEquals(this.#read(text), wanted);
		} catch {
			return false;
		}
	}
}

/** Ours over what was there, one level deeper for variables. */
const merge = (before: Value, entry: Value): Value => ({
	...before,
	...entry,
	...(isRecord(before.env) && isRecord(entry.env) ? { env: { ...before.env, ...entry.env } } : {}),
});
