import { type JsonFile, type Loaded, loadJson, saveJson } from "../json-file.ts";

/** What a person may set for good in config.json. */
export interface Config {
	readonly ports: {
		readonly control?: number;
		readonly link?: number;
		readonly legacy?: number;
		readonly scriptcat?: number;
		readonly http?: number;
	};
	/** Origins beside our own extension's that may call on the link port, such as a build of one's own. */
	readonly linkOrigins: readonly string[];
	/** Minutes without a client and a browser after which an owner in the background ends itself. */
	readonly idleMinutes?: number;
}

const isPort = (value: unknown): value is number =>
	typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 65_535;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const portNames: readonly string[] = [
	"control",
	"link",
	"legacy",
	"scriptcat",
	"http",
] satisfies readonly (keyof Config["ports"])[];

function readPorts(value: unknown): Config["ports"] | undefined {
	if (!isRecord(value)) return undefined;
	const areSound = Object.entries(value).every(([name, port]) => portNames.includes(name) && isPort(port));
	return areSound ? value : undefined;
}

const isOrigin = (value: unknown): value is string =>
	typeof value === "string" && /^chrome-extension:\/\/[a-p]{32}$/.test(value);

export const defaultIdleMinutes = 30;

/** What a timer can wait for: a longer wait would end at once. */
const longestMinutes = 2 ** 31 / 60_000 - 1;

/** Whether a number of minutes is one that an owner can wait. */
export const isIdleTime = (value: unknown): value is number =>
	typeof value === "number" && value > 0 && value <= longestMinutes;

function read(value: Readonly<Record<string, unknown>>): Config | undefined {
	const { version: _, ports = {}, linkOrigins = [], idleMinutes, ...rest } = value;
	const read = readPorts(ports);
	if (read === undefined || Object.keys(rest).length > 0) return undefined;
	if (!Array.isArray(linkOrigins) || !linkOrigins.every(isOrigin)) return undefined;
	if (idleMinutes !== undefined && !isIdleTime(idleMinutes)) return undefined;
	return { ports: read, linkOrigins, ...(idleMinutes === undefined ? {} : { idleMinutes }) };
}

const file = (path: string): JsonFile<Config> => ({
	path,
	version: 1,
	secret: false,
	read,
	write: (config) => ({ ...config }),
	empty: { ports: {}, linkOrigins: [] },
});

/** Whether a config holds what may be written. */
export const isSound = (config: Config): boolean => read({ version: 1, ...config }) !== undefined;

export const saveConfig = (path: string, config: Config): Promise<void> => saveJson(file(path), config);

export const loadConfig = (path: string, now: number): Promise<Loaded<Config>> => loadJson(file(path), now);
