import type { CommandDef } from "citty";
import type { ExitStatus } from "./terminal/exit.ts";

// biome-ignore lint/suspicious/noExplicitAny: citty's own type of commands with differing arguments.
type Lazy = () => Promise<CommandDef<any>>;

/** Loaded only when asked for: start-up time is part of the product. */
const commands: Readonly<Record<string, Lazy>> = {
	serve: () => import("./serve.ts").then(({ serve }) => serve),
	mcp: () => import("./mcp.ts").then(({ mcp }) => mcp),
	forward: () => import("./mcp.ts").then(({ forward }) => forward),
	pair: () => import("./pair.ts").then(({ pair }) => pair),
	open: () => import("./open.ts").then(({ open }) => open),
	call: () => import("./call.ts").then(({ call }) => call),
	tabs: () => import("./tabs.ts").then(({ tabs }) => tabs),
	status: () => import("./status.ts").then(({ status }) => status),
	profiles: () => import("./profiles.ts").then(({ profiles }) => profiles),
	stop: () => import("./stop.ts").then(({ stop }) => stop),
	install: () => import("./install.ts").then(({ install }) => install),
	doctor: () => import("./doctor.ts").then(({ doctor }) => doctor),
	log: () => import("./log.ts").then(({ log }) => log),
	config: () => import("./config.ts").then(({ config }) => config),
	completions: () => import("./completions.ts").then(({ completionsOf }) => completionsOf(commands)),
	ext: async () => ({
		meta: { name: "ext", description: "The extension that a browser needs" },
		subCommands: { pack: () => import("./ext/pack.ts").then(({ pack }) => pack) },
	}),
	scripts: () => import("./scripts.ts").then(({ scripts }) => scripts),
	"hold-browser": () => import("./hold-browser.ts").then(({ holdBrowser }) => holdBrowser),
};

/** What serves others ends in good order, however soon it is asked to. */
const serving: readonly (string | undefined)[] = ["serve", "mcp", "forward"];

async function run(rawArgs: readonly string[]): Promise<ExitStatus> {
	const [first] = rawArgs;
	if (first === "--version" || first === "-v") {
		const { VERSION } = await import("../lib/host/version.ts");
		process.stdout.write(`${VERSION}\n`);
		return 0;
	}
	if (serving.includes(first)) (await import("./terminal/ending.ts")).hearEnding();
	// citty decides on colours when it loads, and would send them into a pipe.
	if (!process.stdout.isTTY) process.env.NO_COLOR ??= "1";
	const { runMonk } = await import("./root.ts");
	return runMonk(commands, rawArgs);
}

async function explain(thrown: unknown): Promise<ExitStatus> {
	const [{ asMonkError }, { sayError }, { exitStatusOf }] = await Promise.all([
		import("../lib/errors/error.ts"),
		import("./terminal/output.ts"),
		import("./terminal/exit.ts"),
	]);
	const error = asMonkError(thrown);
	sayError(error);
	return exitStatusOf(error.code);
}

/**
 * `head` and its kin go when they have read enough: nobody is left to tell anything, and the rest is void. A command
 * that outlives its reader listens itself.
 */
process.stdout.on("error", (fault: NodeJS.ErrnoException) => {
	if (process.stdout.listenerCount("error") > 1) return;
	if (fault.code !== "EPIPE") throw fault;
	const voided: ExitStatus = 2;
	process.exit(voided);
});

process.exitCode = await run(process.argv.slice(2)).catch(explain);
