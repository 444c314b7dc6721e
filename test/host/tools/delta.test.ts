import { expect, test } from "bun:test";
import { deltaOf } from "../../../lib/host/tools/delta.ts";
import { SnapshotMemory } from "../../../lib/host/tools/snapshot-memory.ts";
import { applyDelta } from "../../support/apply-delta.ts";
import { SeededRandom } from "../../support/random.ts";

const page = (rows: readonly string[], button = "Send"): string =>
	[
		'- heading "Mail" [level=1] [ref=e1]',
		"- list [ref=e2]:",
		...rows.map((row) => `  - ${row}`),
		`- button "${button}" [ref=e9]`,
	].join("\n");

const row = (ref: number, text: string): string => `listitem [ref=e${ref}]: ${text}`;

test("what stays is counted, what is new stands in full, what went is named", () => {
	const base = page([row(3, "a"), row(4, "b"), row(5, "c")]);
	const now = page([row(3, "a"), row(5, "c"), row(6, "d")]);
	expect(deltaOf(base, now)).toBe(
		[
			"- unchanged [1 node]",
			"- list [ref=e2] [changed]:",
			"  - unchanged [1 node]",
			'  - removed [ref=e4]: "listitem [ref=e4]: b"',
			"  - unchanged [1 node]",
			"  - listitem [ref=e6]: d",
			"- unchanged [1 node]",
		].join("\n"),
	);
	expect(deltaOf(base, base)).toBe("");
});

test("a row that goes or comes costs that row, though rows have no ref of their own", () => {
	const rows = (refs: readonly number[]): string =>
		["- list:", ...refs.flatMap((ref) => ["  - listitem:", `    - link "a" [ref=e${ref}]`])].join("\n");
	const [base, now] = [rows([1, 2, 3, 4, 5, 6]), rows([1, 2, 4, 5, 9, 6])];
	expect(deltaOf(base, now)).toBe(
		[
			"- list [changed]:",
			"  - unchanged [2 nodes]",
			"  - removed",
			"  - unchanged [2 nodes]",
			"  - listitem:",
			'    - link "a" [ref=e9]',
			"  - unchanged [1 node]",
		].join("\n"),
	);
	expect(applyDelta(base, deltaOf(base, now))).toBe(now);
});

test("words of a page that look like a mark are not taken for one", () => {
	const base = page([row(3, '"- unchanged [9 nodes]"'), 'text: "removed [ref=e3]"']);
	const now = page([
		row(3, '"- removed"'),
		'text: "x [changed]:"',
		'link "[ref=e77] [changed]" [ref=e8]:',
		"  - /url: /a",
	]);
	expect(applyDelta(base, deltaOf(base, now))).toBe(now);
});

/** A tree in the snapshot's grammar, with some refs and some nodes alike. */
function randomTree(random: SeededRandom, depth = 0): string[] {
	const lines: string[] = [];
	for (let count = random.int(5); count >= 0; count--) {
		const indent = "  ".repeat(depth);
		const ref = random.int(3) > 0 ? ` [ref=e${random.int(40)}]` : "";
		const inner = depth < 4 && random.int(2) > 0 ? randomTree(random, depth + 1) : [];
		const word = ["list", 'button "Send"', "generic", 'link "a: b"'][random.int(4)];
		const text = inner.length > 0 ? ":" : random.int(2) > 0 ? `: word ${random.int(3)}` : "";
		lines.push(`${indent}- ${word}${ref}${text}`, ...inner);
	}
	return lines;
}

const indentOf = (line: string): number => /^ */.exec(line)?.[0].length ?? 0;

/** Takes out some nodes with all that is in them. */
function thinned(random: SeededRandom, lines: readonly string[]): string[] {
	let gone = Number.POSITIVE_INFINITY;
	return lines.filter((line) => {
		if (indentOf(line) > gone) return false;
		gone = random.int(8) === 0 ? indentOf(line) : Number.POSITIVE_INFINITY;
		return gone === Number.POSITIVE_INFINITY;
	});
}

test("a delta laid over its base gives the newer snapshot", () => {
	const seed = Number(process.env.MONK_TEST_SEED ?? Date.now());
	const random = new SeededRandom(seed);
	for (let round = 0; round < 300; round++) {
		const base = ["- banner", ...randomTree(random)];
		const now =
			random.int(4) === 0 ? ["- banner", ...randomTree(random)] : ["- banner", ...thinned(random, base.slice(1))];
		const [before, after] = random.int(2) === 0 ? [base.join("\n"), now.join("\n")] : [now.join("\n"), base.join("\n")];
		expect(applyDelta(before, deltaOf(before, after)), `seed ${seed}, round ${round}`).toBe(after);
	}
});

const place = { profile: "work", tab: 1 };
const at = (of: string, text: string) => ({ of, text, page: place });

const long = (last: string): string =>
	page([...Array.from({ length: 100 }, (_, index) => row(index + 10, `row number ${index}`)), row(3, last)]);

test("after an act a long page is told as changes to the one before, a short one whole", () => {
	const memory = new SnapshotMemory();
	const first = memory.tell(at("view", long("a")), undefined, "when shorter");
	expect(first).toEqual({ id: "s1", text: long("a") });
	const second = memory.tell(at("view", long("b")), memory.lastOf("view"), "when shorter");
	expect(second).toMatchObject({ id: "s2", base: "s1" });
	expect(applyDelta(long("a"), second.text)).toBe(long("b"));
	const other = memory.tell(at("other", page([])), memory.lastOf("other"), "when shorter");
	expect(memory.tell(at("other", page([], "Sent")), memory.find(other.id), "when shorter").base).toBeUndefined();
	expect(memory.tell(at("view", long("b")), memory.lastOf("view"), "when shorter").text).toBe("# nothing changed");
});

test("a page that is another one now is told whole, and one of another view is never compared with", () => {
	const memory = new SnapshotMemory();
	const first = memory.tell(at("view", long("a")), undefined, "always");
	const elsewhere = long("a").replaceAll("e", "f1e");
	expect(memory.tell(at("view", elsewhere), memory.find(first.id), "when shorter")).toEqual({
		id: "s2",
		text: elsewhere,
	});
	expect(memory.tell(at("other view", long("b")), memory.find(first.id), "always").base).toBeUndefined();
});

test("only the last snapshots are kept", () => {
	const memory = new SnapshotMemory(2);
	for (const text of ["a", "b", "c"]) memory.keep("view", text, place);
	expect([memory.find("s1"), memory.find("s2")?.text, memory.lastOf("view")?.id]).toEqual([undefined, "b", "s3"]);
});
