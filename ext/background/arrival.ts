import type { LinkResult } from "../../lib/catalog/catalog.ts";
import type { Started } from "../../lib/catalog/started.ts";
import { MonkError } from "../../lib/errors/error.ts";
import { shownAddress } from "../../lib/errors/shown-address.ts";
import { begin, inSight } from "./acting.ts";
import { Aftermath, type Sight } from "./aftermath.ts";
import type { Call } from "./call.ts";
import { isUnavailable } from "./debugger/debugging.ts";
import type { LiveTab } from "./tab-access.ts";
import type { ToolRealm } from "./tool-realm.ts";

/** Milliseconds for the debugger to come along: a page that is left need not let it in. */
const PATIENCE_MS = 1_000;

/** An address for an error: a data: one may be megabytes long. */
const short = (address: string): string => {
	const url = shownAddress(address);
	return url.length > 200 ? `${url.slice(0, 200)}…` : url;
};

/** What Chrome's word means, where that is not plain. */
const meanings: Readonly<Record<string, string>> = {
	"net::ERR_ABORTED": "it gave no page: its server sent no content, or the load was stopped",
	"net::ERR_INVALID_AUTH_CREDENTIALS": "its server asks for a name and a password, which a person can give in Chrome",
};

const failure = (url: string, error: string): MonkError =>
	new MonkError("NAVIGATION_FAILED", `${short(url)}: ${meanings[error] ?? error}`);

/**
 * What comes of something that Chrome itself does to a tab, told by the debugger too where it may come along: dialogs
 * that a page opens while it loads are known by nothing else.
 */
export async function watched(
	tabId: number,
	aftermath: Aftermath,
	start: () => Promise<unknown>,
	call: Call,
	{ debugging }: ToolRealm,
): Promise<readonly Started[]> {
	let isBegun = false;
	const once = async (): Promise<void> => {
		isBegun = true;
		await start();
	};
	try {
		const work = async (sight: Sight): Promise<readonly Started[]> => {
			await once();
			return aftermath.outcome(sight, 0, true);
		};
		return await debugging.use(tabId, (attachment) => inSight(attachment, work, call), PATIENCE_MS);
	} catch (thrown) {
		if (!isUnavailable(thrown)) throw thrown;
		if (!isBegun) await once();
		return aftermath.outcome(undefined, 0, true);
	}
}

/**
 * Starts a navigation of a tab, which was checked a moment ago, and waits for what comes of it, at most until the call's time is over. `goal` is the
 * address that an error names. Throws NAVIGATION_FAILED, and what `start` throws.
 */
export async function arrive(
	tab: LiveTab,
	goal: string | undefined,
	start: (tabId: number) => Promise<unknown>,
	call: Call,
	realm: ToolRealm,
): Promise<LinkResult<"browser_navigate">> {
	const aftermath = new Aftermath(tab, call);
	const first = async (): Promise<void> => {
		await begin(tab.id, call);
		await start(tab.id);
	};
	try {
		return await reached(tab.id, goal ?? tab.url ?? "the page", await watched(tab.id, aftermath, first, call, realm));
	} finally {
		aftermath.stop();
	}
}

async function reached(
	tabId: number,
	goal: string,
	started: readonly Started[],
): Promise<LinkResult<"browser_navigate">> {
	const navigation = started.find((event) => event.kind === "navigation");
	if (navigation?.state === "failed") throw failure(goal, navigation.error ?? "the load was stopped");
	const { url = goal } = await chrome.tabs.get(tabId);
	const { status } = navigation ?? {};
	const isLoaded = navigation === undefined || navigation.state === "loaded";
	return {
		tabId,
		url: shownAddress(url),
		...(status === undefined ? {} : { status }),
		loaded: isLoaded,
		...(started.length === 0 ? {} : { started: [...started] }),
	};
}
