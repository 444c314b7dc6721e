import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MonkError } from "../../lib/errors/error.ts";
import { endHeldBrowsers } from "../../lib/host/managed-browser/lease.ts";
import { connectOwner } from "../../lib/host/owner/connect.ts";
import { stopOwner } from "../../lib/host/owner/stop.ts";
import { readSetting } from "../../lib/host/setting.ts";
import { eventually } from "./eventually.ts";

export interface Ran {
	readonly stdout: string;
	readonly stderr: string;
	readonly exit: number;
}

/** JSON values, one a line. */
export const jsonLines = <T>(text: string): T[] =>
	text
		.split("\n")
		.filter((line) => line.trim() !== "")
		.map((line) => JSON.parse(line) as T);

/**
 * A port that nobody holds and nobody is given by chance: below the ranges from which systems hand out ports, so that
 * no other test's server or socket gets it before it is used. Nor one that Chrome forbids.
 */
export function freePort(): number {
	for (;;) {
		const port = 11_000 + Math.floor(Math.random() * 20_000);
		try {
			Bun.serve({ hostname: "127.0.0.1", port, fetch: () => new Response() }).stop(true);
			return port;
		} catch {
			/** Taken: try another. */
		}
	}
}

const source = [process.execPath, join(import.meta.dir, "../../cmd/main.ts")];

export interface HomeOptions {
	/** "source", or an executable's path; the one that the test command has built when left out, else the source. */
	readonly monk?: string;
	readonly env?: Readonly<Record<string, string>>;
}

/** A monk of the test's own: its state folder, its ports, and the processes started in it. */
export class MonkHome implements AsyncDisposable {
	readonly controlPort = freePort();
	readonly linkPort = freePort();
	readonly scriptCatPort = freePort();
	readonly #started = new Set<MonkProcess>();

	private constructor(
		readonly folder: string,
		readonly command: readonly string[],
		private readonly extraEnv: Readonly<Record<string, string>>,
	) {}

	static async make({ monk = process.env.MONK_TEST_DIST ?? "source", env = {} }: HomeOptions = {}): Promise<MonkHome> {
		const folder = await mkdtemp(join(tmpdir(), "monk-home-"));
		return new MonkHome(folder, monk === "source" ? source : [monk], env);
	}

	get env(): Record<string, string> {
		return {
			PATH: process.env.PATH ?? "",
			HOME: this.folder,
			...(process.env.MONK_BROWSER === undefined ? {} : { MONK_BROWSER: process.env.MONK_BROWSER }),
			MONK_HOME: this.folder,
			MONK_CONTROL_PORT: String(this.controlPort),
			MONK_LINK_PORT: String(this.linkPort),
			MONK_SCRIPTCAT_PORT: String(this.scriptCatPort),
			NO_COLOR: "1",
			...this.extraEnv,
		};
	}

	/** Starts `monk …` and leaves it running; it is ended with this home. */
	start(...args: string[]): MonkProcess {
		const started = new MonkProcess([...this.command, ...args], this.env, this.folder);
		this.#started.add(started);
		return started;
	}

	/** Runs `monk …` to its end. Gives what it printed and its status; throws only when it takes over a minute. */
	async run(...args: string[]): Promise<Ran> {
		const started = this.start(...args);
		started.closeStdin();
		const late = setTimeout(() => started.kill("SIGKILL"), 60_000);
		const exit = await started.exited;
		clearTimeout(late);
		this.#started.delete(started);
		return { stdout: started.stdout, stderr: started.stderr, exit };
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.close();
	}

	/** Ends everything that was started here, in the background too, and deletes the folder. */
	async close(): Promise<void> {
		await Promise.all([...this.#started].map((started) => started.end()));
		await endHeldBrowsers(join(this.folder, "profiles"));
		await this.#stopOwner();
		await eventually(async () => {
			await rm(this.folder, { recursive: true, force: true });
			return true;
		});
	}

	/** Within this process, because starting another for each test takes long. */
	async #stopOwner(): Promise<void> {
		try {
			await stopOwner(await connectOwner(await readSetting({}, this.env), "a test"));
		} catch (thrown) {
			if (!isAbsent(thrown)) await this.run("stop");
		}
	}
}

const isAbsent = (thrown: unknown): boolean => thrown instanceof MonkError && thrown.code === "NO_OWNER";

/** A running `monk …` whose output is gathered as it comes. */
export class MonkProcess {
	stdout = "";
	stderr = "";
	readonly exited: Promise<number>;
	readonly #child: Bun.Subprocess<"pipe", "pipe", "pipe">;

	constructor(command: readonly string[], env: Record<string, string>, cwd: string) {
		this.#child = Bun.spawn([...command], { env, cwd, stdin: "pipe", stdout: "pipe", stderr: "pipe" });
		const out = gather(this.#child.stdout, (text) => {
			this.stdout += text;
		});
		const err = gather(this.#child.stderr, (text) => {
			this.stderr += text;
		});
		this.exited = Promise.all([this.#child.exited, out, err]).then(([exit]) => exit);
	}

	get pid(): number {
		return this.#child.pid;
	}

	write(text: string): void {
		this.#child.stdin.write(text);
		this.#child.stdin.flush();
	}

	closeStdin(): void {
		this.#child.stdin.end();
	}

	kill(signal: NodeJS.Signals = "SIGTERM"): void {
		this.#child.kill(signal);
	}

	/** Waits until stdout matches, and gives the match. */
	waitFor(pattern: RegExp, within = 30_000): Promise<RegExpExecArray> {
		return this.#wait(() => this.stdout, pattern, within);
	}

	/** The same for stderr. */
	waitForStderr(pattern: RegExp, within = 30_000): Promise<RegExpExecArray> {
		return this.#wait(() => this.stderr, pattern, within);
	}

	async end(): Promise<void> {
		this.kill("SIGTERM");
		const late = setTimeout(() => this.kill("SIGKILL"), 5_000);
		await this.exited;
		clearTimeout(late);
	}

	async #wait(read: () => string, pattern: RegExp, within: number): Promise<RegExpExecArray> {
		try {
			return await eventually(() => pattern.exec(read()), { within });
		} catch {
			throw new Error(`${pattern} did not come.\nstdout: ${this.stdout}\nstderr: ${this.stderr}`);
		}
	}
}

async function gather(stream: ReadableStream<Uint8Array>, add: (text: string) => void): Promise<void> {
	const decoder = new TextDecoder();
	for await (const bytes of stream) add(decoder.decode(bytes, { stream: true }));
}
