import { describe, expect, test } from "bun:test";
import { applyEdits } from "../../../lib/host/scriptcat/edits.ts";
import { diffLines, diffText } from "../../../lib/host/scriptcat/line-diff.ts";
import { SeededRandom } from "../../support/random.ts";
import { edited } from "../../support/scriptcat/library.ts";

const edit = (oldText: string, newText: string, replaceAll?: boolean) => ({
	oldText,
	newText,
	...(replaceAll === undefined ? {} : { replaceAll }),
});

describe("edits are made as ScriptCat makes them", () => {
	test.each([
		["once", "a b", [edit("a", "c")], "c b"],
		["one after the other", "a b", [edit("a", "b2"), edit("b2", "c")], "c b"],
		["everywhere", "a a", [edit("a", "b", true)], "b b"],
		["with a dollar sign as it stands", "a", [edit("a", "$&$1")], "$&$1"],
		["to nothing", "ab", [edit("b", "")], "a"],
	])("%s", (_, source, edits, text) => {
		expect(applyEdits(source, edits)).toEqual({ state: "edited", text });
	});

	test.each([
		["nowhere", "a", [edit("b", "c")], "the text to replace does not occur"],
		["twice", "a a", [edit("a", "c")], "the text to replace occurs 2 times"],
		["overlapping itself", "aaa", [edit("aa", "c")], "the text to replace occurs 2 times"],
		["what the one before took away", "ab", [edit("ab", "c"), edit("b", "d")], "the text of edit 2 does not occur"],
		["no change", "a", [edit("a", "a")], "the edits change nothing"],
	])("refused: %s", (_, source, edits, why) => {
		expect(applyEdits(source, edits)).toEqual({ state: "refused", why });
	});

	test("over random sources both come to the same", () => {
		const seed = Date.now() >>> 0;
		const random = new SeededRandom(seed);
		const word = () => Array.from({ length: 1 + random.int(3) }, () => random.pick(["a", "b", "\n"])).join("");
		for (let round = 0; round < 2_000; round++) {
			const source = Array.from({ length: random.int(8) }, word).join("");
			const edits = Array.from({ length: 1 + random.int(2) }, () => edit(word(), word(), random.int(2) === 0));
			const ours = applyEdits(source, edits);
			let theirs: string | undefined;
			try {
				theirs = edited(source, edits);
			} catch {
				theirs = undefined;
			}
			expect([seed, source, edits, ours.state === "edited" ? ours.text : undefined]).toEqual([
				seed,
				source,
				edits,
				theirs,
			]);
		}
	});
});

describe("a difference", () => {
	test("shows changed lines among others, and where they stand", () => {
		const before = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`).join("\n");
		const after = before.replace("line 5\n", "LINE 5\nline 5b\n").replace("line 25\n", "");
		expect(diffText(before, after, 1)).toBe(
			["@@ line 4 @@", " line 4", "-line 5", "+LINE 5", "+line 5b", " line 6", "@@ line 25 @@"]
				.concat([" line 24", "-line 25", " line 26"])
				.join("\n"),
		);
	});

	test("shows returns where line ends differ, and leaves them out where all are alike", () => {
		expect(diffText("a\r\nb\n", "a\nb\n", 0)).toBe("@@ line 1 @@\n-a\\r\n+a");
		expect(diffText("a\r\nb\r\n", "a\r\nc\r\n", 0)).toBe("@@ line 2 @@\n-b\n+c");
		expect(applyEdits("a", [{ oldText: "", newText: "b" }]).state).toBe("refused");
	});

	test("of random texts has both of them in it", () => {
		const seed = Date.now() >>> 0;
		const random = new SeededRandom(seed);
		const text = () => Array.from({ length: random.int(12) }, () => random.pick(["a", "b", "c"])).join("\n");
		for (let round = 0; round < 2_000; round++) {
			const [before, after] = [text(), text()];
			const lines = diffLines(before, after);
			const without = (kind: "gone" | "new") => lines.filter((line) => line.kind !== kind).map((line) => line.text);
			expect([seed, without("new").join("\n"), without("gone").join("\n")]).toEqual([seed, before, after]);
		}
	});

	test("of two long texts that have nothing in common is found in no time, and says all of it", () => {
		const many = (word: string) => Array.from({ length: 60_000 }, (_, at) => `${word}${at}`).join("\n");
		const started = performance.now();
		expect(diffLines(many("a"), many("b"))).toHaveLength(120_000);
		expect(performance.now() - started).toBeLessThan(5_000);
	});
});
