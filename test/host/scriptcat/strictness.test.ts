import { afterEach, expect, test } from "bun:test";
import { eventually } from "../../support/eventually.ts";
import { fact } from "../../support/scriptcat/facts.ts";
import { RawOwner } from "../../support/scriptcat/raw-owner.ts";
import { ScriptedScriptCat } from "../../support/scriptcat/scripted-scriptcat.ts";

// The scripted ScriptCat is itself held against what was measured, so that monk is tested against no wishful one.

const key = "40".repeat(32);
const code = "3F9K-7Q2A";
const uuid = "5f0c2a31-8e57-4b1c-9a52-0d9a3c1b7e44";
const open: AsyncDisposable[] = [];

afterEach(async () => {
	for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
});

function dialled(credential: { readonly key?: string; readonly code?: string } = { key }) {
	const owner = new RawOwner();
	const cat = new ScriptedScriptCat({ port: owner.port, redialMs: 60_000, ...credential });
	open.push(cat, owner);
	cat.switchOn();
	return { owner, cat };
}

async function ready() {
	const both = dialled();
	await both.owner.ready(key);
	return both;
}

test(fact("silence"), async () => {
	const { owner } = dialled();
	await eventually(() => owner.headers.length === 1);
	expect(owner.heard).toEqual([]);
	expect(Object.keys(await owner.challenge("1")).toSorted()).toEqual(["hmac", "mode", "nonceD", "nonceE"]);
});

test(fact("repeatedChallenge"), async () => {
	const { owner, cat } = dialled();
	const first = await owner.challenge("1");
	const second = await owner.challenge("2");
	expect(second.nonceE).not.toBe(first.nonceE);
	owner.say({ method: "$session.authenticated", params: owner.proofFor({ mode: "session", key }, second) });
	await Bun.sleep(20);
	owner.say({ method: "$session.hello", params: { daemonVersion: "1" } });
	await eventually(() => cat.isConnected);
});

test(fact("earlyFrame"), async () => {
	const { owner, cat } = dialled();
	cat.does.verifyMs = 30;
	const answer = await owner.challenge("1");
	owner.say({ method: "$session.authenticated", params: owner.proofFor({ mode: "session", key }, answer) });
	owner.say({ method: "$session.hello", params: { daemonVersion: "1" } });
	await eventually(() => owner.closes === 1);
	expect(cat.isConnected).toBe(false);
});

test(fact("pairingNeedsKey"), async () => {
	const { owner, cat } = dialled({ code });
	const answer = await owner.challenge("1");
	expect(answer.mode).toBe("pairing");
	owner.say({ method: "$session.authenticated", params: owner.proofFor({ mode: "pairing", code }, answer) });
	await eventually(() => owner.closes === 1);
	expect(cat.key).toBeUndefined();
});

test(fact("keyIgnoredInSession"), async () => {
	const { owner, cat } = dialled();
	const proof = owner.proofFor({ mode: "session", key }, await owner.challenge("1"));
	owner.say({ method: "$session.authenticated", params: { ...proof, key: { ciphertext: "", iv: "" } } });
	await Bun.sleep(20);
	owner.say({ method: "$session.hello", params: { daemonVersion: "1" } });
	await eventually(() => cat.isConnected);
	expect(cat.key).toBe(key);
});

const violations: Readonly<Record<string, string>> = {
	"a wrong uuid": call("scripts.metadata.get", { input: { uuid: "nope" } }),
	"a uuid of version 7": call("scripts.metadata.get", { input: { uuid: uuid.replace("-4b", "-7b") } }),
	"a numeric id": JSON.stringify({ jsonrpc: "2.0", id: 1, method: "scripts.list", params: { input: {} } }),
	"an empty id": JSON.stringify({ jsonrpc: "2.0", id: "", method: "scripts.list", params: { input: {} } }),
	"a field too many": JSON.stringify({ jsonrpc: "2.0", id: "x", method: "scripts.list", params: { input: {} }, a: 1 }),
	"a batch": `[${call("scripts.list", { input: {} })}]`,
	"no params": JSON.stringify({ jsonrpc: "2.0", id: "x", method: "scripts.list" }),
	"a key too many in the input": call("scripts.list", { input: { all: true } }),
	"no edits": call("scripts.edit.request", { input: { uuid, edits: [] } }),
	"another JSON-RPC": '{"jsonrpc":"1.0","id":"x","method":"scripts.list","params":{"input":{}}}',
	"a result and an error": JSON.stringify({ jsonrpc: "2.0", id: "x", result: {}, error: { code: 1, message: "" } }),
};

function call(method: string, params: object): string {
	return JSON.stringify({ jsonrpc: "2.0", id: "x", method, params });
}

test(fact("closesOnGuards"), async () => {
	for (const [what, text] of Object.entries(violations)) {
		const { owner } = await ready();
		const before = owner.heard.length;
		owner.sayRaw(text);
		await eventually(() => owner.closes === 1);
		expect([what, owner.heard.length]).toEqual([what, before]);
	}
});

test(fact("unknownScriptMethod"), async () => {
	const { owner } = await ready();
	owner.say({ id: "x", method: "scripts.nope", params: { input: {} } });
	expect(await owner.answerTo("x")).toMatchObject({
		error: { code: -32000, message: "internal error", data: { code: "INTERNAL_ERROR" } },
	});
});

test(fact("unknownMethod"), async () => {
	const { owner } = await ready();
	for (const [id, method] of ["tabs.list", "$session.nope"].entries()) owner.say({ id: `${id}`, method, params: {} });
	owner.say({ id: "after", method: "$session.ping" });
	await owner.answerTo("after");
	expect(owner.heard.filter(({ id }) => id === "0" || id === "1")).toEqual([]);
});

test(fact("lenientParams"), async () => {
	const { owner } = await ready();
	owner.say({ id: "x", method: "scripts.list", params: { input: {}, whatever: 1 } });
	expect(await owner.answerTo("x")).toMatchObject({ result: { scripts: [] } });
	owner.say({ id: "y", method: "$session.ping" });
	expect(await owner.answerTo("y")).toMatchObject({ result: {} });
});

test(fact("shutdownIgnored"), async () => {
	const { owner, cat } = await ready();
	owner.say({ method: "$session.shutdown", params: {} });
	owner.say({ id: "after", method: "$session.ping" });
	await owner.answerTo("after");
	expect(cat.isConnected).toBe(true);
});

test(fact("sameRequestTwice"), async () => {
	const { owner, cat } = await ready();
	const { uuid } = cat.library.add("// ==UserScript==\n// @name a\n// ==/UserScript==\n");
	const ask = (id: string) =>
		owner.say({ id, method: "scripts.toggle.request", params: { input: { uuid, enable: false } } });
	for (const id of ["x", "x", "y"]) ask(id);
	await eventually(() => cat.approvals.pending.length === 2);
	expect(cat.approvals.pending.map(({ id }) => id)).toEqual(["x", "y"]);
});
