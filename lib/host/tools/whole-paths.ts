import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { listedName } from "../../catalog/aliases.ts";

type Args = Readonly<Record<string, unknown>>;

const fromHome = (path: string): string =>
	path === "~" || path.startsWith("~/") ? join(homedir(), path.slice(1)) : path;

/**
 * A call with its files named from the root: relative paths count from the client's own folder, which only the client's
 * process knows. Any other call stays as it is.
 */
export function withWholePaths(name: string, args: Args, folder: string): Args {
	if (listedName(name) !== "browser_upload_file") return args;
	const whole = (path: unknown): unknown => (typeof path === "string" ? resolve(folder, fromHome(path)) : path);
	const named = (["paths", "path"] as const).flatMap((key): [string, unknown][] => {
		const given = args[key];
		if (given === undefined) return [];
		return [[key, Array.isArray(given) ? given.map(whole) : whole(given)]];
	});
	return { ...args, ...Object.fromEntries(named) };
}
