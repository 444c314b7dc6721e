import { describe, expect, test } from "bun:test";
import { listedCall, listedName } from "../../lib/catalog/aliases.ts";
import { tools } from "../../lib/catalog/catalog.ts";
import type { ToolEntry } from "../../lib/catalog/define.ts";
import { listTools } from "../../lib/catalog/listing.ts";

const entries: Readonly<Record<string, ToolEntry>> = tools;
const argsOf = (name: string): readonly string[] | undefined => {
	const entry = entries[name];
	return entry && Object.keys(entry.argsAbout);
};
const listed = (name: string, args: object) => listedCall(name, { ...args }, argsOf);

describe("a call in Playwright's words is one of ours", () => {
	test.each([
		["browser_navigate_back", {}, "browser_go_back", {}],
		["browser_wait_for", { textGone: "Loading" }, "browser_wait", { textGone: "Loading" }],
		[
			"browser_take_screenshot",
			{ type: "jpeg", filename: "a.jpg" },
			"browser_screenshot",
			{ format: "jpeg", file: "a.jpg" },
		],
		["browser_console_messages", { level: "error" }, "browser_get_console_logs", { level: "error" }],
		["browser_click", { target: "e1" }, "browser_click", { ref: "e1" }],
		["browser_evaluate", { function: "() => 1" }, "browser_evaluate", { expression: "() => 1" }],
		[
			"browser_fill_form",
			{ fields: [{ name: "First name", type: "textbox", target: "e4", value: "Ada" }, "none"] },
			"browser_fill_form",
			{ fields: [{ element: "First name", type: "textbox", ref: "e4", value: "Ada" }, "none"] },
		],
		["browser_tabs", { action: "list" }, "browser_list_tabs", {}],
		["browser_tabs", { action: "new", url: "a.example" }, "browser_new_tab", { url: "a.example" }],
		["browser_tabs", { action: "close", index: 2 }, "browser_close_tab", { tab: 2 }],
		["browser_tabs", { action: "select", index: 3 }, "browser_switch_tab", { tab: 3 }],
	])("%s %j", (name, args, ours, ourArgs) => {
		expect(listed(name, args)).toEqual({ name: ours, args: ourArgs });
	});
});

test("what is ours stays as it is", () => {
	const args = { ref: "e1", target: "e2" };
	expect(listed("browser_click", args)).toEqual({ name: "browser_click", args });
	expect(listed("browser_tabs", { action: "fly" })).toEqual({ name: "browser_tabs", args: { action: "fly" } });
	expect(listedName("toString")).toBe("toString");
});

test("no alias is listed or hides a tool", () => {
	for (const { name } of listTools()) expect(listedName(name)).toBe(name);
});
