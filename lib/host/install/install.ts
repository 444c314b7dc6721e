import { homedir } from "node:os";
import { type Environment, makeFolders, type Paths } from "../paths.ts";
import { selfCommand } from "../self-command.ts";
import {
	type Command,
	entryFor,
	type Machine,
	type McpHost,
	type McpHostName,
	mcpHosts,
	settingsPath,
} from "./clients.ts";
import { difference } from "./difference.ts";
import { fingerprint, type InstallRecord, loadRecords, saveRecords } from "./records.ts";
import { type FileText, readSettings, replaceSettings } from "./settings-file.ts";
import { Settings } from "./settings-text.ts";

/** The name under which monk stands among a client's servers. */
const ourName = "monk";

/** A change of one client's settings that has not been made yet. */
export interface Change {
	readonly client: McpHostName;
	readonly title: string;
	readonly path: string;
	/** Lines that go and come; none when all is as it should be. */
	readonly lines: readonly string[];
	/** What makes the client read its settings anew. */
	readonly next: string;
	/** Makes the change. Throws CONFLICT when the file was changed meanwhile; CONFIG_UNREADABLE. */
	make(): Promise<void>;
}

export interface Installing {
	readonly paths: Paths;
	readonly machine: Machine;
	/** Milliseconds since the epoch. */
	readonly now: number;
}

export const thisMachine = (env: Environment): Machine => ({
	platform: process.platform,
	home: env.HOME || homedir(),
	env,
});

/** Variables of ours that a client would not pass on. */
const ownVariables = ["MONK_HOME", "MONK_CONTROL_PORT", "MONK_LINK_PORT", "MONK_SCRIPTCAT_PORT", "MONK_BROWSER"];

/** How a client is to start this very monk, with the variables that it runs with now. */
export function ownCommand(env: Environment, groups: readonly string[]): Command {
	const [command, ...args] = selfCommand;
	const set = ownVariables.flatMap((name): [string, string][] => (env[name] ? [[name, env[name]]] : []));
	return {
		command,
		args: [...args, "mcp", ...(groups.length === 0 ? [] : ["--tools", groups.join(",")])],
		...(set.length === 0 ? {} : { env: Object.fromEntries(set) }),
	};
}

function settingsOf(client: McpHostName, machine: Machine) {
	const host: McpHost = mcpHosts[client];
	const path = settingsPath(host, machine);
	return { host, path, settings: new Settings(host.format, path, [host.key, ourName]) };
}

const recordsFile = ({ paths }: Installing): string => paths.installs;

/** Remembers what was there before monk, over several installs in a row. */
async function remember(installing: Installing, client: McpHostName, record: InstallRecord | undefined): Promise<void> {
	makeFolders(installing.paths);
	const { [client]: _, ...others } = await loadRecords(recordsFile(installing), installing.now);
	await saveRecords(recordsFile(installing), record === undefined ? others : { ...others, [client]: record });
}

/** The record of a file that nobody has changed since monk wrote it. */
const untouched = (record: InstallRecord | undefined, path: string, text: FileText): InstallRecord | undefined =>
	record?.path === path && text !== undefined && fingerprint(text) === record.written ? record : undefined;

/**
 * Adds monk to a client's settings, or brings its entry up to date.
 *
 * @throws MonkError CONFIG_UNREADABLE for settings that cannot be read, or not be changed without touching the rest
 */
export async function planInstall(installing: Installing, client: McpHostName, command: Command): Promise<Change> {
	const { host, path, settings } = settingsOf(client, installing.machine);
	const text = await readSettings(path);
	const after = settings.withEntry(text ?? "", entryFor(host, command));
	const record = (await loadRecords(recordsFile(installing), installing.now))[client];
	const ours = untouched(record, path, text);
	const before = ours === undefined ? (text ?? null) : ours.before;
	return {
		...{ client, title: host.title, path, next: host.next },
		lines: difference(text ?? "", after),
		async make() {
			if (after === text) return;
			await remember(installing, client, { path, before, written: fingerprint(after) });
			await replaceSettings(path, text, after);
		},
	};
}

/** What the settings become without monk: as they were, if nobody has changed them since. */
function undone(settings: Settings, text: FileText, record: InstallRecord | undefined): FileText {
	const ours = untouched(record, settings.path, text);
	if (ours !== undefined) return ours.before ?? undefined;
	if (text === undefined) return undefined;
	const before = record?.path === settings.path ? (record.before ?? "") : "";
	const former = before === "" ? undefined : settings.entryIn(before);
	if (typeof former === "object" && former !== null)
		return settings.withEntry(settings.withoutEntry(text, false), { ...former });
	return settings.withoutEntry(text, record !== undefined && !settings.hasServers(before));
}

/**
 * Takes monk out of a client's settings, or puts back the entry that was there before it.
 *
 * @throws MonkError CONFIG_UNREADABLE
 */
export async function planUndo(installing: Installing, client: McpHostName): Promise<Change> {
	const { host, path, settings } = settingsOf(client, installing.machine);
	const text = await readSettings(path);
	const record = (await loadRecords(recordsFile(installing), installing.now))[client];
	const after = undone(settings, text, record);
	return {
		...{ client, title: host.title, path, next: host.next },
		lines: difference(text ?? "", after ?? ""),
		async make() {
			if (after !== text) await replaceSettings(path, text, after);
			if (record !== undefined) await remember(installing, client, undefined);
		},
	};
}

/** What a person may add to a client's settings by hand. */
export function entryText(machine: Machine, client: McpHostName, command: Command) {
	const { host, path, settings } = settingsOf(client, machine);
	return { path, text: settings.withEntry("", entryFor(host, command)).trimEnd() };
}

export interface Installed {
	readonly client: McpHostName;
	readonly title: string;
	readonly path: string;
	readonly state: "installed" | "not installed" | "no settings yet" | "unreadable";
}

/** Each client and whether monk stands in its settings. */
export const listInstalled = (machine: Machine): Promise<readonly Installed[]> =>
	Promise.all(
		(Object.keys(mcpHosts) as McpHostName[]).map(async (client) => {
			const { host, path, settings } = settingsOf(client, machine);
			const state = await stateOf(settings).catch(() => "unreadable" as const);
			return { client, title: host.title, path, state };
		}),
	);

async function stateOf(settings: Settings): Promise<Installed["state"]> {
	const text = await readSettings(settings.path);
	if (text === undefined) return "no settings yet";
	return settings.entryIn(text) === undefined ? "not installed" : "installed";
}
