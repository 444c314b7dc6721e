import { isTag } from "./aria/dom.ts";
import { fieldOf } from "./field.ts";

/** What the page did with the Enter that was pressed in a textarea. */
interface Watch {
	isHandled(): boolean;
	stop(): void;
}

let watching: Watch | undefined;

export function beforeSubmit(): void {
	watching?.stop();
	const ending = new AbortController();
	let handled = false;
	const see = (): void => {
		handled = true;
	};
	// Bubbling, and last of all on the window, so that whoever wants the key has had it.
	window.addEventListener("keydown", (event) => event.defaultPrevented && see(), { signal: ending.signal });
	window.addEventListener("submit", see, { capture: true, signal: ending.signal });
	watching = { isHandled: () => handled, stop: () => ending.abort() };
}

/** Enter in a textarea makes a new line; where no script of the page took it, its form is submitted as by its button. */
export function submitUnlessDone(element: Element): "submitted" | "by the page" | "no form" {
	const field = fieldOf(element);
	const isHandled = watching?.isHandled() ?? false;
	watching?.stop();
	watching = undefined;
	if (isHandled) return "by the page";
	const form = isTag(field, "textarea", "input") ? field.form : null;
	if (form === null) return "no form";
	form.requestSubmit();
	return "submitted";
}
