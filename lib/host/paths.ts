import { mkdirSync, statSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { join } from "node:path";
import { MonkError } from "../errors/error.ts";
import { hasModes } from "./platform.ts";
import type { Config } from "./stores/config.ts";

/** Everything that monk keeps on this machine. */
export interface Paths {
	readonly home: string;
	readonly token: string;
	/** The token of agents that call over HTTP. */
	readonly httpToken: string;
	readonly peers: string;
	readonly config: string;
	/** What agents' settings held before monk was installed into them. */
	readonly installs: string;
	readonly audit: string;
	readonly logs: string;
	/** Profiles of browsers that monk itself starts. */
	readonly profiles: string;
	/** Where `monk ext pack` puts the extension unless told otherwise. */
	readonly extension: string;
}

export const pathsIn = (home: string): Paths => ({
	home,
	token: join(home, "control-token"),
	httpToken: join(home, "http-token"),
	peers: join(home, "peers.json"),
	config: join(home, "config.json"),
	installs: join(home, "installs.json"),
	audit: join(home, "audit.jsonl"),
	logs: join(home, "logs"),
	profiles: join(home, "profiles"),
	extension: join(home, "extension"),
});

export type Environment = Readonly<Record<string, string | undefined>>;

export const homeFrom = (env: Environment): string => env.MONK_HOME || join(homedir(), ".monkbrowse");

/**
 * Makes the folders that only their owner may enter. The mode of folders that exist is left alone: one that somebody
 * named may be used by others too.
 *
 * @throws MonkError STATE_UNREADABLE for one in which other users could put files of theirs in the place of monk's
 */
export function makeFolders(paths: Paths): void {
	for (const folder of [paths.home, paths.logs, paths.profiles]) {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		requireOwn(folder);
	}
}

function requireOwn(folder: string): void {
	if (!hasModes) return;
	const { mode, uid } = statSync(folder);
	const hint = `Close it with: chmod 700 ${folder}. Or name a folder of your own with MONK_HOME.`;
	if (uid !== userInfo().uid) throw new MonkError("STATE_UNREADABLE", `${folder} belongs to another user`, { hint });
	if ((mode & 0o022) !== 0)
		throw new MonkError("STATE_UNREADABLE", `${folder} could be changed by other users`, { hint });
}

export interface Ports {
	readonly control: number;
	readonly link: number;
}

export const defaultPorts: Ports = { control: 9219, link: 9220 };

/** Where a port's number came from decides how a bad one is named. */
interface PortSources {
	readonly flag: string;
	readonly variable: string;
}

const portSources: Readonly<Record<keyof Ports, PortSources>> = {
	control: { flag: "--control-port", variable: "MONK_CONTROL_PORT" },
	link: { flag: "--link-port", variable: "MONK_LINK_PORT" },
};

/** The port of the 0.2 line's own server, where its extensions still call. */
const defaultLegacyPort = 9222;

/** ScriptCat's own default. */
const defaultScriptCatPort = 8643;
/** Beside the others, and nobody's by custom. */
const defaultHttpPort = 9221;

function readPort(text: string, source: string): number {
	const port = Number(text);
	if (/^\d+$/.test(text) && port <= 65_535) return port;
	throw new MonkError("INVALID_ARGUMENT", `${source} must be a port number from 0 to 65535, not "${text}"`, {
		hint: `Give ${source} a free port's number.`,
	});
}

/** Flag before environment before config before default; 0 means any free port. */
export function portsFrom(
	flags: { readonly [P in keyof Ports]?: string | undefined },
	env: Environment,
	config: Config,
): Ports {
	const pick = (name: keyof Ports): number => {
		const { flag, variable } = portSources[name];
		const flagged = flags[name];
		if (flagged !== undefined) return readPort(flagged, flag);
		const set = env[variable];
		if (set) return readPort(set, variable);
		return config.ports[name] ?? defaultPorts[name];
	};
	return { control: pick("control"), link: pick("link") };
}

/** Where ScriptCat calls; 0 means any free port, of which only a test would tell ScriptCat. */
export function scriptCatPortFrom(flag: string | undefined, env: Environment, config: Config): number {
	if (flag !== undefined) return readPort(flag, "--scriptcat-port");
	const { MONK_SCRIPTCAT_PORT: set } = env;
	return set ? readPort(set, "MONK_SCRIPTCAT_PORT") : (config.ports.scriptcat ?? defaultScriptCatPort);
}

/** Where to answer extensions of the 0.2 line, if a person asked for it by the flag or by a port in config.json. */
export function legacyPortFrom(isAsked: boolean, env: Environment, config: Config): number | undefined {
	const { legacy } = config.ports;
	if (!isAsked && legacy === undefined) return undefined;
	const { MONK_LEGACY_PORT: set } = env;
	return set ? readPort(set, "MONK_LEGACY_PORT") : (legacy ?? defaultLegacyPort);
}

/** Where to serve MCP over HTTP, if a person asked for it; an empty flag leaves the port to the others. */
export function httpPortFrom(flag: string | undefined, env: Environment, config: Config): number | undefined {
	if (flag === undefined) return undefined;
	if (flag !== "") return readPort(flag, "--http");
	const { MONK_HTTP_PORT: set } = env;
	return set ? readPort(set, "MONK_HTTP_PORT") : (config.ports.http ?? defaultHttpPort);
}
