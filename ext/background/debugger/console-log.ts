import { shownAddress } from "../../../lib/errors/shown-address.ts";
import type { RemoteValue } from "./remote-value.ts";
import { thrownText } from "./remote-value.ts";

export type Level = "debug" | "info" | "warning" | "error";

export interface LogEntry {
	readonly level: Level;
	/** Milliseconds since the epoch, with fractions: no two of a page are the same in practice. */
	readonly ts: number;
	readonly text: string;
	/** `url:line:column`, from 1. */
	readonly source?: string;
	/**
	 * Set where an argument is an object of which Chrome told no more than its class: it does so for what was logged
	 * before the debugger came.
	 */
	readonly blind?: { readonly session: string; readonly args: readonly Argument[] };
}

interface Place {
	readonly url?: string;
	readonly lineNumber?: number;
	readonly columnNumber?: number;
}

export interface Preview {
	readonly subtype?: string;
	readonly overflow?: boolean;
	readonly properties?: readonly { readonly name: string; readonly type?: string; readonly value?: string }[];
}

export type Argument = RemoteValue & { readonly preview?: Preview };

interface ConsoleCall {
	readonly type: string;
	readonly args: readonly Argument[];
	readonly timestamp: number;
	readonly stackTrace?: { readonly callFrames: readonly Place[] };
}

interface Thrown {
	readonly timestamp: number;
	readonly exceptionDetails: Parameters<typeof thrownText>[0] &
		Place & { readonly stackTrace?: ConsoleCall["stackTrace"] };
}

interface Reported {
	readonly entry: {
		readonly level: "verbose" | "info" | "warning" | "error";
		readonly text: string;
		readonly timestamp: number;
		readonly url?: string;
		readonly lineNumber?: number;
	};
}

/** Levels of `console` methods; whatever is not here informs. */
const levels: Readonly<Record<string, Level>> = {
	debug: "debug",
	verbose: "debug",
	warning: "warning",
	error: "error",
	assert: "error",
};

const levelOf = (type: string): Level => (Object.hasOwn(levels, type) ? (levels[type] ?? "info") : "info");

function sourceOf({ url, lineNumber, columnNumber }: Place): { readonly source?: string } {
	if (!url) return {};
	const column = columnNumber === undefined ? "" : `:${columnNumber + 1}`;
	return { source: `${shownAddress(url)}:${(lineNumber ?? 0) + 1}${column}` };
}

const propertyText = (name: string, type: string | undefined, value = ""): string =>
	`${name}: ${type === "string" ? JSON.stringify(value) : value}`;

/** An object as the console shows it, one level deep. */
function previewText({ subtype, overflow, properties = [] }: Preview): string {
	const inner = properties.map(({ name, type, value }) =>
		subtype === "array" ? propertyText("", type, value).slice(2) : propertyText(name, type, value),
	);
	if (overflow) inner.push("…");
	return subtype === "array" ? `[${inner.join(", ")}]` : `{${inner.join(", ")}}`;
}

/** What is shown by its properties; an error and an element have words of their own. */
export const isPlain = ({ type, subtype }: Argument): boolean =>
	type === "object" && (subtype === undefined || subtype === "array");

const isBlind = (argument: Argument): boolean =>
	isPlain(argument) && argument.preview === undefined && argument.objectId !== undefined;

function argumentText(argument: Argument): string {
	const { type, value, unserializableValue, description, preview } = argument;
	if (type === "string") return String(value);
	if (preview !== undefined && isPlain(argument)) return previewText(preview);
	return unserializableValue ?? description ?? String(value);
}

/** `%s` and its kin in the first argument take the ones after it (console specification §2.2.1); `%c` only colours. */
export function argumentsText(args: readonly Argument[]): string {
	const [format, ...rest] = args;
	if (format?.type !== "string") return args.map(argumentText).join(" ");
	const filled = String(format.value).replace(/%([sdifoOc%])/g, (whole, kind: string) => {
		if (kind === "%") return "%";
		const next = rest.shift();
		if (next === undefined) return whole;
		return kind === "c" ? "" : argumentText(next);
	});
	return [filled, ...rest.map(argumentText)].join(" ");
}

/** The message in one of the debugger's events, or undefined when it is none. */
export function readEntry(session: string, method: string, params: unknown): LogEntry | undefined {
	switch (method) {
		case "Runtime.consoleAPICalled": {
			const { type, args, timestamp, stackTrace } = params as ConsoleCall;
			if (type === "clear" || type === "endGroup") return undefined;
			const [place = {}] = stackTrace?.callFrames ?? [];
			const blind = args.some(isBlind) ? { blind: { session, args } } : {};
			return { level: levelOf(type), ts: timestamp, text: argumentsText(args), ...sourceOf(place), ...blind };
		}
		case "Runtime.exceptionThrown": {
			const { timestamp, exceptionDetails } = params as Thrown;
			const [place = exceptionDetails] = exceptionDetails.stackTrace?.callFrames ?? [];
			return { level: "error", ts: timestamp, text: `Uncaught ${thrownText(exceptionDetails)}`, ...sourceOf(place) };
		}
		case "Log.entryAdded": {
			const { level, text, timestamp, url, lineNumber } = (params as Reported).entry;
			const place = { ...(url === undefined ? {} : { url }), ...(lineNumber === undefined ? {} : { lineNumber }) };
			return { level: levelOf(level), ts: timestamp, text, ...sourceOf(place) };
		}
		default:
			return undefined;
	}
}

/** Messages kept; Chrome itself keeps as many of a document for whoever asks later. */
const KEPT = 1_000;

/** Characters of one message: a page may log megabytes. */
const LONGEST = 10_000;

/**
 * The console of a tab while the debugger is on it. Chrome hands over what the documents there have logged since they
 * began, so only what left with an earlier document is missing.
 */
export class ConsoleLog {
	dropped = 0;
	private entries: LogEntry[] = [];
	private began: number;

	/** `now`: milliseconds since the epoch. */
	constructor(now: number) {
		this.began = now;
	}

	/** The tab's document began then. */
	reachesBack(to: number): void {
		this.began = Math.min(this.began, to);
	}

	/** Everything since this moment is here, in milliseconds since the epoch. */
	get since(): number {
		const [oldest] = this.entries;
		return this.entries.length >= KEPT && oldest !== undefined ? Math.max(this.began, oldest.ts) : this.began;
	}

	hear(session: string, method: string, params: unknown): void {
		const entry = readEntry(session, method, params);
		if (entry === undefined) return;
		const text = entry.text.length > LONGEST ? `${entry.text.slice(0, LONGEST)}…` : entry.text;
		this.entries.push({ ...entry, text });
		if (this.entries.length <= KEPT) return;
		this.entries.shift();
		this.dropped++;
	}

	/** In the order of time: documents of other sites report by themselves. */
	after(ts: number): readonly LogEntry[] {
		return this.entries.filter((entry) => entry.ts > ts).toSorted((a, b) => a.ts - b.ts);
	}
}
