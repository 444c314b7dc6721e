import { connectOwner } from "../../lib/host/owner/connect.ts";
import type { OwnerConnection } from "../../lib/host/owner/control-client.ts";
import { readSetting } from "../../lib/host/setting.ts";
import { Chrome } from "./chrome.ts";
import type { MonkHome } from "./monk-process.ts";

/** Asks the owner of a home something over a connection of its own. */
export async function askOwner<T>(home: MonkHome, ask: (owner: OwnerConnection) => Promise<T>): Promise<T> {
	const owner = await connectOwner(await readSetting({}, home.env), "a test");
	try {
		return await ask(owner);
	} finally {
		owner.close();
	}
}

/** The owner's process number. */
export const ownerPid = (home: MonkHome): Promise<number> =>
	askOwner(home, async (owner) => (await owner.request("owner_status", {})).pid);

export interface OwnedBrowserOptions {
	readonly label?: string;
	readonly shareAll?: boolean;
	/** Where the extension dials, instead of the owner's own link port. */
	readonly linkPort?: number;
}

/** A real browser that has joined the owner of a home, which must run, by a key in a file. */
export async function joinBrowser(home: MonkHome, options: OwnedBrowserOptions = {}): Promise<Chrome> {
	const { label = "Test", shareAll = true } = options;
	return askOwner(home, async (owner) => {
		const { instanceId, key, linkPort } = await owner.request("enroll", { label });
		const pair = { instanceId, key, linkPort: options.linkPort ?? linkPort, label, shareAll };
		const chrome = await Chrome.launch({ extension: true, pair });
		try {
			await owner.request("profile_wait", { instanceId });
			return chrome;
		} catch (thrown) {
			await chrome.close();
			throw thrown;
		}
	});
}
