import { defineCommand } from "citty";
import { MonkError } from "../lib/errors/error.ts";
import type { HttpServing } from "../lib/host/mcp/http/serve-http.ts";
import type { Owner } from "../lib/host/owner/owner.ts";
import { hangUpSignal } from "../lib/host/platform.ts";
import type { Setting } from "../lib/host/setting.ts";
import { defaultIdleMinutes, isIdleTime } from "../lib/host/stores/config.ts";
import { VERSION } from "../lib/host/version.ts";
import { jsonArg, meta, ownerArgs, portArgs } from "./terminal/args.ts";
import { onEnding } from "./terminal/ending.ts";
import { printJson, say } from "./terminal/output.ts";
import { settingFrom } from "./terminal/setting.ts";
import { groupsIn, toolsArg } from "./terminal/tool-groups.ts";

function tell(owner: Owner, json: boolean, http?: string): void {
	const { control, link } = owner.ports;
	const ready = {
		pid: process.pid,
		version: VERSION,
		ports: owner.status().ports,
		...(http === undefined ? {} : { http }),
	};
	if (json) printJson({ ready });
	else say(`monk ${VERSION} is ready: link port ${link}, control port ${control}. Ctrl-C ends it.`);
}

/** An owner that was asked for HTTP and cannot have it ends again: nobody would notice its absence. */
async function openHttp(owner: Owner, setting: Setting, groups: readonly string[]): Promise<HttpServing | undefined> {
	if (setting.httpPort === undefined) return undefined;
	try {
		const { serveOwnerHttp } = await import("../lib/host/mcp/http/serve-owner.ts");
		return await serveOwnerHttp(owner, setting, setting.httpPort, groups);
	} catch (thrown) {
		await owner.stop("HTTP could not be served");
		throw thrown;
	}
}

/** Loaded only for a start: the owner brings every message's shape with it, which `monk --help` needs not wait for. */
const claiming = async (replace: boolean) =>
	replace
		? (await import("../lib/host/owner/replace.ts")).replaceOwner
		: (await import("../lib/host/owner/claim.ts")).claimOwner;

/** A background owner has no terminal to lose; any other ends with its own. */
function stopOnSignals(owner: Owner, background: boolean): void {
	const stop = (signal: NodeJS.Signals): void => void owner.stop(signal);
	onEnding(stop);
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
		http: {
			type: "string",
			valueHint: "[port]",
			description: "Serve MCP over HTTP too, on this machine only, to agents that have the token (9221)",
		},
		...toolsArg,
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
		const groups = await groupsIn(args.tools);
		const idleMinutes = idleTime(args["idle-minutes"]) ?? setting.config.idleMinutes ?? defaultIdleMinutes;
		const claim = await claiming(args.replace === true);
		const owner = await claim(setting, say, args.background ? idleMinutes : undefined);
		stopOnSignals(owner, args.background === true);
		for (const problem of owner.status().problems) if (!setting.problems.includes(problem)) say(problem);
		const http = await openHttp(owner, setting, groups);
		tell(owner, args.json === true, http?.url);
		if (http && args.json !== true) say(`Agents call ${http.url} with the token in ${setting.paths.httpToken}`);
		await owner.stopped;
		await http?.stop();
		process.exit(0);
	},
});
