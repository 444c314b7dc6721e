import type { Actionability } from "../content-api.ts";
import { isConnected, rectOf } from "./aria/dom.ts";
import { isDisabled } from "./aria/state.ts";
import { isEditable } from "./aria/value.ts";

/** Checks what must hold before acting, over two animation frames. */
export async function actionabilityOf(element: Element): Promise<Actionability> {
	const before = rectOf(element);
	await twoFrames();
	const { x, y, width, height } = rectOf(element);
	return {
		attached: isConnected(element),
		visible: width > 0 && height > 0 && getComputedStyle(element).visibility === "visible",
		still: before.x === x && before.y === y && before.width === width && before.height === height,
		enabled: !isDisabled(element),
		editable: isEditable(element) && !isDisabled(element),
		rect: { x, y, width, height },
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
