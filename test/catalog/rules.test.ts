import { describe, expect, test } from "bun:test";
import { linkMessages } from "../../lib/catalog/catalog.ts";
import { controlMessages } from "../../lib/catalog/control.ts";
import { rulesOf } from "../../lib/catalog/rules.ts";
import { sessionMessages } from "../../lib/catalog/session.ts";
import { requestRule } from "../../lib/wire/rules.ts";

const table = { ...sessionMessages, ...linkMessages, ...controlMessages };
const rules = rulesOf(table);

const problemWith = (method: string, params: unknown) => requestRule(rules, method)?.problemWithParams(params);

describe("the catalogue as rules of the wire", () => {
	test("every message has its rule, with its own timeout and effect", () => {
		for (const [method, entry] of Object.entries(table)) {
			const rule = rules[method];
			expect(rule?.kind).toBe(entry.kind);
			if (entry.kind !== "request" || rule?.kind !== "request") continue;
			expect([rule.timeoutMs, rule.effect]).toEqual([entry.timeoutMs, entry.effect]);
		}
	});

	test("a method that every object has is no method", () => {
		for (const name of ["constructor", "__proto__", "toString"]) expect(requestRule(rules, name)).toBeUndefined();
	});

	test("what fits has no problem, and a key that is not declared has one", () => {
		expect(problemWith("browser_click", { ref: "e1", tabId: 1 })).toBeUndefined();
		expect(problemWith("browser_click", { ref: "e1", tabId: 1, extra: 1 })).toContain("extra");
		expect(problemWith("browser_click", { tabId: 1 })).toContain("ref");
	});

	test("a problem never quotes the value, wherever it stands", () => {
		const secret = "hunter2";
		const hello = { protocol: 1, profileId: secret, label: secret.repeat(20), extVersion: secret, tabs: [secret] };
		const spoilt: [string, unknown][] = [
			["hello", hello],
			["hello", secret],
			["browser_navigate", { url: 1, tabId: secret, timeoutMs: secret }],
			["fwd_hello", { pid: 1, version: "1", token: secret }],
			["call_tool", { name: secret, args: secret }],
		];
		for (const [method, params] of spoilt) {
			const problem = problemWith(method, params);
			expect(problem).toBeString();
			expect(problem).not.toContain(secret);
		}
	});

	test("no step of a session is ever sent twice", () => {
		for (const entry of Object.values(sessionMessages)) if (entry.kind === "request") expect(entry.effect).toBe("act");
	});

	test("a hello of this version must fit exactly; one of another version needs only say who it is", () => {
		const hello = {
			protocol: 1,
			profileId: "3f0c2f5e-8f0a-4c1e-9b9e-2f8b3a1c4d5e",
			label: "",
			extVersion: "1",
			tabs: [],
		};
		expect(problemWith("hello", hello)).toBeUndefined();
		expect(problemWith("hello", { ...hello, extra: 1 })).toBeString();
		expect(problemWith("hello", { ...hello, profileId: "p" })).toBeString();
		expect(problemWith("hello", { ...hello, protocol: 2, extra: 1 })).toBeUndefined();
		expect(problemWith("hello", { profileId: "p", extVersion: "0.2.1", tabs: [{}] })).toBeUndefined();
		expect(problemWith("hello", { extVersion: "0.2.1" })).toBeString();
	});
});
