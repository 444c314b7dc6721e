import { describe, expect, test } from "bun:test";
import { ConsoleLog, readEntry } from "../../../ext/background/debugger/console-log.ts";

const called = (type: string, args: readonly object[], timestamp = 5) => ({ type, args, timestamp });
const string = (value: string) => ({ type: "string", value });
const textOf = (...args: readonly object[]): string | undefined =>
	readEntry("", "Runtime.consoleAPICalled", called("log", args))?.text;

describe("a message reads as the console shows it", () => {
	test("values follow each other", () => {
		expect(textOf(string("a"), { type: "number", value: 1 }, { type: "undefined" })).toBe("a 1 undefined");
		expect(textOf({ type: "bigint", unserializableValue: "10n" })).toBe("10n");
	});
	test("a format takes the values that follow, and keeps what has none", () => {
		expect(
			textOf(string("%s of %d, 100%%, %cred"), string("x"), { type: "number", value: 3 }, string("color: red")),
		).toBe("x of 3, 100%, red");
		expect(textOf(string("%s and %s"), string("one"))).toBe("one and %s");
	});
	test("an object shows its properties, an error its own words", () => {
		const preview = { properties: [{ name: "a", type: "string", value: "x" }], overflow: true };
		expect(textOf({ type: "object", preview })).toBe('{a: "x", …}');
		expect(textOf({ type: "object", subtype: "error", description: "Error: no", preview })).toBe("Error: no");
	});
});

test("levels are the four that there are", () => {
	const levelOf = (type: string) => readEntry("", "Runtime.consoleAPICalled", called(type, [string("x")]))?.level;
	expect(["log", "dir", "debug", "warning", "error", "assert", "toString"].map(levelOf)).toEqual([
		...(["info", "info", "debug", "warning", "error", "error", "info"] as const),
	]);
	expect(readEntry("", "Runtime.consoleAPICalled", called("clear", []))).toBeUndefined();
	expect(readEntry("", "Page.loadEventFired", {})).toBeUndefined();
});

test("the latest thousand are kept, the rest counted, and the log tells since when it is complete", () => {
	const log = new ConsoleLog(100);
	log.reachesBack(50);
	expect(log.since).toBe(50);
	for (let ts = 1; ts <= 1_500; ts++)
		log.hear("", "Runtime.consoleAPICalled", called("log", [string(String(ts))], 100 + ts));
	expect(log.dropped).toBe(500);
	expect(log.after(0).length).toBe(1_000);
	expect(log.since).toBe(601);
	expect(log.after(1_599).map(({ text }) => text)).toEqual(["1500"]);
});

test("a message of a megabyte is cut", () => {
	const log = new ConsoleLog(0);
	log.hear("", "Runtime.consoleAPICalled", called("log", [string("x".repeat(1_000_000))]));
	expect(log.after(0)[0]?.text.length).toBeLessThan(11_000);
});
