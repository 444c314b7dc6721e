import { type } from "arktype";
import { request, tabParams, tool } from "./define.ts";
import { outcome, settling, settlingAbout } from "./input.ts";

const selectArgs = {
	ref: "string > 0",
	"element?": "string",
	values: "string[] >= 1",
	...settling,
} as const;

/** What became of a list: the labels that are chosen now; absent where a dialog came in between. */
const chosen = { "selected?": "string[]", "differs?": "true" } as const;

const formField = type({
	"+": "reject",
	ref: "string > 0",
	"element?": "string",
	/** Only where an element can be filled in two ways: a combobox takes text unless it is called one here. */
	"type?": "'textbox' | 'checkbox' | 'radio' | 'combobox' | 'slider'",
	value: "string | boolean | number | string[]",
});

const fillArgs = { fields: formField.array().atLeastLength(1), ...settling } as const;

export const formMessages = {
	browser_select_option: request(
		"owner",
		"act",
		30_000,
		type({ "+": "reject", ...selectArgs, ...tabParams }),
		type({ "+": "reject", ...outcome, ...chosen }),
	),
	browser_fill_form: request(
		"owner",
		"act",
		90_000,
		type({ "+": "reject", ...fillArgs, ...tabParams }),
		type({
			"+": "reject",
			...outcome,
			/**
			 * In the order asked: those whose field holds something else than what it was given, and what, unless secret.
			 * Absent where a dialog came before all were filled in.
			 */
			"differing?": type({ "+": "reject", ref: "string", "holds?": "string" }).array(),
			/** Those that the browser would not let be submitted so, and why, in its words or the page's. */
			"invalid?": type({ "+": "reject", ref: "string", why: "string" }).array(),
		}),
	),
} as const;

export const formTools = {
	browser_select_option: tool({
		title: "Choose options",
		about:
			"Choose options of a select, a listbox or a combobox by value or label, in place of what was chosen, and return the page's snapshot. If one is not there, nothing is changed.",
		group: "core",
		target: "tab",
		effect: "act",
		args: type({ "+": "reject", ...selectArgs }),
		argsAbout: {
			ref: "Ref of the select, the listbox or the combobox",
			element: "What you call it; shown to the person and logged",
			values: "Values or labels of the options; several where it takes several",
			...settlingAbout,
		},
		example: "monk call browser_select_option --ref e9 --values Portugal",
	}),
	browser_fill_form: tool({
		title: "Fill in a form",
		about:
			"Fill many fields in one call: text fields, checkboxes, radio buttons, selects, sliders, dates. All are checked before the first is touched. Returns the page's snapshot.",
		group: "core",
		target: "tab",
		effect: "act",
		args: type({ "+": "reject", ...fillArgs }),
		argsAbout: {
			fields:
				"Each {ref, value, element?, type?}. value: text; true or false for a checkbox; true for a radio button; an option's label, or a list of them, for a select. type: combobox chooses from a combobox's list rather than typing",
			...settlingAbout,
		},
		example: 'monk call browser_fill_form \'{"fields":[{"ref":"e4","value":"Ada"},{"ref":"e6","value":true}]}\'',
	}),
} as const;
