import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeExtension } from "../../lib/host/extension-folder.ts";
import { EXTENSION_ORIGIN } from "../../lib/host/extension-id.ts";
import type { CdpPipe } from "../../lib/host/managed-browser/cdp-pipe.ts";
import { findBrowser } from "../../lib/host/managed-browser/find.ts";
import { type LaunchedBrowser, launchBrowser } from "../../lib/host/managed-browser/launch.ts";
import { loadExtension } from "../../lib/host/managed-browser/load-extension.ts";
import { eventually } from "./eventually.ts";
import { Page } from "./page.ts";

export interface Target {
	readonly targetId: string;
	readonly type: string;
	readonly url: string;
	readonly title: string;
}

export interface ChromeOptions {
	/** Load the built extension (true), an unpacked one in a folder, or none (left out). */
	readonly extension?: true | string;
	/** Written as pair.json beside the built extension before it is loaded, as `monk open` does. */
	readonly pair?: object;
	/** Keep this profile folder instead of a fresh one that is deleted at the end. */
	readonly profileDir?: string;
	readonly flags?: readonly string[];
}

/**
 * Nobody looks at the browser's own surface: without the new-tab page and the popups of the address bar, each a page in
 * a process of its own, a start and the opening of a tab take half the work.
 */
const plain = [
	"about:blank",
	"--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
	"--mute-audio",
	"--window-size=1280,800",
];

/** A real, headless browser of the test's own. An empty tab is in front. */
export class Chrome implements AsyncDisposable {
	private constructor(
		readonly browser: LaunchedBrowser,
		readonly extensionId: string | undefined,
		readonly profileDir: string,
		private readonly scratch: string,
	) {}

	static async launch(options: ChromeOptions = {}): Promise<Chrome> {
		const scratch = await mkdtemp(join(tmpdir(), "monk-chrome-"));
		try {
			const profileDir = options.profileDir ?? join(scratch, "profile");
			const extraFlags = [...plain, ...(options.flags ?? [])];
			const browser = await launchBrowser({ browser: findBrowser(), profileDir, headless: true, extraFlags });
			return await Chrome.#furnish(browser, options, profileDir, scratch);
		} catch (error) {
			await removeFolder(scratch);
			throw error;
		}
	}

	static async #furnish(
		browser: LaunchedBrowser,
		options: ChromeOptions,
		profileDir: string,
		scratch: string,
	): Promise<Chrome> {
		try {
			return new Chrome(browser, await load(browser.cdp, options, scratch), profileDir, scratch);
		} catch (error) {
			await browser.stop();
			throw error;
		}
	}

	get cdp(): CdpPipe {
		return this.browser.cdp;
	}

	async targets(): Promise<readonly Target[]> {
		return (await this.cdp.send<{ targetInfos: Target[] }>("Target.getTargets")).targetInfos;
	}

	/** Waits for a target and attaches to it. */
	async attach(isWanted: (target: Target) => boolean): Promise<Page> {
		const target = await eventually(async () => (await this.targets()).find(isWanted));
		return this.attachTo(target.targetId);
	}

	async attachTo(targetId: string): Promise<Page> {
		const { sessionId } = await this.cdp.send<{ sessionId: string }>("Target.attachToTarget", {
			targetId,
			flatten: true,
		});
		return new Page(this.cdp, targetId, sessionId);
	}

	/** Opens a tab and waits until its page has loaded. */
	async open(url: string, { background = false }: { readonly background?: boolean } = {}): Promise<Page> {
		const { targetId } = await this.cdp.send<{ targetId: string }>("Target.createTarget", { url, background });
		const page = await this.attachTo(targetId);
		await page.until(
			`document.readyState === "complete" && location.href !== "about:blank" || ${url === "about:blank"}`,
		);
		return page;
	}

	/** The popup, opened as a tab. Before it has drawn how things stand, a click would miss what is about to move. */
	async openPopup(): Promise<Page> {
		const popup = await this.open(`chrome-extension://${this.extensionId}/popup.html`);
		await popup.until(`document.querySelector("#status").dataset.state !== undefined`);
		return popup;
	}

	/** Attaches to the extension's service worker and waits until its API is there. While attached it stays awake. */
	async serviceWorker(): Promise<Page> {
		const worker = await this.attach(({ type, url }) => type === "service_worker" && url.startsWith(EXTENSION_ORIGIN));
		/** A worker that was just attached to may still lack `chrome`. */
		await worker.until("typeof chrome === 'object' && typeof chrome.runtime === 'object'");
		return worker;
	}

	offscreen(): Promise<Page> {
		return this.attach(({ url }) => url === `${EXTENSION_ORIGIN}/offscreen.html`);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.close();
	}

	async close(): Promise<void> {
		await this.browser.stop();
		await removeFolder(this.scratch);
	}
}

/** A child of the browser may still be writing into it for a moment. */
const removeFolder = (folder: string): Promise<unknown> =>
	eventually(async () => {
		await rm(folder, { recursive: true, force: true });
		return !existsSync(folder);
	});

async function load(cdp: CdpPipe, { extension, pair }: ChromeOptions, scratch: string): Promise<string | undefined> {
	if (extension === undefined) return undefined;
	const folder = extension === true ? join(scratch, "extension") : extension;
	if (extension === true) await writeExtension(folder);
	if (pair !== undefined) await Bun.write(join(folder, "pair.json"), JSON.stringify(pair));
	return loadExtension(cdp, folder);
}
