import type { Actionability } from "../content-api.ts";
import { isConnected, rectOf } from "./aria/dom.ts";
import { isDisabled } from "./aria/state.ts";
import { isEditable } from "./aria/value.ts";
import { standInFor } from "./stand-in.ts";

/** Checks what must hold before acting, over two animation frames. */
export async function actionabilityOf(element: Element): Promise<Actionability> {
	const shown = standInFor(element);
	const before = rectOf(shown);
	await twoFrames();
	const { x, y, width, height } = rectOf(shown);
	return {
		attached: isConnected(element),
		visible: width > 0 && height > 0 && getComputedStyle(shown).visibility === "visible",
		still: before.x === x && before.y === y && before.width === width && before.height === height,
		enabled: !isDisabled(element),
		editable: isEditable(element) && !isDisabled(element),
		rect: { x, y, width, height },
		...(shown === element ? {} : { hasStandIn: true as const }),
	};
}

/** A tab in the background draws no frames unless focus is emulated, so time stands in for them. */
const patienceMs = 100;

const twoFrames = (): Promise<void> =>
	new Promise((resolve) => {
		const timer = setTimeout(resolve, patienceMs);
		requestAnimationFrame(() =>
			requestAnimationFrame(() => {
				clearTimeout(timer);
				resolve();
			}),
		);
	});
