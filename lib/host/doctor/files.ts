import { lstat, readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import type { Paths } from "../paths.ts";
import { hasModes } from "../platform.ts";
import { note, ok, type Row, wrong } from "./row.ts";

interface Kept {
	readonly check: string;
	readonly path: string;
	readonly kind: "folder" | "file";
	/** What it means that it is not there. */
	readonly whenAbsent: string;
	readonly isJson: boolean;
	/** The bits of the mode that must not be set. */
	readonly closed: number;
}

/** Nobody else may look, or at least nobody may write: what the stores themselves demand. */
const secret = 0o077;
const unwritable = 0o022;

/** What lies in monk's folder and must be its owner's alone. */
const kept = (paths: Paths): readonly Kept[] => [
	{ check: "home", path: paths.home, kind: "folder", whenAbsent: "not made yet", isJson: false, closed: secret },
	{
		check: "config",
		path: paths.config,
		kind: "file",
		whenAbsent: "none: the defaults hold",
		isJson: true,
		closed: unwritable,
	},
	{
		check: "peers",
		path: paths.peers,
		kind: "file",
		whenAbsent: "no browser was ever paired",
		isJson: true,
		closed: secret,
	},
	{
		check: "http-token",
		path: paths.httpToken,
		kind: "file",
		whenAbsent: "`monk serve --http` was never run",
		isJson: false,
		closed: secret,
	},
	{
		check: "installs",
		path: paths.installs,
		kind: "file",
		whenAbsent: "`monk install` was never run",
		isJson: true,
		closed: secret,
	},
	{
		check: "audit",
		path: paths.audit,
		kind: "file",
		whenAbsent: "nothing was ever done",
		isJson: false,
		closed: secret,
	},
];

const octal = (mode: number): string => (mode & 0o777).toString(8).padStart(3, "0");

type Place = Pick<Kept, "path" | "kind" | "closed">;

/** Why others could get at a file or folder. */
function exposure(facts: { readonly mode: number; readonly uid: number }, { path, kind, closed }: Place) {
	if (!hasModes) return undefined;
	if (facts.uid !== userInfo().uid)
		return { found: `${path} belongs to another user`, mend: `chown ${userInfo().username} ${path}` };
	if ((facts.mode & closed) === 0) return undefined;
	return {
		found: `${path} is open to other users (mode ${octal(facts.mode)})`,
		mend: `chmod ${kind === "folder" ? "700" : "600"} ${path}`,
	};
}

const isJsonFile = async (path: string): Promise<boolean> => {
	try {
		JSON.parse(await readFile(path, "utf8"));
		return true;
	} catch {
		return false;
	}
};

async function examine({ check, path, kind, whenAbsent, isJson, closed }: Kept): Promise<Row> {
	const facts = await lstat(path).catch(() => undefined);
	if (facts === undefined) return note(check, `${path}: ${whenAbsent}`);
	if (kind === "folder" ? !facts.isDirectory() : !facts.isFile())
		return wrong(check, `${path} is no ${kind}`, `mv ${path} ${path}.old`);
	const exposed = exposure(facts, { path, kind, closed });
	if (exposed) return wrong(check, exposed.found, exposed.mend);
	if (isJson && !(await isJsonFile(path))) return wrong(check, `${path} is no whole JSON`, `mv ${path} ${path}.old`);
	return ok(check, path);
}

/**
 * The files of monk's folder, each with its mode; none is read further than to see that it is whole. `told`: checks of
 * which more is known elsewhere.
 */
export const fileRows = (paths: Paths, told: readonly string[]): Promise<readonly Row[]> =>
	Promise.all(
		kept(paths)
			.filter(({ check }) => !told.includes(check))
			.map(examine),
	);

/** The control token lives as long as its owner. */
export async function tokenRow({ token }: Paths, isOwnerRunning: boolean): Promise<Row> {
	const facts = await lstat(token).catch(() => undefined);
	if (facts?.isFile() === false) return wrong("token", `${token} is no file`, `mv ${token} ${token}.old`);
	if (facts === undefined)
		return isOwnerRunning
			? wrong(
					"token",
					`${token} is gone, so nobody can reach the monk that runs`,
					"end that process, then run `monk serve`",
				)
			: ok("token", "none, as nothing runs");
	const exposed = exposure(facts, { path: token, kind: "file", closed: secret });
	if (exposed)
		return wrong("token", exposed.found, `${exposed.mend}, then \`monk stop\`: the next owner writes another`);
	return isOwnerRunning
		? ok("token", token)
		: note("token", `${token} was left by an owner that died; the next replaces it`);
}
