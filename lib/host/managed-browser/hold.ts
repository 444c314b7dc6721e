/**
 * The holder: a small process that keeps a managed browser's pipe, because the browser ends with its pipe and must
 * outlive both the command that opened it and the owner.
 */
import { join } from "node:path";
import { toWireError, type WireError } from "../../errors/error.ts";
import type { CdpPipe } from "./cdp-pipe.ts";
import { type LaunchedBrowser, launchBrowser } from "./launch.ts";
import { takeLease } from "./lease.ts";
import { loadExtension } from "./load-extension.ts";

export interface HoldOptions {
	readonly browser: string;
	/** The managed browser's folder: `chrome/`, `extension/` and the lease lie in it. */
	readonly folder: string;
	readonly headless: boolean;
	/** The page to show first. */
	readonly url: string;
	readonly instanceId?: string;
}

/** What the holder tells whoever started it: one of these, as one line of JSON. */
export type HoldReport =
	| {
			readonly state: "ready";
			readonly pid: number;
			readonly browserPid: number;
			readonly product: string;
			/** Chrome's word for why the first page could not be shown. */
			readonly pageFault?: string;
	  }
	| { readonly state: "failed"; readonly error: WireError };

export const chromeFolder = (folder: string): string => join(folder, "chrome");
export const extensionFolder = (folder: string): string => join(folder, "extension");

/** The address of the page to show first, as the starter sends it. */
export const firstPage = (): Promise<string> => Bun.stdin.text();

/**
 * Starts the browser, reports, and stays until the browser ends, someone asks for its end, or `interrupted` resolves.
 * Never throws: what failed is reported.
 */
export async function holdBrowser(
	options: HoldOptions,
	report: (report: HoldReport) => void,
	interrupted: Promise<void>,
): Promise<void> {
	const { browser: program, folder, headless } = options;
	try {
		const browser = await launchBrowser({ browser: program, profileDir: chromeFolder(folder), headless });
		await keep(browser, options, report, interrupted).finally(() => browser.stop());
	} catch (error) {
		report({ state: "failed", error: toWireError(error) });
	}
}

async function keep(
	browser: LaunchedBrowser,
	{ folder, url, instanceId }: HoldOptions,
	report: (report: HoldReport) => void,
	interrupted: Promise<void>,
): Promise<void> {
	await loadExtension(browser.cdp, extensionFolder(folder));
	const pageFault = await showFirst(browser.cdp, url);
	const { pid } = process;
	const lease = takeLease(folder, {
		pid,
		browserPid: browser.pid,
		...(instanceId === undefined ? {} : { instanceId }),
		startedAt: Date.now(),
	});
	report({ state: "ready", pid, browserPid: browser.pid, product: browser.product, ...pageFault });
	await Promise.race([browser.exited, lease.asked, interrupted]);
	await browser.stop();
	lease.drop();
}

/** Milliseconds that the first page's server has to answer, before the browser is said to be ready without. */
const answerMs = 5_000;

/** Leads a tab to an address, and tells why that failed when it did within `answerMs`. A download shows no page. */
async function lead(cdp: CdpPipe, targetId: string, url: string): Promise<{ readonly pageFault?: string }> {
	const { sessionId } = await cdp.send<{ sessionId: string }>("Target.attachToTarget", { targetId, flatten: true });
	const led = cdp.send<{ errorText?: string }>("Page.navigate", { url }, sessionId);
	const late = Promise.withResolvers<{ readonly errorText?: string }>();
	const timer = setTimeout(() => late.resolve({}), answerMs);
	const { errorText } = await Promise.race([led, late.promise]);
	// One that is left running would keep the holder alive after its browser.
	clearTimeout(timer);
	led.catch(() => undefined);
	await cdp.send("Target.detachFromTarget", { sessionId });
	return errorText === undefined || errorText === "net::ERR_ABORTED" ? {} : { pageFault: errorText };
}

/** An empty page or the new-tab page that the browser opened by itself gives way to the page asked for. */
async function showFirst(cdp: CdpPipe, url: string): Promise<{ readonly pageFault?: string }> {
	const { targetInfos } = await cdp.send<{ targetInfos: { targetId: string; type: string; url: string }[] }>(
		"Target.getTargets",
	);
	const { targetId: own } = await cdp.send<{ targetId: string }>("Target.createTarget", { url: "about:blank" });
	const empty = targetInfos.filter(
		({ type, url: shown }) => type === "page" && /^(?:about:blank|chrome:\/\/new)/.test(shown),
	);
	for (const { targetId } of empty) await cdp.send("Target.closeTarget", { targetId });
	return url === "about:blank" ? {} : lead(cdp, own, url);
}
