import { MonkError } from "../../../lib/errors/error.ts";
import type { Call } from "../call.ts";
import type { Attachment } from "../debugger/attachment.ts";
import { remoteElement } from "../debugger/element.ts";
import { type Press, pressAt } from "../debugger/mouse.ts";
import { reachable } from "../debugger/reach.ts";
import { clickByDom } from "../dom-click.ts";
import type { Tool } from "../executor.ts";
import type { LiveFrame } from "../in-frames.ts";
import { NavigationWatch } from "../navigation.ts";
import { afterAct } from "../navigation-end.ts";
import { factsOf, spendAct } from "../shares.ts";
import { requireTab } from "../tab-access.ts";
import { requireRef } from "../target.ts";

interface Clicked {
	readonly via: "debugger" | "dom";
}

/** Waits until the element can take a click, looks once more whether it may, and clicks it. */
async function clickByMouse(
	attachment: Attachment,
	tabId: number,
	ref: string,
	press: Press,
	call: Call,
): Promise<Clicked> {
	const element = await attachment.unlessDialog(remoteElement(attachment, ref));
	const point = await attachment.unlessDialog(reachable(attachment, element, ref, call));
	const tab = await requireTab(tabId, "act", call);
	await spendAct(factsOf(tab), Date.now());
	call.check();
	call.isActing = true;
	await call.within(attachment.unlessDialog(pressAt(attachment, element.context.session, point, press)));
	return { via: "debugger" };
}

/** Where Chrome refuses the debugger, a plain click can still be made in the page. */
async function clickSomehow(
	byMouse: () => Promise<Clicked>,
	byDom: () => Promise<Clicked>,
	press: Press,
	call: Call,
): Promise<Clicked> {
	try {
		return await byMouse();
	} catch (thrown) {
		const isRefused = thrown instanceof MonkError && thrown.code === "DEBUGGER_UNAVAILABLE";
		const isPlain = press.button === "left" && press.count === 1 && press.modifiers.length === 0;
		if (!isRefused || !isPlain || call.isActing) throw thrown;
		return byDom();
	}
}

/** Clicks an element with trusted input, in whatever frame it is, without bringing its tab to the front. */
export const click: Tool<"browser_click"> = async (params, call, { debugging }) => {
	const { ref, button = "left", count = 1, modifiers = [] } = params;
	const press: Press = { button, count, modifiers };
	const tab = await requireTab(params.tabId, "act", call);
	const frame: LiveFrame = await requireRef(tab.id, ref, call);
	const watch = new NavigationWatch(tab.id);
	try {
		const { via } = await clickSomehow(
			() => debugging.use(tab.id, (attachment) => clickByMouse(attachment, tab.id, ref, press, call)),
			() => clickByDom(tab.id, frame, ref, call),
			press,
			call,
		);
		const navigated = await afterAct(watch, tab.id, call);
		return { tabId: tab.id, via, ...(navigated === undefined ? {} : { navigated }) };
	} finally {
		watch.stop();
	}
};
