import { expect, test } from "bun:test";
import { documentTools } from "../../lib/catalog/document.ts";
import { listTools } from "../../lib/catalog/listing.ts";
import { toolsPage } from "../docs.ts";

test("the page of the tools says what the catalogue says (else: bun run docs)", async () => {
	expect(await Bun.file(toolsPage).text()).toBe(documentTools(listTools()));
});

test("every argument of every tool is told in words", () => {
	for (const { name, inputSchema } of listTools())
		for (const [arg, { description }] of Object.entries(inputSchema.properties))
			expect(description, `${name} ${arg}`).toBeTruthy();
});
