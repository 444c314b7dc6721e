import { expect, test } from "bun:test";
import { Early } from "../../../ext/content/early.ts";

/** A reading that ends when it is told to, and how often it was begun. */
function reader() {
	const ends: ((answer: string) => void)[] = [];
	const early = new Early<{ call?: string }, string>(
		() =>
			new Promise((resolve) => {
				ends.push(resolve);
			}),
	);
	return { early, ends };
}

test("a reading that is soon over is the answer", async () => {
	const { early, ends } = reader();
	const soon = early.soon({ call: "a" });
	ends[0]?.("words");
	expect(await soon).toBe("words");
});

test("one that takes long goes on, and is fetched by the same call without being begun again", async () => {
	const { early, ends } = reader();
	expect(await early.soon({ call: "a" })).toBeTrue();
	const later = early.get({ call: "a" });
	ends[0]?.("words");
	expect(await later).toBe("words");
	expect(ends).toHaveLength(1);
});

test("what was begun for one call is no answer to another, nor to the same one twice", async () => {
	const { early, ends } = reader();
	expect(await early.soon({ call: "a" })).toBeTrue();
	for (const call of ["b", "a"]) early.get({ call });
	early.get({});
	expect(ends).toHaveLength(4);
});

test("a reading that fails fails whoever asked for it", async () => {
	const early = new Early<{ call?: string }, string>(async () => {
		throw new Error("no such page");
	});
	expect(early.soon({ call: "a" })).rejects.toThrow("no such page");
});
