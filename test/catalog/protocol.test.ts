import { describe, expect, test } from "bun:test";
import { linkMessages } from "../../lib/catalog/catalog.ts";
import { controlMessages } from "../../lib/catalog/control.ts";
import { scriptAsks, scriptMessages } from "../../lib/catalog/scripts.ts";
import { limits } from "../../lib/wire/limits.ts";
import { describeProtocols } from "../protocol/description.ts";
import { tablesOf, withTables } from "../protocol/tables.ts";
import { guards } from "../support/scriptcat/guards.ts";
import vectors from "../vectors/session/scriptcat.json";

const protocols = describeProtocols();

describe("the description of both protocols", () => {
	test("has every message of the catalogue", () => {
		expect(Object.keys(protocols.monk.messages)).toEqual(Object.keys(linkMessages));
		expect(Object.keys(protocols.monk.control)).toEqual(Object.keys(controlMessages));
		expect(Object.keys(protocols.scriptcat.messages)).toEqual([...Object.keys(scriptMessages), "$/cancelRequest"]);
	});

	test("gives a person as long as an approval lives", () => {
		for (const [method, waitsFor] of Object.entries(scriptAsks))
			if (waitsFor !== "nobody")
				expect(protocols.scriptcat.messages[method]).toMatchObject({ timeoutMs: limits.approvalMs });
	});

	test("has ScriptCat's contexts to the letter", () => {
		expect(vectors.constants).toMatchObject(protocols.scriptcat.cryptography.contexts);
	});

	test("is JSON: nothing of it is lost on the way through text", () => {
		expect(JSON.parse(JSON.stringify(protocols))).toEqual(protocols as unknown as Record<string, unknown>);
	});

	test("closes every input of ScriptCat's, which drops the connection over a key too many", () => {
		for (const method of Object.keys(guards)) {
			const { params } = protocols.scriptcat.messages[method] as { params: { properties: { input: object } } };
			expect([method, params.properties.input]).toEqual([
				method,
				expect.objectContaining({ additionalProperties: false }),
			]);
		}
	});
});

test("a table without a place in the page, and a place without a table, are seen", () => {
	const tables = { a: "| x |" };
	expect(withTables("<!-- bun run protocol: a -->\nold\n<!-- end -->", tables)).toContain("\n\n| x |\n\n");
	expect(() => withTables("nothing", tables)).toThrow("no place for a");
	expect(() => withTables("<!-- bun run protocol: b -->\n<!-- end -->", tables)).toThrow("no table b");
	expect(Object.keys(tablesOf(protocols))).toContain("scriptcat-messages");
});
