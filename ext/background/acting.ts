import type { LinkResult } from "../../lib/catalog/catalog.ts";
import { MonkError } from "../../lib/errors/error.ts";
import type { Call } from "./call.ts";
import type { Attachment } from "./debugger/attachment.ts";
import type { LiveFrame } from "./in-frames.ts";
import { NavigationWatch } from "./navigation.ts";
import { afterAct } from "./navigation-end.ts";
import { factsOf, spendAct } from "./shares.ts";
import { requireTab } from "./tab-access.ts";
import { requireRef } from "./target.ts";
import type { ToolRealm } from "./tool-realm.ts";

/** Where events are made when they are made in the page. */
export interface DomPlace {
	readonly tabId: number;
	readonly frame: LiveFrame;
}

/** An act in a tab's page, in the two ways in which it can be done. */
export interface Act<T> {
	/** With trusted input. It calls `begin` when all is ready and before anything happens. */
	byDebugger(attachment: Attachment, begin: () => Promise<void>): Promise<T>;
	/** By events made in the page, where Chrome refuses the debugger; absent when those could not do it. */
	readonly byDom?: ((place: DomPlace) => Promise<T>) | undefined;
}

/** The moment of acting: the share is looked at once more, and an act is counted. */
async function begin(tabId: number, call: Call): Promise<void> {
	const tab = await requireTab(tabId, "act", call);
	await spendAct(factsOf(tab), Date.now());
	call.check();
	call.isActing = true;
}

async function carryOut<T>(
	tabId: number,
	frame: LiveFrame | undefined,
	act: Act<T>,
	call: Call,
	{ debugging }: ToolRealm,
): Promise<{ readonly via: "debugger" | "dom"; readonly told: T }> {
	try {
		const work = (attachment: Attachment): Promise<T> =>
			attachment.unlessDialog(act.byDebugger(attachment, () => begin(tabId, call)));
		return { via: "debugger", told: await debugging.use(tabId, work) };
	} catch (thrown) {
		const isRefused = thrown instanceof MonkError && thrown.code === "DEBUGGER_UNAVAILABLE";
		if (!isRefused || act.byDom === undefined || frame === undefined || call.isActing) throw thrown;
		await begin(tabId, call);
		return { via: "dom", told: await act.byDom({ tabId, frame }) };
	}
}

type Acted = LinkResult<"browser_click">;

const started = (url: string | undefined): Pick<Acted, "started"> =>
	url === undefined ? {} : { started: [{ kind: "navigation", url, state: "loaded" }] };

/**
 * Acts in a tab, on the element of a ref or on none: checks the share and the ref, acts by the debugger or else in the
 * page, and waits for what that set going. `told` is what the act itself has to say.
 */
export async function actIn<T>(
	target: { readonly tabId?: number; readonly ref?: string },
	act: Act<T>,
	call: Call,
	realm: ToolRealm,
): Promise<{ readonly acted: Acted; readonly told: T }> {
	const tab = await requireTab(target.tabId, "act", call);
	const frame = target.ref === undefined ? undefined : await requireRef(tab.id, target.ref, call);
	const watch = new NavigationWatch(tab.id);
	try {
		const { via, told } = await carryOut(tab.id, frame, act, call, realm);
		const navigated = await afterAct(watch, tab.id, call);
		return { acted: { tabId: tab.id, via, ...started(navigated) }, told };
	} finally {
		watch.stop();
	}
}
