import { join, resolve } from "node:path";
import { defineCommand } from "citty";
import { addressOf } from "../lib/host/address.ts";
import { endHeldBrowser } from "../lib/host/managed-browser/lease.ts";
import { openManagedBrowser } from "../lib/host/managed-browser/open.ts";
import type { OwnerConnection } from "../lib/host/owner/control-client.ts";
import { makeFolders } from "../lib/host/paths.ts";
import { jsonArg, meta, portArgs } from "./terminal/args.ts";
import { interruption } from "./terminal/interrupt.ts";
import { print, printJson, say } from "./terminal/output.ts";
import { settingFrom, withStartedOwner } from "./terminal/setting.ts";

interface OpenRequest {
	readonly folder: string;
	readonly label: string;
	readonly headless: boolean;
	readonly json: boolean;
	readonly browser?: string;
	readonly url?: string;
}

async function openJoined(owner: OwnerConnection, request: OpenRequest): Promise<void> {
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
		if (json) printJson({ opened: { ...joined, browserPid: opened.browserPid, product: opened.product } });
		else print(`${joined.slug} is open, and all its tabs are shared`);
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
	async run({ args }) {
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
		await withStartedOwner(setting, "monk open", (owner) => openJoined(owner, request));
	},
});

/** A label may hold anything; a folder's name may not. */
const folderName = (label: string): string => label.replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, 64) || "managed";
