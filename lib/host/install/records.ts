import { createHash } from "node:crypto";
import { type JsonFile, loadJson, saveJson } from "../json-file.ts";
import { type McpHostName, mcpHosts } from "./clients.ts";

/** What was there before monk was installed into a client, so that it can be put back byte for byte. */
export interface InstallRecord {
	readonly path: string;
	/** The whole text; null when there was no file. */
	readonly before: string | null;
	/** SHA-256 of what was written, in hex: as long as it holds, nobody has changed the file since. */
	readonly written: string;
}

export type InstallRecords = Readonly<Partial<Record<McpHostName, InstallRecord>>>;

export const fingerprint = (text: string): string => createHash("sha256").update(text).digest("hex");

const isRecord = (value: unknown): value is InstallRecord => {
	if (typeof value !== "object" || value === null) return false;
	const { path, before, written } = value as Partial<Record<keyof InstallRecord, unknown>>;
	return typeof path === "string" && (before === null || typeof before === "string") && typeof written === "string";
};

/** Secret, because other servers' keys may stand in a client's settings. */
const file = (path: string): JsonFile<InstallRecords> => ({
	path,
	version: 1,
	secret: true,
	read({ version: _, ...records }) {
		const areSound = Object.entries(records).every(
			([name, record]) => Object.hasOwn(mcpHosts, name) && isRecord(record),
		);
		return areSound ? (records as InstallRecords) : undefined;
	},
	write: (records) => ({ ...records }),
	empty: {},
});

/** @throws MonkError STATE_UNREADABLE */
export const loadRecords = (path: string, now: number): Promise<InstallRecords> =>
	loadJson(file(path), now).then(({ data }) => data);

export const saveRecords = (path: string, records: InstallRecords): Promise<void> => saveJson(file(path), records);
