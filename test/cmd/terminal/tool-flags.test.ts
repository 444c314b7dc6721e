import { expect, test } from "bun:test";
import { readToolArguments } from "../../../cmd/terminal/tool-flags.ts";
import { listTools } from "../../../lib/catalog/listing.ts";
import { rejection } from "../../support/test-owner.ts";

const read = async (name: string, ...words: string[]) => {
	const tool = listTools().find((listed) => listed.name === name);
	if (tool === undefined) throw new Error(`no tool ${name}`);
	return readToolArguments(tool, words);
};

test("a flag that may be a list is one value when given once, and a list when given again", async () => {
	expect(await read("browser_snapshot", "--profile", "work")).toEqual({ profile: "work" });
	const several = ["--profile", "work", "--profile=home", "--profile", "other"];
	expect(await read("browser_snapshot", ...several)).toEqual({ profile: ["work", "home", "other"] });
});

test("a flag that may not be a list is refused when given again", async () => {
	const twice = read("browser_click", "--ref", "e1", "--profile", "a", "--profile", "b");
	expect(await rejection(twice)).toMatchObject({ code: "INVALID_ARGUMENT" });
});
