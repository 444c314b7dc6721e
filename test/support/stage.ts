import { DrivenBrowser, refOf } from "./driven-browser.ts";
import type { Page } from "./page.ts";
import { type Route, Site } from "./site.ts";

/** A tab that the owner may act in, and its page as the test sees it. */
export interface SharedTab {
	readonly page: Page;
	readonly tabId: number;
	snapshot(): Promise<string>;
	/** The ref of the first line that holds `words`, as the page is now. Throws when there is none. */
	ref(words: string): Promise<string>;
}

/**
 * Pages of a test's own, and a browser that shares all its tabs. A tab in which another page is shown costs half of a
 * new one, so a test that needs no tab of its own shows its page in the one that is there.
 */
export class Stage implements AsyncDisposable {
	#shown: SharedTab | undefined;
	#opened = 0;

	private constructor(
		readonly site: Site,
		readonly browser: DrivenBrowser,
		private readonly background: boolean,
	) {}

	/** @param background whether its tabs stay behind; such a tab was never in front */
	static async start(routes: Readonly<Record<string, Route>>, background = true): Promise<Stage> {
		const site = new Site(routes);
		try {
			return new Stage(site, await DrivenBrowser.start({ shareAll: true }), background);
		} catch (thrown) {
			await site.close();
			throw thrown;
		}
	}

	/** Opens a path in a tab of its own. */
	async open(path = "/"): Promise<SharedTab> {
		const url = this.site.url(`${path}?${++this.#opened}`);
		const page = await this.browser.chrome.open(url, { background: this.background });
		const { tabId } = await this.browser.tabAt(url);
		const snapshot = (): Promise<string> => this.browser.snapshot(tabId);
		return { page, tabId, snapshot, ref: async (words) => refOf(await snapshot(), words) };
	}

	/** Shows a path afresh, in the one tab that this does it in. */
	async show(path = "/"): Promise<SharedTab> {
		if (this.#shown === undefined) this.#shown = await this.open(path);
		else await this.#shown.page.goto(this.site.url(`${path}?${++this.#opened}`));
		return this.#shown;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.browser[Symbol.asyncDispose]();
		await this.site.close();
	}
}
