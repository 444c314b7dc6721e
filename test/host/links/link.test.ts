import { expect, test } from "bun:test";
import { MonkError } from "../../../lib/errors/error.ts";
import { EXTENSION_ORIGIN } from "../../../lib/host/extension-id.ts";
import { eventually } from "../../support/eventually.ts";
import { dialLink, tab } from "../../support/scripted-extension.ts";
import { codeOf, rejection, TestOwner, textOf } from "../../support/test-owner.ts";

const upgrade = (port: number, headers: Record<string, string>) =>
	fetch(`http://127.0.0.1:${port}/`, {
		headers: {
			Connection: "Upgrade",
			Upgrade: "websocket",
			"Sec-WebSocket-Version": "13",
			"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
			...headers,
		},
	});

test("a web page's Origin is refused on the link port", async () => {
	await using monk = await TestOwner.start();
	const response = await upgrade(monk.owner.ports.link, { Origin: "https://evil.example" });
	expect(response.status).toBe(403);
	expect((await monk.audit()).at(-1)).toMatchObject({ event: "upgrade-refused", port: "link" });
});

test("another extension's Origin is refused on the link port", async () => {
	await using monk = await TestOwner.start();
	expect(await rejection(dialLink(monk.owner.ports.link, `chrome-extension://${"a".repeat(32)}`))).toBeInstanceOf(
		Error,
	);
	const response = await upgrade(monk.owner.ports.link, { Origin: `chrome-extension://${"a".repeat(32)}` });
	expect(response.status).toBe(403);
});

test("a name that was pointed at this machine is refused on both ports", async () => {
	await using monk = await TestOwner.start();
	const { link, control } = monk.owner.ports;
	expect((await upgrade(link, { Host: `evil.example:${link}`, Origin: EXTENSION_ORIGIN })).status).toBe(403);
	expect((await upgrade(control, { Host: `evil.example:${control}` })).status).toBe(403);
});

test("an enrolled extension joins, and its tabs are listed", async () => {
	await using monk = await TestOwner.start();
	const work = await monk.extension({
		label: "Work",
		tabs: [tab(1), tab(2, { power: "look", title: "Two\u001b[31m\nlines" })],
	});
	expect(work.outcome).toMatchObject({ state: "ready", ack: { assignedLabel: "Work", assignedSlug: "work" } });
	await eventually(() => monk.owner.status().profiles[0]?.state === "connected");
	const result = await monk.call("browser_list_tabs");
	expect(textOf(result)).toBe(
		[
			"### Tabs",
			"work (Work):",
			"  tab 1: Page 1 — https://site-1.example/path?secret=1 (active)",
			"  tab 2: Two\\u001b[31m lines — https://site-2.example/path?secret=1 (look only)",
		].join("\n"),
	);
	expect(result.structuredContent).toMatchObject({
		profiles: [{ profile: "work", label: "Work", state: "connected", tabs: [{ tab: 1, active: true }, { tab: 2 }] }],
	});
});

test("a code typed in the browser enrols it, and the waiting client hears who joined", async () => {
	await using monk = await TestOwner.start();
	const client = await monk.client();
	const { code, expiresAt } = await client.request("pair_open", {});
	expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
	expect(expiresAt).toBeGreaterThan(Date.now());
	const waiting = client.request("pair_wait", {});
	const instanceId = "ab".repeat(16);
	const extension = await monk.extension({ credentials: { instanceId, code: code.toLowerCase() }, label: "Home" });
	expect(extension.outcome.state).toBe("ready");
	expect(await waiting).toMatchObject({ slug: "home", label: "Home" });
	// The minted key opens the next session.
	if (extension.key === undefined) throw new Error("no key was minted");
	extension.close();
	const again = await monk.extension({ credentials: { instanceId, key: extension.key }, label: "Home" });
	// Another profileId was said under the bound key.
	expect(again.outcome.state).toBe("refused");
	expect(JSON.stringify(await monk.audit())).not.toContain(code);
});

test("three wrong codes end the pairing", async () => {
	await using monk = await TestOwner.start();
	const client = await monk.client();
	await client.request("pair_open", {});
	const waiting = rejection(client.request("pair_wait", {}));
	for (const code of ["0000-0000", "0000-0001", "0000-0002"]) {
		const { outcome } = await monk.extension({ credentials: { instanceId: "cd".repeat(16), code } });
		expect(outcome.state).toBe("wrong-code");
	}
	expect(await waiting).toMatchObject({ code: "PAIRING_FAILED" });
});

test("a browser that was never paired gets in with no key", async () => {
	await using monk = await TestOwner.start();
	const { outcome } = await monk.extension({ credentials: { instanceId: "ef".repeat(16), key: new Uint8Array(32) } });
	expect(outcome).toMatchObject({ state: "not-known" });
	expect(codeOf(await monk.call("browser_snapshot"))).toBe("NO_BROWSER_CONNECTED");
});

test("a second pairing is refused while one is open, and may begin once that is cancelled", async () => {
	await using monk = await TestOwner.start();
	const [first, second] = [await monk.client(), await monk.client()];
	await first.request("pair_open", {});
	expect(await rejection(second.request("pair_open", {}))).toMatchObject({ code: "PAIRING_BUSY" });
	const controller = new AbortController();
	const waiting = first.request("pair_wait", {}, { signal: controller.signal });
	controller.abort();
	expect(await rejection(waiting)).toMatchObject({ code: "CANCELLED" });
	await eventually(() => second.request("pair_open", {}).catch(() => undefined));
	second.close();
	await eventually(() => first.request("pair_open", {}).catch(() => undefined));
});

test("a profile that reconnects replaces its own old link and keeps its name", async () => {
	await using monk = await TestOwner.start();
	const [workKey, homeKey] = [await monk.enrol(), await monk.enrol()];
	const profileId = crypto.randomUUID();
	const old = await monk.extension({ credentials: workKey, profileId, label: "Work" });
	const other = await monk.extension({ credentials: homeKey, label: "Home" });
	const renewed = await monk.extension({ credentials: workKey, profileId, label: "Work", slug: "work" });
	expect(renewed.outcome).toMatchObject({ state: "ready", ack: { assignedSlug: "work" } });
	expect(await old.closed).toBe(1000);
	expect(other.peer.isOpen).toBe(true);
	expect(
		monk.owner
			.status()
			.profiles.map(({ slug, state }) => `${slug} ${state}`)
			.toSorted(),
	).toEqual(["home connected", "work connected"]);
});

test("an offline profile is remembered, also by the next owner", async () => {
	await using monk = await TestOwner.start();
	const work = await monk.extension({ label: "Work" });
	await eventually(() => monk.owner.status().profiles.length === 1);
	work.close();
	await eventually(() => monk.owner.status().profiles[0]?.state === "offline");
	expect(codeOf(await monk.call("browser_snapshot"))).toBe("BROWSER_OFFLINE");
	await monk.owner.stop("test");
	await using next = await TestOwner.start(monk.paths.home);
	expect(textOf(await next.call("browser_snapshot", { profile: "work" }))).toContain("work is offline");
});

test("a browser that goes in mid-call ends the call at once", async () => {
	await using monk = await TestOwner.start();
	const extension = await monk.extension({ scripts: { browser_click: () => new Promise(() => undefined) } });
	await eventually(() => monk.owner.status().profiles.length === 1);
	const calling = monk.call("browser_click", { ref: "e1" });
	await eventually(() => extension.asked.length === 1);
	extension.close();
	expect(codeOf(await calling)).toBe("BROWSER_GONE");
});

test("a tab that closes in mid-call is told with the extension's own code", async () => {
	await using monk = await TestOwner.start();
	const gone = () => {
		throw new MonkError("TAB_CLOSED", "tab 1 was closed");
	};
	await monk.extension({ scripts: { browser_click: gone } });
	await eventually(() => monk.owner.status().profiles.length === 1);
	const result = await monk.call("browser_click", { ref: "e1" });
	expect(result.isError).toBe(true);
	expect(textOf(result)).toStartWith("### Error\nTAB_CLOSED: tab 1 was closed\n");
});

test("an act is followed by the page's snapshot in the same turn of the tab", async () => {
	await using monk = await TestOwner.start();
	const extension = await monk.extension();
	await eventually(() => monk.owner.status().profiles.length === 1);
	const [clicked] = await Promise.all([
		monk.call("browser_click", { ref: "e1", element: "Send" }),
		monk.call("browser_evaluate", { expression: "1" }),
	]);
	expect(extension.asked.map(({ method }) => method)).toEqual([
		"browser_click",
		"browser_snapshot",
		"browser_evaluate",
	]);
	expect(extension.asked[0]?.params).toEqual({ ref: "e1", element: "Send", tabId: 101, client: "a test" });
	const text = textOf(clicked);
	expect(text).toMatch(/^### Result\nClicked Send\n\n### Page\n- Profile: chrome-1\n- Tab: 1\n/);
	expect(text).toMatch(
		/\n### Snapshot\n```yaml\n# page=([0-9a-f]{16}) origin=https:\/\/site\.example\n- button "Send" \[ref=e1\]\n# end of page \1\n```$/,
	);
});

test("a tab that was shared a moment ago is found although it was not told yet", async () => {
	await using monk = await TestOwner.start();
	const shared = [tab(1), tab(2)];
	await monk.extension({ tabs: [], scripts: { list_tabs: () => ({ tabs: shared }) } });
	await eventually(() => monk.owner.status().profiles.length === 1);
	expect(textOf(await monk.call("browser_snapshot", { tab: 2 }))).toContain("- Tab: 2");
	expect(codeOf(await monk.call("browser_snapshot", { tab: 3 }))).toBe("TAB_NOT_FOUND");
});

test("a cancelled call leaves the queue and is cancelled in the browser", async () => {
	await using monk = await TestOwner.start();
	let cancelled = 0;
	const hang = (_: unknown, { signal }: { signal: AbortSignal }) =>
		new Promise((_resolve, reject) => {
			signal.addEventListener("abort", () => {
				cancelled++;
				reject(new MonkError("CANCELLED", "stopped"));
			});
		});
	const extension = await monk.extension({ scripts: { browser_click: hang } });
	await eventually(() => monk.owner.status().profiles.length === 1);
	const [first, second] = [new AbortController(), new AbortController()];
	const running = monk.call("browser_click", { ref: "e1" }, first.signal);
	const waiting = monk.call("browser_click", { ref: "e2" }, second.signal);
	await eventually(() => extension.asked.length === 1);
	second.abort();
	expect(codeOf(await waiting)).toBe("CANCELLED");
	first.abort();
	expect(codeOf(await running)).toBe("CANCELLED");
	await eventually(() => cancelled === 1);
	expect(extension.asked.map(({ params }) => params.ref)).toEqual(["e1"]);
});

test("the owner's end says goodbye and ends what is in flight", async () => {
	await using monk = await TestOwner.start();
	const extension = await monk.extension({ scripts: { browser_click: () => new Promise(() => undefined) } });
	await eventually(() => monk.owner.status().profiles.length === 1);
	const client = await monk.client();
	const calling = client.request("call_tool", { name: "browser_click", args: { ref: "e1" } });
	await eventually(() => extension.asked.length === 1);
	const started = performance.now();
	await monk.owner.stop("test");
	expect(performance.now() - started).toBeLessThan(2_000);
	expect(codeOf(await calling)).toBe("OWNER_GONE");
	await extension.closed;
	expect(extension.told).toContain("$session.shutdown");
});

test("the audit holds the origin of the page and never its query, nor what was evaluated", async () => {
	await using monk = await TestOwner.start();
	await monk.extension();
	await eventually(() => monk.owner.status().profiles.length === 1);
	await monk.call("browser_evaluate", { expression: "'hunter2'" });
	const lines = await monk.audit();
	expect(lines.at(-1)).toMatchObject({
		event: "call",
		tool: "browser_evaluate",
		origin: "https://site-1.example",
		outcome: "ok",
	});
	expect(JSON.stringify(lines)).not.toMatch(/hunter2|secret=1/);
});

test("a result of many megabytes arrives whole", async () => {
	await using monk = await TestOwner.start();
	const snapshot = `- text: ${"é".repeat(2 * 1024 * 1024)}`;
	await monk.extension({
		scripts: { browser_snapshot: ({ tabId }) => ({ tabId, url: "https://a.example/", title: "Big", snapshot }) },
	});
	await eventually(() => monk.owner.status().profiles.length === 1);
	const client = await monk.client();
	const results = await Promise.all(
		[1, 2].map(() => client.request("call_tool", { name: "browser_snapshot", args: {} })),
	);
	for (const result of results) expect(textOf(result).includes(snapshot)).toBe(true);
});
