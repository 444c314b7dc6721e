import { describe, expect, test } from "bun:test";
import { tools } from "../../lib/catalog/catalog.ts";
import type { ToolEntry } from "../../lib/catalog/define.ts";
import { listTools } from "../../lib/catalog/listing.ts";

const listed = listTools();
const entries: readonly (readonly [string, ToolEntry])[] = Object.entries(tools);

test("every tool of the catalogue is listed, in its order", () => {
	expect(listed.map(({ name }) => name)).toEqual(Object.keys(tools));
});

describe("a tool's words fit its shape", () => {
	test.each(entries)("%s says something about each of its arguments and of no other", (_, entry) => {
		const shape = entry.args.in.toJsonSchema() as { properties?: Record<string, unknown> };
		expect(Object.keys(entry.argsAbout).sort()).toEqual(Object.keys(shape.properties ?? {}).sort());
	});
});

test("the common arguments come after a tool's own, by what it addresses", () => {
	const common = { tab: ["profile", "tab", "timeoutMs"], profile: ["profile", "timeoutMs"], none: [] };
	for (const { target, inputSchema } of listed) {
		const names = Object.keys(inputSchema.properties);
		expect(names.slice(names.length - common[target].length)).toEqual(common[target]);
	}
});

test("the list is JSON: nothing of it is lost on the way through text", () => {
	expect(JSON.parse(JSON.stringify(listed))).toEqual(listed);
});

test("undeclared arguments are refused and every argument is described", () => {
	for (const { inputSchema } of listed) {
		expect(inputSchema.additionalProperties).toBe(false);
		for (const schema of Object.values(inputSchema.properties)) expect(schema.description).toMatch(/^\S.{3}/);
	}
});

test("an enumeration says that it is of strings", () => {
	const click = listed.find(({ name }) => name === "browser_click");
	expect(click?.inputSchema.properties.button).toMatchObject({ type: "string", enum: ["left", "middle", "right"] });
	expect(click?.inputSchema.required).toEqual(["ref"]);
});
