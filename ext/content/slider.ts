import type { Slider } from "../content-api.ts";
import { attribute, isTag } from "./aria/dom.ts";
import type { Reading } from "./aria/reading.ts";
import { roleOf } from "./aria/role.ts";

function numberIn(element: Element, name: string): number | undefined {
	const text = attribute(element, name);
	return text === null || text.trim() === "" || Number.isNaN(Number(text)) ? undefined : Number(text);
}

/** A slider that the page made itself (WAI-ARIA 1.2, `slider` and `spinbutton`); null for anything else. */
export function sliderOf(element: Element, reading: Reading): Slider | null {
	const role = roleOf(element, reading);
	const now = numberIn(element, "aria-valuenow");
	if (isTag(element, "input", "textarea") || now === undefined || (role !== "slider" && role !== "spinbutton"))
		return null;
	const [min, max] = [numberIn(element, "aria-valuemin"), numberIn(element, "aria-valuemax")];
	return { now, ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}
