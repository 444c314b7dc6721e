/**
 * A newer monk writes its extension over ours, in the very folder from which Chrome loaded us. Chrome keeps the old one
 * until it is reloaded, so we look at the manifest that lies there and reload ourselves when it is another.
 */
import { local } from "../storage.ts";
import type { RunningCalls } from "./running-calls.ts";

/** A build as its manifest names it. */
export interface Builds {
	readonly running: string;
	/** Undefined when the manifest in the folder cannot be read. */
	readonly inFolder: string | undefined;
	/** The build for which we reloaded last. */
	readonly reloadedFor: string | undefined;
}

/** Once for each build: one that Chrome would not load must not make us reload for ever. */
export const wantsReload = ({ running, inFolder, reloadedFor }: Builds): boolean =>
	inFolder !== undefined && inFolder !== running && inFolder !== reloadedFor;

const buildOf = ({ version, version_name }: chrome.runtime.Manifest): string => version_name ?? version;

/** Gives undefined for what is no manifest, as a file that is being written or a folder that is gone. */
async function buildInFolder(): Promise<string | undefined> {
	try {
		const answer = await fetch(chrome.runtime.getURL("manifest.json"), { cache: "no-store" });
		const manifest: chrome.runtime.Manifest = await answer.json();
		return typeof manifest.version === "string" ? buildOf(manifest) : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Reloads the extension when another build lies in its folder and no call is running; one that runs puts it off until
 * the next look. Only what was loaded unpacked lies in a folder that somebody writes to.
 */
export async function lookForUpgrade(running: RunningCalls): Promise<void> {
	const inFolder = await buildInFolder();
	const builds: Builds = {
		running: buildOf(chrome.runtime.getManifest()),
		inFolder,
		reloadedFor: await local.get("reloadedFor"),
	};
	if (inFolder === undefined || !wantsReload(builds) || running.isBusy) return;
	await local.set("reloadedFor", inFolder);
	chrome.runtime.reload();
}
