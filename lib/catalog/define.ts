import { type Type, type } from "arktype";

/**
 * How the catalogue is written: each message and tool is a value, and everything else (checks on the wire, the
 * MCP list, CLI flags, help, docs) is read from these values.
 *
 * Shapes are arktype's, each with `"+": "reject"` at every level, because arktype lets undeclared keys pass otherwise.
 */
export type Shape = Type<object>;

/** Who sends a message: the owner, an extension, or a client (forwarder or command) on the control port. */
export type Party = "owner" | "extension" | "client";

/** A read may be sent once more after a timeout; an act never is, because it may have happened. */
export type Effect = "read" | "act";

export interface RequestEntry<P extends Shape = Shape, R extends Shape = Shape, F extends Party = Party> {
	readonly kind: "request";
	readonly from: F;
	readonly params: P;
	readonly result: R;
	/** Milliseconds until the caller gives up. */
	readonly timeoutMs: number;
	readonly effect: Effect;
}

export interface NotificationEntry<P extends Shape = Shape> {
	readonly kind: "notification";
	readonly from: Party;
	readonly params: P;
}

export type Entry = RequestEntry | NotificationEntry;

export const request = <const P extends Shape, const R extends Shape, const F extends Party>(
	from: F,
	effect: Effect,
	timeoutMs: number,
	params: P,
	result: R,
): RequestEntry<P, R, F> => ({ kind: "request", from, effect, timeoutMs, params, result });

export const notification = <const P extends Shape>(from: Party, params: P): NotificationEntry<P> => ({
	kind: "notification",
	from,
	params,
});

/** What a tool's call addresses: one tab, one browser profile, or neither. Adds `profile?`, `tab?`, `timeoutMs?`. */
export type ToolTarget = "tab" | "profile" | "none";

export interface ToolEntry<A extends Shape = Shape> {
	readonly title: string;
	/** What it does, for an agent: the first sentence is also the CLI's one-line help. */
	readonly about: string;
	readonly group: "core" | "network" | "person" | "scripts";
	readonly target: ToolTarget;
	readonly effect: Effect;
	/** An act that changes nothing that could not be had back: it moves, shows or opens. */
	readonly isGentle?: true;
	/** It may wait for minutes, as for a person: an agent's client may let it run as a task. */
	readonly mayTakeLong?: true;
	/** What it gives as data beside its text; tools that give pages have none. */
	readonly output?: Shape;
	/** Arguments beside the common ones; `target` adds those. */
	readonly args: A;
	/** One phrase for each argument: kept beside the shape, since a `describe` would replace arktype's error text. */
	readonly argsAbout: Readonly<Record<string, string>>;
	/** An example of its CLI use. */
	readonly example: string;
}

export const tool = <const A extends Shape>(entry: ToolEntry<A>): ToolEntry<A> => entry;

/** What every request takes: `client` is what whoever asked calls itself, since a share may be for one client only. */
export const clientParams = { "client?": "string <= 64" } as const;

/** What every request about a tab takes; `timeoutMs` ends the work there. */
export const tabParams = { tabId: "number.integer", "timeoutMs?": "number.integer > 0", ...clientParams } as const;

/** An object without keys. */
export const nothing = type({ "+": "reject" });

export type ParamsOf<E> = E extends { readonly params: { readonly infer: infer P } } ? P : never;
export type ResultOf<E> = E extends { readonly result: { readonly infer: infer R } } ? R : never;
export type ArgsOf<E> = E extends { readonly args: { readonly infer: infer A } } ? A : never;

/** The names of a table's requests sent by one party. */
export type RequestsFrom<T, F extends Party> = {
	[N in keyof T]: T[N] extends { readonly kind: "request"; readonly from: F } ? N : never;
}[keyof T] &
	string;

export type NotificationNames<T> = {
	[N in keyof T]: T[N] extends { readonly kind: "notification" } ? N : never;
}[keyof T] &
	string;

/**
 * Says what is wrong with a value, in one line, or nothing when it fits.
 *
 * Only the shape's own words and the paths of keys go into the line, plus arktype's short `was` of the value, so
 * never hand it a value that holds a secret.
 */
export function problemWith(shape: Shape, value: unknown): string | undefined {
	const read = shape(value);
	if (!(read instanceof type.errors)) return undefined;
	return read
		.map((fault) =>
			fault.code === "predicate" || fault.expected !== "removed"
				? fault.message
				: `${fault.propString} is not an argument here`,
		)
		.join("; ");
}
