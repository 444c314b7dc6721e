import { expect, test } from "bun:test";
import type { ClientState } from "../../../lib/catalog/control.ts";
import { MonkError } from "../../../lib/errors/error.ts";
import type { OwnerConnection } from "../../../lib/host/owner/control-client.ts";
import { eventually } from "../../support/eventually.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { type ScriptedExtension, tab } from "../../support/scripted-extension.ts";
import { codeOf, rejection, TestOwner, textOf } from "../../support/test-owner.ts";

const call = (client: OwnerConnection, name: string, args: Record<string, unknown> = {}) =>
	client.request("call_tool", { name, args });

const click = { ref: "e1", element: "it" };

/** A browser that opens tabs and closes them, and is the same one for each owner. */
async function browser(monk: TestOwner, more: { readonly label?: string } = {}) {
	const who = { credentials: await monk.enrol(), profileId: crypto.randomUUID(), ...more };
	const closed: unknown[] = [];
	const shared = [tab(1)];
	const join = async (owner: TestOwner): Promise<ScriptedExtension> => {
		const extension = await owner.extension({ ...who, tabs: shared });
		extension.scripts.list_tabs = () => ({ tabs: shared });
		extension.scripts.browser_new_tab = () => {
			const slot = shared.length + 1;
			shared.push(tab(slot));
			return { tabId: 100 + slot, slot, url: "about:blank", loaded: true };
		};
		extension.scripts.browser_close_tab = ({ tabId }) => {
			closed.push(tabId);
			return { tabId };
		};
		return extension;
	};
	return { join, closed };
}

/** What a client was told last, to bring along. */
function remembering(client: OwnerConnection): () => ClientState | undefined {
	let last: ClientState | undefined;
	client.onNotice("client_state", (state) => {
		last = state;
	});
	return () => last;
}

test("a client finds with the next owner the browser that it used last and the tabs that it opened", async () => {
	await using first = await TestOwner.start();
	const work = await browser(first, { label: "Work" });
	const home = await browser(first, { label: "Home" });
	await Promise.all([work.join(first), home.join(first)]);
	const client = await first.client();
	const state = remembering(client);
	expect(codeOf(await call(client, "browser_snapshot"))).toBe("PROFILE_AMBIGUOUS");
	await call(client, "browser_new_tab", { profile: "home" });
	await first.owner.stop("test");
	await using next = await TestOwner.start(first.paths.home);
	await Promise.all([work.join(next), home.join(next)]);
	const told = state();
	const again = await next.client(undefined, { id: "one", state: told });
	expect(textOf(await call(again, "browser_snapshot", { tab: 1 }))).toContain("Profile: home");
	// Without `confirm`, as only what the client itself opened.
	expect(codeOf(await call(again, "browser_close_tab", { tab: 2 }))).toBeUndefined();
	expect(home.closed).toEqual([102]);
	const stranger = await next.client();
	expect(codeOf(await call(stranger, "browser_snapshot", { tab: 1 }))).toBe("PROFILE_AMBIGUOUS");
});

test("a tab that a client opened for a while is closed when it has left, and not when it is only cut off", async () => {
	const clock = new ManualClock(Date.now());
	await using monk = await TestOwner.start(undefined, clock);
	const { join, closed } = await browser(monk);
	await join(monk);
	const client = await monk.client(undefined, { id: "one" });
	await call(client, "browser_new_tab", { temporary: true });
	await call(client, "browser_new_tab", {});
	const left = async (leaver: OwnerConnection): Promise<void> => {
		leaver.close();
		await eventually(() => monk.owner.status().clients.length === 0);
	};
	await left(client);
	clock.advance(4_000);
	const again = await monk.client(undefined, { id: "one" });
	clock.advance(10_000);
	await call(again, "browser_snapshot", { tab: 2 });
	expect(closed).toEqual([]);
	await left(again);
	clock.advance(5_000);
	await eventually(() => closed.length > 0);
	expect(closed).toEqual([102]);
});

test("a client that leaves together with the owner has its tabs closed all the same", async () => {
	await using monk = await TestOwner.start();
	const { join, closed } = await browser(monk);
	await join(monk);
	const [leaver, stayer] = [await monk.client(undefined, { id: "one" }), await monk.client(undefined, { id: "two" })];
	await call(leaver, "browser_new_tab", { temporary: true });
	await call(stayer, "browser_new_tab", { temporary: true });
	await monk.owner.stop("its client left", { clientId: "one" });
	expect(closed).toEqual([102]);
});

test("while one client works in a tab another's act is refused and told by whom and until when; reads go on", async () => {
	const clock = new ManualClock(Date.now());
	await using monk = await TestOwner.start(undefined, clock);
	const extension = await monk.extension({ tabs: [tab(1), tab(2)] });
	const [ann, bob] = [await monk.client(undefined, { id: "ann" }), await monk.client(undefined, { id: "bob" })];
	expect(codeOf(await call(ann, "browser_click", { ...click, tab: 1 }))).toBeUndefined();
	const refused = await call(bob, "browser_click", { ...click, tab: 1 });
	expect(codeOf(refused)).toBe("TAB_BUSY");
	const until = new Date(clock.now() + 30_000).toISOString().slice(0, 19);
	expect(textOf(refused)).toContain(`in use by a test for 30 s more, until ${until}Z`);
	expect(codeOf(await call(bob, "browser_snapshot", { tab: 1 }))).toBeUndefined();
	expect(codeOf(await call(bob, "browser_click", { ...click, tab: 2 }))).toBeUndefined();
	expect(codeOf(await call(ann, "browser_click", { ...click, tab: 1 }))).toBeUndefined();
	clock.advance(30_000);
	expect(codeOf(await call(bob, "browser_click", { ...click, tab: 1 }))).toBeUndefined();
	expect(codeOf(await call(ann, "browser_click", { ...click, tab: 1 }))).toBe("TAB_BUSY");
	bob.close();
	await eventually(() => monk.owner.status().clients.length === 1);
	expect(codeOf(await call(ann, "browser_click", { ...click, tab: 1 }))).toBeUndefined();
	expect(extension.asked.filter(({ method }) => method === "browser_click")).toHaveLength(5);
});

test("an act that waited its turn behind another client's act is refused in its turn, and never runs", async () => {
	await using monk = await TestOwner.start();
	const { promise: pressed, resolve: press } = Promise.withResolvers<{ tabId: number; via: "debugger" }>();
	const extension = await monk.extension({ scripts: { browser_snapshot: () => pressed.then(snapshot) } });
	const snapshot = () => ({ tabId: 101, url: "https://a.example/", title: "", snapshot: "" });
	const [reader, ann, bob] = [await monk.client(), await monk.client(), await monk.client()];
	const asked = (method: string) => extension.asked.filter((one) => one.method === method).length;
	const reading = call(reader, "browser_snapshot");
	await eventually(() => asked("browser_snapshot") === 1);
	const first = call(ann, "browser_click", click);
	await call(ann, "browser_list_tabs");
	const second = call(bob, "browser_click", click);
	await call(bob, "browser_list_tabs");
	press({ tabId: 101, via: "debugger" });
	await reading;
	expect([codeOf(await first), codeOf(await second)]).toEqual([undefined, "TAB_BUSY"]);
	expect(asked("browser_click")).toBe(1);
});

test("a tab is kept with lease: true, given back with lease: false, and a one-shot caller keeps none", async () => {
	const clock = new ManualClock(Date.now());
	await using monk = await TestOwner.start(undefined, clock);
	await monk.extension();
	const [ann, bob] = [await monk.client(), await monk.client()];
	expect(codeOf(await call(ann, "browser_snapshot", { lease: true }))).toBeUndefined();
	clock.sleep(300_000);
	const refused = await call(bob, "browser_click", click);
	expect(codeOf(refused)).toBe("TAB_BUSY");
	expect(textOf(refused)).toContain("is kept by a test");
	expect(codeOf(await call(bob, "browser_snapshot", { lease: true }))).toBe("TAB_BUSY");
	await call(ann, "browser_snapshot", { lease: false });
	expect(codeOf(await monk.call("browser_click", click))).toBeUndefined();
	expect(codeOf(await call(bob, "browser_click", click))).toBeUndefined();
	expect(codeOf(await monk.call("browser_click", click))).toBe("TAB_BUSY");
});

test("a client that leaves in the midst of its act leaves the tab free, however late that act ends", async () => {
	await using monk = await TestOwner.start();
	const { promise: ended, resolve: end } = Promise.withResolvers<void>();
	let stuck = true;
	const extension = await monk.extension({
		scripts: {
			browser_click: ({ tabId }, { signal }) => {
				if (!stuck) return { tabId, via: "debugger" };
				stuck = false;
				return new Promise(() => signal.addEventListener("abort", () => end()));
			},
		},
	});
	const [ann, bob] = [await monk.client(), await monk.client()];
	const cut = rejection(call(ann, "browser_click", click));
	await eventually(() => extension.asked.some(({ method }) => method === "browser_click"));
	ann.close();
	await Promise.all([cut, ended]);
	await eventually(async () => (await monk.audit()).some(({ tool }) => tool === "browser_click"));
	expect(codeOf(await call(bob, "browser_click", click))).toBeUndefined();
});

test("acts that give the tab back after themselves wait for each other's turn, and none is refused", async () => {
	await using monk = await TestOwner.start();
	const extension = await monk.extension();
	const clients = await Promise.all([monk.client(), monk.client(), monk.client()]);
	const acts = clients.map((client) => call(client, "browser_click", { ...click, lease: false }));
	expect((await Promise.all(acts)).map(codeOf)).toEqual(Array(3).fill(undefined));
	expect(extension.asked.filter(({ method }) => method === "browser_click")).toHaveLength(3);
});

test("a lease goes with its client to the next owner", async () => {
	await using first = await TestOwner.start();
	const { join } = await browser(first);
	await join(first);
	const ann = await first.client(undefined, { id: "ann" });
	const state = remembering(ann);
	await call(ann, "browser_click", { ...click, lease: true });
	await first.owner.stop("test");
	await using next = await TestOwner.start(first.paths.home);
	await join(next);
	const told = state();
	await next.client(undefined, { id: "ann", state: told });
	const bob = await next.client(undefined, { id: "bob" });
	expect(codeOf(await call(bob, "browser_click", click))).toBe("TAB_BUSY");
});

test("a client whose act the person does not let through takes the tab from nobody", async () => {
	await using monk = await TestOwner.start();
	const extension = await (await browser(monk)).join(monk);
	let isRefused = true;
	const answer = () => {
		if (isRefused) throw new MonkError("OTHER_CLIENT", "the tab is shared with another client only");
		return { tabId: 101, via: "debugger" };
	};
	Object.assign(extension.scripts, { browser_click: answer, browser_snapshot: answer });
	const other = await monk.client(undefined, { id: "other" });
	expect(codeOf(await call(other, "browser_click", { tab: 1, ...click, lease: true }))).toBe("OTHER_CLIENT");
	expect(codeOf(await call(other, "browser_snapshot", { tab: 1, lease: true }))).toBe("OTHER_CLIENT");
	isRefused = false;
	const allowed = await monk.client(undefined, { id: "allowed" });
	expect(codeOf(await call(allowed, "browser_click", { tab: 1, ...click }))).toBeUndefined();
	expect(codeOf(await call(other, "browser_click", { tab: 1, ...click }))).toBe("TAB_BUSY");
});
