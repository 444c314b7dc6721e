import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ToolResult } from "../../../lib/catalog/control.ts";
import { placeInside, saved } from "../../../lib/host/tools/save.ts";

let scratch: string;
let folder: string;

beforeAll(() => {
	scratch = realpathSync(mkdtempSync(join(tmpdir(), "monk-save-")));
	folder = join(scratch, "work");
	mkdirSync(join(folder, "inner"), { recursive: true });
	writeFileSync(join(scratch, "secret"), "untouched");
	symlinkSync(scratch, join(folder, "out"));
	symlinkSync(join(scratch, "secret"), join(folder, "link.png"));
	symlinkSync(join(folder, "inner"), join(folder, "within"));
});

afterAll(() => rmSync(scratch, { recursive: true }));

const picture = (file: string): ToolResult => ({
	content: [
		{ type: "text", text: "Picture" },
		{ type: "image", data: btoa("bytes"), mimeType: "image/png" },
	],
	structuredContent: { file },
});

test.each(["shot.png", "inner/shot.png", "./inner/../shot.png", "within/shot.png"])("%s is inside", (file) => {
	expect(placeInside(folder, file)).toStartWith(folder);
});

test.each(["../shot.png", "/etc/shot.png", "out/shot.png", "link.png", "inner", "nowhere/shot.png", "."])(
	"%s is refused",
	(file) => {
		expect(saved(picture(file), folder).structuredContent).toMatchObject({ code: "INVALID_ARGUMENT" });
		expect(readFileSync(join(scratch, "secret"), "utf8")).toBe("untouched");
	},
);

test("the file holds the bytes, and the result the path instead of the image", () => {
	const { content } = saved(picture("inner/a.png"), folder);
	expect(content.map(({ type }) => type)).toEqual(["text", "text"]);
	expect(JSON.stringify(content)).toContain(join(folder, "inner/a.png"));
	expect(readFileSync(join(folder, "inner/a.png"), "utf8")).toBe("bytes");
});

test("a result without a file to write stays as it is", () => {
	const plain: ToolResult = { content: [{ type: "text", text: "hello" }] };
	expect(saved(plain, folder)).toBe(plain);
});
