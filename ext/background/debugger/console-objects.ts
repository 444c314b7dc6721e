import type { Attachment } from "./attachment.ts";
import { type Argument, argumentsText, isPlain, type LogEntry, type Preview } from "./console-log.ts";
import type { RemoteValue } from "./remote-value.ts";

/** Messages whose objects are looked into for one call; the others keep the name of the class. */
const AT_MOST = 50;

/** Properties of one object that are shown. */
const SHOWN = 10;

interface Properties {
	readonly result: readonly { readonly name: string; readonly enumerable: boolean; readonly value?: RemoteValue }[];
}

async function previewOf(attachment: Attachment, session: string, argument: Argument): Promise<Preview> {
	const { result } = await attachment.send<Properties>(
		"Runtime.getProperties",
		{ objectId: argument.objectId, ownProperties: true },
		session,
	);
	const own = result.filter(({ enumerable }) => enumerable);
	const properties = own.slice(0, SHOWN).map(({ name, value }) => ({
		name,
		type: value?.type ?? "undefined",
		value: String(value?.value ?? value?.description ?? value?.unserializableValue ?? value?.type ?? "…"),
	}));
	return {
		...(argument.subtype === undefined ? {} : { subtype: argument.subtype }),
		overflow: own.length > SHOWN,
		properties,
	};
}

async function lookInto(attachment: Attachment, entry: LogEntry): Promise<LogEntry> {
	if (entry.blind === undefined) return entry;
	const { session, args } = entry.blind;
	const seen = args.map(async (argument): Promise<Argument> => {
		if (!isPlain(argument) || argument.preview !== undefined || argument.objectId === undefined) return argument;
		// An object that the page's document took along when it went stays a name.
		const preview = await previewOf(attachment, session, argument).catch(() => undefined);
		return preview === undefined ? argument : { ...argument, preview };
	});
	return { ...entry, text: argumentsText(await Promise.all(seen)) };
}

/** The entries with the contents of objects of which only the class was told, the latest first to be looked into. */
export function withObjects(attachment: Attachment, entries: readonly LogEntry[]): Promise<readonly LogEntry[]> {
	const blind = new Set(entries.filter((entry) => entry.blind !== undefined).slice(-AT_MOST));
	return Promise.all(entries.map((entry) => (blind.has(entry) ? lookInto(attachment, entry) : entry)));
}
