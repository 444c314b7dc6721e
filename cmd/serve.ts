import { defineCommand } from "citty";
import { MonkError } from "../lib/errors/error.ts";
import { claimOwner } from "../lib/host/owner/claim.ts";
import type { Owner } from "../lib/host/owner/owner.ts";
import { replaceOwner } from "../lib/host/owner/replace.ts";
import { endingSignals, hangUpSignal } from "../lib/host/platform.ts";
import { defaultIdleMinutes, isIdleTime } from "../lib/host/stores/config.ts";
import { VERSION } from "../lib/host/version.ts";
import { jsonArg, meta, ownerArgs, portArgs } from "./terminal/args.ts";
import { printJson, say } from "./terminal/output.ts";
import { settingFrom } from "./terminal/setting.ts";

function tell(owner: Owner, json: boolean): void {
	const { control, link } = owner.ports;
	if (json) printJson({ ready: { pid: process.pid, version: VERSION, ports: owner.status().ports } });
	else say(`monk ${VERSION} is ready: link port ${link}, control port ${control}. Ctrl-C ends it.`);
}

/** A background owner has no terminal to lose; any other ends with its own. */
function stopOnSignals(owner: Owner, background: boolean): void {
	const stop = (signal: NodeJS.Signals): void => void owner.stop(signal);
	for (const signal of endingSignals) process.on(signal, stop);
	process.on(hangUpSignal, background ? () => undefined : stop);
}

/** @throws MonkError INVALID_ARGUMENT */
function idleTime(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	if (isIdleTime(Number(text))) return Number(text);
	throw new MonkError("INVALID_ARGUMENT", `--idle-minutes must be a number of minutes, not "${text}"`, {
		hint: "Give minutes, such as `--idle-minutes 30`.",
	});
}

export const serve = defineCommand({
	meta: meta("serve", "Run the owner: the process that browsers and agents connect to", "monk serve"),
	args: {
		...portArgs,
		...ownerArgs,
		...jsonArg,
		background: { type: "boolean", description: "Outlive the terminal (monk call starts it so)" },
		replace: {
			type: "boolean",
			description: "Ask the monk that runs, of whatever version, to leave, and take its place",
		},
		"idle-minutes": {
			type: "string",
			valueHint: "minutes",
			description: "In the background: end after so long without a client and a browser (30)",
		},
	},
	async run({ args }) {
		const setting = await settingFrom(args);
		const idleMinutes = idleTime(args["idle-minutes"]) ?? setting.config.idleMinutes ?? defaultIdleMinutes;
		const claim = args.replace ? replaceOwner : claimOwner;
		const owner = await claim(setting, say, args.background ? idleMinutes : undefined);
		stopOnSignals(owner, args.background === true);
		for (const problem of owner.status().problems) if (!setting.problems.includes(problem)) say(problem);
		tell(owner, args.json === true);
		await owner.stopped;
		process.exit(0);
	},
});
