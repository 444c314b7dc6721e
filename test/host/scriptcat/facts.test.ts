import { afterEach, expect, test } from "bun:test";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ToolResult } from "../../../lib/catalog/control.ts";
import { eventually } from "../../support/eventually.ts";
import { fact, facts } from "../../support/scriptcat/facts.ts";
import { hurriedClock } from "../../support/scriptcat/hurried-clock.ts";
import { ScriptCatOwner } from "../../support/scriptcat/paired.ts";
import type { ScriptCatOptions, ScriptedScriptCat } from "../../support/scriptcat/scripted-scriptcat.ts";
import { userScript } from "../../support/scriptcat/sources.ts";
import { codeOf, textOf } from "../../support/test-owner.ts";

const open: AsyncDisposable[] = [];

afterEach(async () => {
	for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
});

async function started(...args: Parameters<typeof ScriptCatOwner.start>): Promise<ScriptCatOwner> {
	const monk = await ScriptCatOwner.start(...args);
	open.push(monk);
	return monk;
}

/** A paired ScriptCat with one script in it. */
async function paired(options: Partial<ScriptCatOptions> = {}) {
	const owner = await started();
	const cat = await owner.paired(options);
	const { uuid } = cat.library.add(userScript("Tidy", "let a = 1;\nlet b = 1;\n"));
	const call = (tool: string, args: object = {}, signal?: AbortSignal): Promise<ToolResult> =>
		owner.monk.call(`scripts_${tool}`, { ...args }, signal);
	return { owner, cat, uuid, call };
}

const shown = (cat: ScriptedScriptCat) => eventually(() => cat.approvals.shown);

async function allowed(cat: ScriptedScriptCat, call: Promise<ToolResult>): Promise<ToolResult> {
	await shown(cat);
	cat.decide({ allow: true });
	return call;
}

const lastClose = (cat: ScriptedScriptCat) => eventually(() => cat.dials.at(-1)?.closedWith);
const outcome = async (call: Promise<ToolResult>) => {
	const result = await call;
	return `${codeOf(result) ?? "done"}: ${textOf(result).split("\n")[1]}`;
};

test(fact("origin"), async () => {
	const monk = await started();
	for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
		const cat = await monk.paired({ host });
		expect(cat.isConnected).toBe(true);
	}
});

test(fact("keyAtOnce"), async () => {
	const { owner, cat } = await paired();
	expect(cat.key).toMatch(/^[0-9a-f]{64}$/);
	cat.restartWorker();
	await eventually(() => cat.dials.length === 2 && cat.isConnected);
	await owner.connected();
	expect(cat.dials.map(({ mode }) => mode)).toEqual(["pairing", "session"]);
	const joins = (await owner.audited("session")).map(({ session }) => (session as { kind: string }).kind);
	expect(joins).toEqual(["enrolled", "authenticated", "ready", "authenticated", "ready"]);
});

test(fact("connectedAtHello"), async () => {
	const { cat } = await paired({ misbehaviour: { verifyMs: 20 } });
	expect([cat.label, cat.daemonVersion]).toEqual(["Connected", "0.1.0"]);
});

test(fact("capabilities"), async () => {
	const { cat, call } = await paired({ misbehaviour: { methods: ["scripts.list"] } });
	expect(codeOf(await call("list"))).toBeUndefined();
	const { uuid } = cat.library.add(userScript("b"));
	expect(await outcome(call("metadata", { uuid }))).toStartWith(
		"METHOD_NOT_FOUND: METHOD_NOT_FOUND: ScriptCat does not",
	);
	expect(cat.idsOf("scripts.metadata.get")).toEqual([]);
});

test(fact("pingByPage"), async () => {
	const owner = await started({}, hurriedClock);
	const cat = await owner.paired();
	await eventually(() => cat.idsOf("$session.ping").length > 2);
	expect(cat.dials).toHaveLength(1);
	cat.does.ignoresPings = true;
	expect(await lastClose(cat)).toEqual({ code: 1001, reason: "heartbeat timeout" });
});

test(fact("installArguments"), async () => {
	const { cat, call } = await paired();
	const code = userScript("x");
	const refused = [{}, { code, url: "https://x.example/" }, { url: "nowhere" }, { code: "" }];
	for (const args of refused) expect(codeOf(await call("install", args))).toBe("INVALID_ARGUMENT");
	// Refused before a byte is sent.
	expect(cat.idsOf("scripts.install.request")).toEqual([]);
});

test(fact("installFailures"), async () => {
	const { call } = await paired();
	for (const args of [{ url: "https://x.example/404.user.js" }, { code: "alert(1)" }]) {
		const result = await call("install", args);
		expect(codeOf(result)).toBe("INTERNAL_ERROR");
		expect(textOf(result)).toContain("cannot be downloaded, or what it has is no user script");
	}
});

test(fact("anchorsBeforeAsking"), async () => {
	const { cat, uuid, call } = await paired();
	cat.library.scripts.set(uuid, { uuid, code: userScript("Tidy", "aaa bb\n"), enabled: true, updatedAt: 0 });
	const edit = (...edits: object[]) => outcome(call("edit", { uuid, edits }));
	expect(await edit({ oldText: "nowhere", newText: "x" })).toContain('"oldText not found"');
	expect(await edit({ oldText: "b", newText: "x" })).toContain("not unique (2 occurrences)");
	expect(await edit({ oldText: "aa", newText: "x" })).toContain("not unique (2 occurrences)");
	expect(await edit({ oldText: "bb", newText: "bb" })).toContain("no change");
	// The second edit looks for what the first has taken away.
	expect(await edit({ oldText: "aaa b", newText: "c" }, { oldText: "aaa", newText: "d" })).toContain("not found");
	expect(cat.approvals.pages).toEqual([]);
	expect(await allowed(cat, call("edit", { uuid, edits: [{ oldText: "bb", newText: "cc" }] }))).not.toHaveProperty(
		"isError",
	);
	expect(cat.library.find(uuid).code).toBe(userScript("Tidy", "aaa cc\n"));
});

test(fact("sizeAfterAsking"), async () => {
	const { cat, call, uuid } = await paired();
	const long = cat.library.add(userScript("Long", "x".repeat(70_000)));
	const tooLong = await allowed(cat, call("source", { uuid: long.uuid }));
	expect(codeOf(tooLong)).toBe("PAYLOAD_TOO_LARGE");
	expect(textOf(tooLong)).toContain("scripts_grep");
	const past = await allowed(cat, call("source", { uuid, startLine: 900, endLine: 901 }));
	expect(codeOf(past)).toBe("INVALID_REQUEST");
	expect(textOf(past)).toContain("totalLines");
	const clamped = await allowed(cat, call("source", { uuid, startLine: 5, endLine: 900 }));
	expect(textOf(clamped)).toContain("Lines 5 to 7 of 7");
});

test(fact("toggleToSame"), async () => {
	const { cat, uuid, call } = await paired();
	expect(textOf(await allowed(cat, call("toggle", { uuid, enable: true })))).toBe(`### Result\nEnabled ${uuid}`);
});

test(fact("updateKeepsUuid"), async () => {
	const { cat, uuid, call } = await paired();
	const result = await allowed(cat, call("install", { code: userScript("Tidy", "let c;") }));
	expect(result.structuredContent).toEqual({ uuid, name: "Tidy", enabled: true });
	const fresh = await allowed(cat, call("install", { code: userScript("Other") }));
	expect(fresh.structuredContent).toMatchObject({ name: "Other" });
	expect(cat.library.scripts.size).toBe(2);
});

test(fact("conflictAfterAsking"), async () => {
	const { cat, uuid, call } = await paired();
	const editing = call("edit", { uuid, edits: [{ oldText: "let a", newText: "var a" }] });
	await shown(cat);
	cat.library.scripts.set(uuid, { ...cat.library.find(uuid), code: userScript("Tidy", "changed") });
	expect(codeOf(await allowed(cat, editing))).toBe("CONFLICT");
	expect(cat.library.find(uuid).code).toBe(userScript("Tidy", "changed"));
});

test(fact("grantForSession"), async () => {
	const { cat, uuid, call } = await paired();
	const searching = call("grep", { uuid, query: "let" });
	await shown(cat);
	cat.decide({ allow: true, forSession: true });
	expect(textOf(await searching)).toContain("2 lines match");
	expect(textOf(await call("source", { uuid }))).toContain("let a = 1;");
	expect(cat.approvals.pages).toHaveLength(1);
});

test(fact("policyAllow"), async () => {
	const { cat, uuid, call } = await paired();
	cat.policies.write = cat.policies.read = "allow";
	const done = [
		await call("toggle", { uuid, enable: false }),
		await call("source", { uuid }),
		await call("install", { code: userScript("New") }),
		await call("delete", { uuid }),
	];
	expect(done.map(codeOf)).toEqual([undefined, undefined, undefined, undefined]);
	expect(cat.approvals.pages).toEqual([]);
	expect(cat.library.scripts.has(uuid)).toBe(false);
});

test(fact("onePage"), async () => {
	const { cat, uuid, call } = await paired();
	const [first, second] = [call("toggle", { uuid, enable: false }), call("delete", { uuid })];
	await eventually(() => cat.approvals.pending.length === 2);
	await shown(cat);
	expect(cat.approvals.pages).toHaveLength(1);
	cat.decide({ allow: true });
	await first;
	await eventually(() => cat.approvals.pages.length === 2);
	cat.decide({ allow: false });
	expect(codeOf(await second)).toBe("USER_REJECTED");
	expect(cat.library.find(uuid).enabled).toBe(false);
});

test(fact("closedPage"), async () => {
	const { cat, uuid, call } = await paired();
	const leaving = new AbortController();
	const first = call("toggle", { uuid, enable: false }, leaving.signal);
	await shown(cat);
	cat.approvals.closePage();
	const second = call("delete", { uuid });
	await eventually(() => cat.approvals.pending.length === 2);
	expect(cat.approvals.shown).toBeUndefined();
	leaving.abort();
	expect(codeOf(await first)).toBe("CANCELLED");
	expect(codeOf(await allowed(cat, second))).toBeUndefined();
});

test(fact("expiry"), async () => {
	const owner = await started({}, hurriedClock);
	const cat = await owner.paired({ ttlMs: 3_000 });
	const { uuid } = cat.library.add(userScript("Tidy"));
	const result = await owner.monk.call("scripts_toggle", { uuid, enable: false });
	expect(codeOf(result)).toBe("OPERATION_EXPIRED");
	await eventually(() => cat.heard.some(({ method }) => method === "$/cancelRequest"));
	expect(cat.heard.find(({ method }) => method === "$/cancelRequest")?.params).toEqual({
		id: cat.idsOf("scripts.toggle.request")[0],
	});
	expect(cat.decide({ allow: true })).toBe("error in the page");
	expect(cat.library.find(uuid).enabled).toBe(true);
});

test(fact("largeFrames"), async () => {
	const { owner, cat, call } = await paired();
	cat.policies.read = "allow";
	const { uuid } = cat.library.add(userScript("Noise", "\u0001".repeat(700_000)));
	const reading = call("source", { uuid, startLine: 1, endLine: 9 });
	expect(codeOf(await reading)).toBe("PAYLOAD_TOO_LARGE");
	expect((await eventually(() => cat.dials[0]?.closedWith)).code).toBe(1009);
	// Nobody is asked to show it once more.
	expect(cat.idsOf("scripts.source.get")).toHaveLength(1);
	expect((await owner.audited("script-manager-fault")).map(({ why }) => why)).toEqual(["oversized-frame"]);
	await eventually(async () => codeOf(await call("list")) === undefined);
});

test(fact("cancelSameTick"), async () => {
	const { cat, uuid, call } = await paired();
	const leaving = new AbortController();
	const toggling = call("toggle", { uuid, enable: false }, leaving.signal);
	await eventually(() => cat.idsOf("scripts.toggle.request").length === 1, { every: 0 });
	leaving.abort();
	expect(codeOf(await toggling)).toBe("CANCELLED");
	await shown(cat);
	await eventually(() => cat.approvals.pending.length === 0);
	expect(cat.decide({ allow: true })).toBe("error in the page");
	expect(cat.library.find(uuid).enabled).toBe(true);
});

test(fact("cancelWithPage"), async () => {
	const { owner, cat, uuid, call } = await paired();
	const leaving = new AbortController();
	const deleting = call("delete", { uuid }, leaving.signal);
	await shown(cat);
	leaving.abort();
	expect(codeOf(await deleting)).toBe("CANCELLED");
	await eventually(() => cat.approvals.pending.length === 0);
	expect(cat.decide({ allow: true })).toBe("error in the page");
	expect(codeOf(await call("list"))).toBeUndefined();
	expect(cat.library.scripts.has(uuid)).toBe(true);
	expect(await owner.audited("late-answer")).toEqual([]);
});

test(fact("cancelDuringDownload"), async () => {
	const { owner, cat, call } = await paired();
	const url = "https://x.example/slow.user.js";
	cat.downloads.set(url, { code: userScript("Slow"), ms: 150 });
	const leaving = new AbortController();
	const installing = call("install", { url }, leaving.signal);
	await eventually(() => cat.idsOf("scripts.install.request").length === 1);
	leaving.abort();
	expect(codeOf(await installing)).toBe("CANCELLED");
	await shown(cat);
	cat.decide({ allow: true });
	await eventually(async () => (await owner.audited("late-answer")).length === 1);
	expect((await owner.audited("late-answer"))[0]).toMatchObject({ tool: "scripts_install", after: "cancelled" });
	const [script] = [...cat.library.scripts.values()].slice(-1);
	expect(owner.monk.owner.status().problems).toEqual([
		expect.stringContaining(`scripts_install was cancelled, but was allowed in the browser and done (${script?.uuid})`),
	]);
});

test("a cancel is said again once the download is over, so that the page can do no harm", async () => {
	const { cat, call } = await paired();
	const url = "https://x.example/slow.user.js";
	cat.downloads.set(url, { code: userScript("Slow"), ms: 150 });
	const leaving = new AbortController();
	const installing = call("install", { url }, leaving.signal);
	await eventually(() => cat.idsOf("scripts.install.request").length === 1);
	leaving.abort();
	await installing;
	await eventually(() => cat.approvals.pages.length === 1 && cat.approvals.pending.length === 0);
	expect(cat.decide({ allow: true })).toBe("error in the page");
	expect(cat.library.scripts.size).toBe(1);
});

test(fact("closeWithPage"), async () => {
	const { owner, cat, uuid, call } = await paired();
	const toggling = call("toggle", { uuid, enable: false });
	await shown(cat);
	cat.restartWorker();
	expect(cat.decide({ allow: true })).toBe("error in the page");
	const result = await toggling;
	expect(codeOf(result)).toBe("OUTCOME_UNKNOWN");
	expect(textOf(result)).toContain(`${uuid} is enabled now, last changed 20`);
	expect(textOf(result)).not.toContain("nothing");
	expect(cat.idsOf("scripts.toggle.request")).toHaveLength(1);
	expect(await owner.ends()).toEqual([]);
});

test(fact("switchedOff"), async () => {
	const { owner, cat } = await paired();
	cat.switchOff();
	await eventually(() => owner.state === "away");
	expect(await owner.audited("script-manager-disconnected")).toMatchObject([{ code: 1005 }]);
	expect(await owner.audited("script-manager-fault")).toEqual([]);
	cat.switchOn();
	await owner.connected();
	expect(cat.dials.at(-1)?.mode).toBe("session");
});

test(fact("stopped"), async () => {
	const { owner, cat } = await paired();
	cat.stopAccess();
	await eventually(() => owner.state === "away");
	const { code, joined } = await owner.openPairing();
	cat.typeCode(code);
	expect(await joined).toMatchObject({ kind: "scriptcat", label: "ScriptCat" });
});

test(fact("ownerRestart"), async () => {
	const { owner, cat } = await paired();
	const { port, monk } = owner;
	await monk.owner.stop("test");
	expect(await lastClose(cat)).toEqual({ code: 1001, reason: "server shutdown" });
	expect(cat.heard.at(-1)).toMatchObject({ method: "$session.shutdown" });
	await eventually(() => cat.label === "Connection failed");
	const next = await started({ scriptCatPort: port }, undefined, monk.paths.home);
	await next.connected();
	expect(cat.dials.at(-1)?.mode).toBe("session");
	expect(codeOf(await next.monk.call("scripts_list"))).toBeUndefined();
});

test(fact("backoff"), async () => {
	const owner = await started();
	const cat = owner.cat({ key: "00".repeat(32), redialMs: 40 }).switchOn();
	await eventually(() => cat.dials.length === 5);
	const gaps = cat.dials.slice(1).map(({ at }, index) => at - (cat.dials[index]?.at ?? 0));
	for (const [index, gap] of gaps.entries()) expect(gap).toBeGreaterThan(40 * 2 ** index - 5);
	expect(cat.dials[0]?.closedWith).toEqual({ code: 1008, reason: "" });
});

test(fact("replacedRedials"), async () => {
	const { owner, cat } = await paired();
	const twin = owner.cat({ key: cat.key ?? "" }).switchOn();
	await eventually(() => twin.isConnected);
	await eventually(() => cat.dials.length > 1);
	expect(cat.dials[0]?.closedWith).toEqual({ code: 1000, reason: "replaced by new connection" });
});

test(fact("oldCode"), async () => {
	const owner = await started();
	const stale: string[] = [];
	// Codes of before, the oldest first; each window ends with the client that opened it.
	for (let round = 0; round < 3; round++) {
		const client = await owner.monk.client();
		stale.push((await client.request("pair_open", {})).code);
		client.close();
		await eventually(async () => (await owner.audited("pairing-cancelled")).length === round + 1);
	}
	const cat = owner.cat({ code: stale[0] ?? "", redialMs: 10 }).switchOn();
	const { code, joined } = await owner.openPairing();
	await eventually(() => cat.dials.length > 5);
	expect(new Set(await owner.ends())).toEqual(new Set(["old-code"]));
	expect(owner.monk.owner.status().problems).toEqual([expect.stringContaining("keeps sending an old code")]);
	cat.typeCode(code);
	expect(await joined).toMatchObject({ slug: "scriptcat" });
	expect(owner.monk.owner.status().problems).toEqual([]);
});

test(fact("keyNotAccepted"), async () => {
	const owner = await started();
	const cat = owner.cat({ key: "ab".repeat(32), redialMs: 20 }).switchOn();
	await eventually(() => cat.dials.length > 2);
	expect(new Set(await owner.ends())).toEqual(new Set(["unknown-instance"]));
	expect(cat.dials[0]?.closedWith).toEqual({ code: 1008, reason: "" });
	const { code, joined } = await owner.openPairing();
	cat.typeCode(code);
	await joined;
	expect(cat.isConnected).toBe(true);
});

test(fact("workerWakes"), async () => {
	const { cat, call } = await paired();
	cat.isAsleep = true;
	expect(codeOf(await call("list"))).toBeUndefined();
	await eventually(() => cat.dials.length === 2 && cat.isConnected);
	expect(codeOf(await call("list"))).toBeUndefined();
});

test("a read whose connection drops is asked once more, on the next one, under another id", async () => {
	const { cat, call, uuid } = await paired();
	cat.does.isMute = true;
	const listing = call("list");
	const reading = call("source", { uuid });
	await eventually(() => cat.idsOf("scripts.source.get").length === 1);
	cat.does.isMute = false;
	cat.policies.read = "allow";
	cat.restartWorker();
	expect(codeOf(await listing)).toBeUndefined();
	expect(codeOf(await reading)).toBeUndefined();
	for (const method of ["scripts.list", "scripts.source.get"]) {
		expect(cat.idsOf(method)).toHaveLength(2);
		expect(new Set(cat.idsOf(method)).size).toBe(2);
	}
});

test(fact("workerLost"), async () => {
	const { owner, cat, uuid, call } = await paired();
	const toggling = call("toggle", { uuid, enable: false });
	await shown(cat);
	cat.allowAfterWorkerStop();
	expect(textOf(await toggling)).toBe(`### Result\nDisabled ${uuid}`);
	expect(await owner.ends()).toEqual([]);
	expect(cat.dials).toHaveLength(2);
});

test(fact("workerLostForGood"), async () => {
	const { cat, uuid, call } = await paired({ misbehaviour: { losesLateAnswers: true } });
	const deleting = call("delete", { uuid });
	await shown(cat);
	cat.allowAfterWorkerStop();
	const result = await deleting;
	expect(codeOf(result)).toBe("OUTCOME_UNKNOWN");
	expect(textOf(result)).toContain(`there is no ${uuid} now`);
	const installing = call("install", { code: userScript("New") });
	await shown(cat);
	cat.allowAfterWorkerStop();
	const added = [...cat.library.scripts.keys()].at(-1);
	expect(textOf(await installing)).toContain(`changed since: ${added}`);
});

test(fact("lostStartUpDial"), async () => {
	const owner = await started({}, hurriedClock);
	const cat = await owner.paired();
	await cat[Symbol.asyncDispose]();
	await eventually(() => owner.state === "away");
	cat.startBrowser(true);
	expect(cat.label).toBe("Connecting");
	const result = await owner.monk.call("scripts_list");
	expect(codeOf(result)).toBe("NO_SCRIPT_MANAGER");
	expect(textOf(result)).toContain("switch its External Access off and on");
	cat.switchOff();
	cat.switchOn();
	await owner.connected();
});

test("every measured fact has its test", async () => {
	const files = await readdir(import.meta.dir);
	const texts = await Promise.all(files.map((file) => readFile(join(import.meta.dir, file), "utf8")));
	const told = new Set([...texts.join("\n").matchAll(/\bfact\("(\w+)"\)/g)].map(([, name]) => name));
	expect(Object.keys(facts).filter((name) => !told.has(name))).toEqual([]);
});
