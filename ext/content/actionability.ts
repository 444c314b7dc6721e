import type { Actionability } from "../content-api.ts";
import { isConnected, rectOf } from "./aria/dom.ts";
import { isDisabled } from "./aria/state.ts";
import { isEditable } from "./aria/value.ts";
import { draws } from "./drawing.ts";
import { standInFor } from "./stand-in.ts";

/** What must hold before acting, as far as one look tells. */
export function standingOf(element: Element): Pick<Actionability, "attached" | "visible" | "enabled"> {
	const shown = standInFor(element);
	const { width, height } = rectOf(shown);
	return {
		attached: isConnected(element),
		visible: width > 0 && height > 0 && getComputedStyle(shown).visibility === "visible",
		enabled: !isDisabled(element),
	};
}

/** Checks what must hold before acting, over two animation frames. */
export async function actionabilityOf(element: Element): Promise<Actionability> {
	const shown = standInFor(element);
	const before = rectOf(shown);
	await draws(2, patienceMs);
	const { x, y, width, height } = rectOf(shown);
	return {
		...standingOf(element),
		still: before.x === x && before.y === y && before.width === width && before.height === height,
		editable: isEditable(element) && !isDisabled(element),
		rect: { x, y, width, height },
		...(shown === element ? {} : { hasStandIn: true as const }),
	};
}

/** A tab in the background may draw no frames. */
const patienceMs = 100;
