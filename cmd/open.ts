import { join, resolve } from "node:path";
import { defineCommand } from "citty";
import { MonkError } from "../lib/errors/error.ts";
import { shownAddress } from "../lib/errors/shown-address.ts";
import { addressOf } from "../lib/host/address.ts";
import { endHeldBrowser, runningLease } from "../lib/host/managed-browser/lease.ts";
import { openManagedBrowser } from "../lib/host/managed-browser/open.ts";
import type { OwnerConnection } from "../lib/host/owner/control-client.ts";
import { makeFolders } from "../lib/host/paths.ts";
import { jsonArg, meta, portArgs } from "./terminal/args.ts";
import { type ExitStatus, exitStatusOf } from "./terminal/exit.ts";
import { interruption } from "./terminal/interrupt.ts";
import { print, printJson, say, sayError } from "./terminal/output.ts";
import { settingFrom, withStartedOwner } from "./terminal/setting.ts";
import { showResult } from "./terminal/tool-result.ts";

interface OpenRequest {
	readonly folder: string;
	readonly label: string;
	readonly headless: boolean;
	readonly json: boolean;
	readonly browser?: string;
	readonly url?: string;
}

/** A browser that runs already shows the page in a tab of its own. */
async function showInRunning(
	owner: OwnerConnection,
	instanceId: string,
	{ url, json }: OpenRequest,
): Promise<ExitStatus> {
	const joined = await owner.request("profile_wait", { instanceId }, { signal: interruption() });
	const { slug } = joined;
	if (url !== undefined) {
		const opened = await owner.request("call_tool", {
			name: "browser_new_tab",
			args: { profile: slug, url, active: true },
		});
		if (opened.isError === true) return showResult(opened, json, "browser_new_tab");
	}
	if (json) printJson({ opened: joined });
	else print(`${slug} was open already${url === undefined ? "" : "; the page is in a new tab"}`);
	return 0;
}

/** The browser is there all the same, so this ends nothing. */
function sayPageFault(url: string, fault: string): ExitStatus {
	const error = new MonkError("NAVIGATION_FAILED", `${shownAddress(url)}: ${fault}`);
	sayError(error);
	return exitStatusOf(error.code);
}

async function openJoined(owner: OwnerConnection, request: OpenRequest): Promise<ExitStatus> {
	const { folder, label, json, ...rest } = request;
	const signal = interruption();
	const { instanceId, key, linkPort } = await owner.request("enroll", { label });
	const opened = await openManagedBrowser({
		folder,
		...rest,
		pair: { instanceId, key, linkPort, label, shareAll: true },
	});
	try {
		if (!json) say(`${opened.product} started (process ${opened.browserPid}); waiting for its extension`);
		const joined = await owner.request("profile_wait", { instanceId }, { signal });
		const { browserPid, product, pageFault } = opened;
		if (json) printJson({ opened: { ...joined, browserPid, product, ...(pageFault && { pageFault }) } });
		else print(`${joined.slug} is open, and all its tabs are shared`);
		return pageFault === undefined ? 0 : sayPageFault(request.url ?? "", pageFault);
	} catch (thrown) {
		await endHeldBrowser(folder);
		throw thrown;
	} finally {
		opened.forgetKey();
	}
}

export const open = defineCommand({
	meta: meta(
		"open",
		"Start a browser of monk's own, with a profile of its own, paired and all its tabs shared",
		"monk open --headless example.com",
	),
	args: {
		url: { type: "positional", required: false, description: "Page to show first" },
		browser: { type: "string", valueHint: "path", description: "Chrome or Chromium to start (else it is found)" },
		headless: { type: "boolean", description: "Without a window" },
		label: { type: "string", valueHint: "name", description: "Name of the profile (managed)" },
		"profile-dir": { type: "string", valueHint: "dir", description: "Folder of the profile (in monk's own)" },
		...portArgs,
		...jsonArg,
	},
	async run({ args }): Promise<ExitStatus> {
		const setting = await settingFrom(args);
		makeFolders(setting.paths);
		const label = args.label ?? "managed";
		const given = args["profile-dir"];
		const folder = given === undefined ? join(setting.paths.profiles, folderName(label)) : resolve(given);
		const request: OpenRequest = {
			folder,
			label,
			headless: args.headless === true,
			json: args.json === true,
			...(args.browser === undefined ? {} : { browser: args.browser }),
			...(args.url === undefined ? {} : { url: addressOf(args.url) }),
		};
		const running = runningLease(folder)?.instanceId;
		return withStartedOwner(setting, "monk open", (owner) =>
			running === undefined ? openJoined(owner, request) : showInRunning(owner, running, request),
		);
	},
});

/** A label may hold anything; a folder's name may not. */
const folderName = (label: string): string => label.replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, 64) || "managed";
