import { expect, test } from "bun:test";
import { jsonLine } from "../../cmd/terminal/output.ts";

test("a line of JSON holds nothing that a terminal obeys, and reads back the same", () => {
	const value = { title: "a\u001b[2J\u009b2Jb\u202ec\u2028d\n\u007f" };
	const line = jsonLine(value);
	expect(line).toMatch(/^[\x20-\x7e]+$/);
	expect(JSON.parse(line)).toEqual(value);
});
