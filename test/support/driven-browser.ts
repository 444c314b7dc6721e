import { randomBytes } from "node:crypto";
import type { TabInfo } from "../../lib/catalog/tabs.ts";
import { Chrome } from "./chrome.ts";
import { eventually } from "./eventually.ts";
import type { Page } from "./page.ts";
import { ScriptedOwner } from "./scripted-owner.ts";

export interface DrivenBrowserOptions {
	/** Every tab is shared to act from the start; otherwise the test shares by clicks in the popup. */
	readonly shareAll?: boolean;
	readonly flags?: readonly string[];
}

/** A real browser with the real extension, connected to a scripted owner by a key in a file. */
export class DrivenBrowser implements AsyncDisposable {
	private constructor(
		readonly owner: ScriptedOwner,
		readonly chrome: Chrome,
	) {}

	static async start({ shareAll = false, flags = [] }: DrivenBrowserOptions = {}): Promise<DrivenBrowser> {
		const owner = new ScriptedOwner();
		const [instanceId, key] = [randomBytes(16).toString("hex"), new Uint8Array(randomBytes(32))];
		owner.enrol(instanceId, key);
		const pair = { instanceId, key: key.toHex(), linkPort: owner.port, label: "Test", shareAll };
		const chrome = await Chrome.launch({ extension: true, pair, flags }).catch(async (thrown: unknown) => {
			await owner.die();
			throw thrown;
		});
		const browser = new DrivenBrowser(owner, chrome);
		await owner.session(30_000);
		return browser;
	}

	openPopup(): Promise<Page> {
		return this.chrome.openPopup();
	}

	/** The shared tab that shows an address, waited for. */
	tabAt(url: string): Promise<TabInfo> {
		return eventually(async () => (await this.owner.ask("list_tabs", {})).tabs.find((tab) => tab.url === url));
	}

	/** Opens a page and shares it by real clicks in the popup. */
	async openShared(url: string, power: "look" | "act" = "act"): Promise<{ page: Page; tabId: number }> {
		const page = await this.chrome.open(url);
		const popup = await this.openPopup();
		const tabId = await eventually(() => tabIdIn(popup, url));
		await popup.click(`#${power}-${tabId}`);
		await popup.until(`document.querySelector("#${power}-${tabId}")?.ariaPressed === "true"`);
		await popup.close();
		return { page, tabId };
	}

	async snapshot(tabId: number): Promise<string> {
		return (await this.owner.ask("browser_snapshot", { tabId })).snapshot;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.owner.die();
		await this.chrome.close();
	}
}

/** Chrome's number of the tab that shows an address, as the extension itself knows it. */
export const tabIdIn = (popup: Page, url: string): Promise<number | undefined> =>
	popup.evaluate(`chrome.tabs.query({}).then((tabs) => tabs.find((tab) => tab.url === ${JSON.stringify(url)})?.id)`);

/** The ref of the first line of a snapshot that holds `words`. Throws when there is none. */
export function refOf(snapshot: string, words: string): string {
	const line = snapshot.split("\n").find((one) => one.includes(words));
	const ref = /\[ref=(\w+)\]/.exec(line ?? "")?.[1];
	if (ref === undefined) throw new Error(`no ref for ${words} in:\n${snapshot}`);
	return ref;
}
