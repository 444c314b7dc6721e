import { spawn } from "node:child_process";
import { closeSync, openSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { MonkError } from "../../errors/error.ts";
import { makeFolders, type Paths, type Ports } from "../paths.ts";
import { selfCommand } from "../self-command.ts";
import { type DialOptions, dialOwner, isAbsent, type OwnerConnection } from "./control-client.ts";

/** Milliseconds for a new owner to answer, on a slow and busy machine. */
const startMs = 15_000;
const pollMs = 25;

interface Started {
	/** Set once the process has ended. */
	readonly exit: () => number | undefined;
}

/** Bytes of a log from which the next owner begins another; one old one is kept. */
const longLog = 1024 * 1024;

function openLog(path: string): number {
	if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > longLog) renameSync(path, `${path}.old`);
	return openSync(path, "a", 0o600);
}

/**
 * Starts an owner that outlives this process. Its log is the file `logs/owner.log`, and its folder is monk's own so
 * that it keeps no other one busy.
 */
function spawnOwner(paths: Paths, ports: Ports): Started {
	makeFolders(paths);
	const log = openLog(join(paths.logs, "owner.log"));
	const [program, ...first] = selfCommand;
	const flags = ["serve", "--background", "--control-port", `${ports.control}`, "--link-port", `${ports.link}`];
	const child = spawn(program, [...first, ...flags], {
		cwd: paths.home,
		detached: true,
		env: { ...process.env, MONK_HOME: paths.home },
		stdio: ["ignore", log, log],
		windowsHide: true,
	});
	closeSync(log);
	let exit: number | undefined;
	child.once("exit", (code) => {
		exit = code ?? -1;
	});
	child.once("error", () => {
		exit = -1;
	});
	child.unref();
	return { exit: () => exit };
}

async function awaitOwner(started: Started, options: DialOptions, paths: Paths): Promise<OwnerConnection> {
	const deadline = options.clock.now() + startMs;
	for (;;) {
		// Read before dialling: another process's owner may have won the port, and ours gone home.
		const exit = started.exit();
		try {
			return await dialOwner(options);
		} catch (thrown) {
			if (!isAbsent(thrown)) throw thrown;
		}
		if (exit !== undefined || options.clock.now() >= deadline)
			throw new MonkError("NO_OWNER", "monk could not be started in the background", {
				hint: `Its log says why: ${join(paths.logs, "owner.log")}. Or run \`monk serve\` to see it.`,
			});
		await new Promise<void>((resolve) => void options.clock.after(pollMs, resolve));
	}
}

/**
 * Connects to the owner, starting one in the background when there is none.
 *
 * @param onStart called when one has to be started
 * @throws MonkError as `dialOwner` does; NO_OWNER when the new one does not come up
 */
export async function dialOrStartOwner(
	options: DialOptions,
	paths: Paths,
	ports: Ports,
	onStart: () => void,
): Promise<OwnerConnection> {
	try {
		return await dialOwner(options);
	} catch (thrown) {
		if (!isAbsent(thrown)) throw thrown;
	}
	onStart();
	return awaitOwner(spawnOwner(paths, ports), options, paths);
}
