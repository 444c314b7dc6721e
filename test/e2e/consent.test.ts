import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { DrivenBrowser, refOf, tabIdIn } from "../support/driven-browser.ts";
import { eventually } from "../support/eventually.ts";
import { outcomeOf } from "../support/outcome.ts";
import type { Page } from "../support/page.ts";
import { choose, give } from "../support/share-form.ts";
import { Site } from "../support/site.ts";

let site: Site;
let browser: DrivenBrowser;
let popup: Page;
/** Two tabs of one site, and one of another. */
let one: number;
let two: number;
let other: number;

const page = (title: string): string => `<title>${title}</title><h1>${title}</h1>`;
const read = (tabId: number, client?: string): Promise<string> =>
	outcomeOf(browser.owner.ask("browser_snapshot", { tabId, ...(client === undefined ? {} : { client }) }));
const evaluate = (tabId: number, expression = "1", client?: string): Promise<string> =>
	outcomeOf(browser.owner.ask("browser_evaluate", { tabId, expression, ...(client === undefined ? {} : { client }) }));
const listed = async (client?: string): Promise<readonly number[]> => {
	const { tabs } = await browser.owner.ask("list_tabs", client === undefined ? {} : { client });
	return tabs.map(({ tabId }) => tabId).toSorted((a, b) => a - b);
};
const open = async (url: string): Promise<number> => {
	await browser.chrome.open(url, { background: true });
	return eventually(() => tabIdIn(popup, url));
};

beforeAll(async () => {
	site = new Site({
		"/one": page("One"),
		"/two": page("Two"),
		"/other": page("Other"),
		"/new": page("New"),
		"/around": () =>
			new Response(`<title>Around</title><p>Outside</p><iframe src="${site.url("/other", "other")}"></iframe>`, {
				headers: { "content-type": "text/html" },
			}),
		"/holds": (request) =>
			new Response(
				`<title>Holds</title><style>body { margin: 0; height: 3000px; background: rgb(0, 255, 0) } iframe { display: block; border: 0; width: 400px; height: 300px }</style>
				<iframe title=held src="${new URL(request.url).searchParams.get("frame")}"></iframe><button>Beside</button>`,
				{ headers: { "content-type": "text/html" } },
			),
		"/deep": "<button>Deep button</button>",
		"/held": () =>
			new Response(
				`<title>Held</title><style>body { background: rgb(255, 0, 0); height: 2000px }</style><script>
				const tell = ({ type }) => fetch("/report", { method: "POST", body: JSON.stringify(type) });
				for (const type of ["mousemove", "click", "keydown", "input", "wheel"]) addEventListener(type, tell);
			</script><label>Field <input></label><button>Held button</button><p>Held words</p>
					<iframe src="${site.url("/deep")}"></iframe>`,
				{ headers: { "content-type": "text/html" } },
			),
	});
	browser = await DrivenBrowser.start();
	popup = await browser.openPopup();
	one = await open(site.url("/one"));
	two = await open(site.url("/two"));
	other = await open(site.url("/other", "other"));
}, 60_000);

/** True when the popup has drawn what the background would tell it now. */
const isUpToDate = `chrome.runtime.sendMessage({ to: "background", id: crypto.randomUUID(), name: "state", body: {} }).then(
	({ value: { listed, never } }) =>
		document.querySelectorAll("#listed-list li").length === listed.length &&
		document.querySelectorAll("#never-list li").length === never.length)`;

/** The colours of points of a picture. */
const coloursIn = (url: string, points: readonly (readonly [number, number])[]): Promise<readonly string[]> =>
	popup.call(
		async (picture: string, at: readonly (readonly [number, number])[]) => {
			const image = new Image();
			image.src = picture;
			await image.decode();
			const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
			context?.drawImage(image, 0, 0);
			return at.map(([x, y]) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3).join(","));
		},
		url,
		points,
	);

const grantRows = async (): Promise<readonly string[]> => {
	await popup.until(isUpToDate);
	return popup.evaluate(`[...document.querySelectorAll("#listed-list .text")].map((row) => row.innerText)`);
};

/** Ends every share and every rule by real clicks, as a person would. */
beforeEach(async () => {
	await popup.until(isUpToDate);
	for (const button of ["#listed-list button", "#never-list button", "[aria-pressed=true]"]) {
		const count = `document.querySelectorAll(${JSON.stringify(button)}).length`;
		for (let left = await popup.evaluate<number>(count); left > 0; left--) {
			await popup.click(button);
			await popup.until(`${count} < ${left}`);
		}
	}
});

afterAll(async () => {
	await browser[Symbol.asyncDispose]();
	await site.close();
});

test("a site is shared in all its tabs and in no other, until its row is ended", async () => {
	await give(popup, "look", { tab: one, scope: "site", until: "forever", client: "" });
	await eventually(async () => (await listed()).length === 2);
	expect([await read(two), await read(other), await evaluate(one)].map((told) => told.split(":")[0])).toEqual([
		"no error",
		"NOT_SHARED",
		"LOOK_ONLY",
	]);
	expect(await grantRows()).toEqual([`${new URL(site.url()).origin}\nlook only`]);
	await eventually(() => browser.owner.consents.at(-1)?.wide[0]?.site === new URL(site.url()).origin);
	await popup.click("#listed-list button");
	await eventually(async () => (await listed()).length === 0);
	expect(await read(two)).toStartWith("NOT_SHARED");
});

test("a group is shared with the tabs that are in it at that moment", async () => {
	const group: number = await popup.evaluate(`chrome.tabs.group({ tabIds: [${one}, ${other}] })`);
	await popup.evaluate(`chrome.tabGroups.update(${group}, { title: "Work" })`);
	await give(popup, "act", { tab: one, scope: "group", until: "forever", client: "" });
	await eventually(async () => (await listed()).length === 2);
	expect(await grantRows()).toEqual(["Group: Work\nlook and act"]);
	expect(await evaluate(other)).toBe("no error");
	expect(await read(two)).toStartWith("NOT_SHARED");
	await popup.evaluate(`chrome.tabs.ungroup(${other})`);
	await eventually(async () => (await evaluate(other)).startsWith("NOT_SHARED"));
	expect(await evaluate(one)).toBe("no error");
	await popup.evaluate(`chrome.tabs.ungroup(${one})`);
});

test("the whole browser is shared but for pages of the browser and of extensions", async () => {
	await give(popup, "look", { tab: one, scope: "profile", until: "forever", client: "" });
	await eventually(async () => (await listed()).includes(other));
	const { tabs } = await browser.owner.ask("list_tabs", {});
	expect(tabs.filter(({ url }) => !/^(?:https?|about):/.test(url))).toEqual([]);
	expect(await read(await eventually(async () => tabIdIn(popup, await popup.evaluate("location.href"))))).toStartWith(
		"PAGE_NOT_AUTOMATABLE",
	);
	expect((await popup.text()).includes("shared with the whole profile")).toBe(true);
});

test("a share until the tab leaves the site ends there, and does not come back with the site", async () => {
	await give(popup, "act", { tab: one, scope: "tab", until: "site-left", client: "" });
	await eventually(async () => (await listed()).includes(one));
	await browser.owner.ask("browser_navigate", { tabId: one, url: site.url("/one?again") });
	expect(await evaluate(one)).toBe("no error");
	const away = outcomeOf(browser.owner.ask("browser_navigate", { tabId: one, url: site.url("/other", "other") }));
	expect(await away).toStartWith("NOT_SHARED: while the call ran");
	await eventually(async () => (await grantRows()).length === 0);
	await popup.evaluate(`chrome.tabs.update(${one}, { url: ${JSON.stringify(site.url("/one"))} })`);
	await eventually(() => tabIdIn(popup, site.url("/one")));
	expect(await read(one)).toStartWith("NOT_SHARED");
});

test("a share ends when its time is over, and so does what runs by it", async () => {
	await choose(popup, { tab: two, scope: "tab", until: "900000", client: "" });
	// The form offers a quarter of an hour at the least: one of its choices is made to mean less.
	await popup.evaluate(`document.querySelector("#share-until option:checked").value = "2500"`);
	await popup.click("#share-act");
	await eventually(async () => (await listed()).includes(two));
	expect((await grantRows())[0]).toMatch(/^Two\nlook and act · until \d/);
	const running = evaluate(two, "new Promise(() => {})");
	expect(await running).toStartWith("NOT_SHARED: while the call ran, its share ended");
	await eventually(async () => (await grantRows()).length === 0);
	expect(await read(two)).toStartWith("NOT_SHARED");
});

test("what a tab does while it is shared with nobody is told to nobody when it is shared again", async () => {
	await give(popup, "act", { tab: one, scope: "tab", until: "forever", client: "" });
	await eventually(async () => (await listed()).includes(one));
	const requests = async (record?: true): Promise<readonly string[]> => {
		const asked = { tabId: one, ...(record === undefined ? {} : { record }) };
		return (await browser.owner.ask("browser_network_requests", asked)).requests.map(({ url }) => url);
	};
	const tab = await browser.chrome.attach(({ url }) => url === site.url("/one"));
	const get = (path: string) => tab.evaluate(`fetch("${path}").then((answer) => answer.text())`);
	await requests(true);
	await get("/new?seen");
	await eventually(async () => (await requests()).includes(site.url("/new?seen")));
	await popup.click(`#act-${one}`);
	await popup.until(`document.querySelector("#act-${one}").ariaPressed === "false"`);
	await get("/new?hidden");
	await popup.click(`#act-${one}`);
	await eventually(async () => (await listed()).includes(one));
	expect(await requests()).toEqual([]);
});

test("a share with one client is no other's, and the others do not see the tab", async () => {
	const { peer } = await browser.owner.session();
	peer.notify("clients_changed", { clients: ["agent a", "agent b"] });
	await give(popup, "act", { tab: one, scope: "tab", until: "forever", client: "only agent a" });
	await eventually(async () => (await listed("agent a")).includes(one));
	expect(await grantRows()).toEqual(["One\nlook and act · only what calls itself agent a"]);
	expect([await listed("agent b"), await evaluate(one, "1", "agent a")]).toEqual([[], "no error"]);
	for (const told of [await read(one, "agent b"), await evaluate(one, "1", "agent b"), await read(one)])
		expect(told).toStartWith("OTHER_CLIENT");
	await popup.click(`#look-${one}`);
	await eventually(async () => (await read(one, "agent b")) === "no error");
	expect(await evaluate(one, "1", "agent a")).toStartWith("LOOK_ONLY");
});

test("a site that is ruled out is out of reach whatever is shared, until the person lifts the rule", async () => {
	await give(popup, "act", { tab: one, scope: "profile", until: "forever", client: "" });
	await eventually(async () => (await evaluate(other)) === "no error");
	const running = evaluate(other, "new Promise(() => {})");
	await choose(popup, { tab: other });
	await popup.click("#rule-out");
	expect(await running).toStartWith("SITE_RULED_OUT: while the call ran");
	expect([await read(other), await evaluate(one)]).toEqual([expect.stringMatching(/^SITE_RULED_OUT/), "no error"]);
	expect(await listed()).not.toContain(other);
	const before = site.requests.length;
	const there = site.url("/other?ruled", "other");
	for (const told of [
		await outcomeOf(browser.owner.ask("browser_navigate", { tabId: one, url: there })),
		await outcomeOf(browser.owner.ask("browser_new_tab", { url: there })),
	])
		expect(told).toStartWith("SITE_RULED_OUT");
	expect(site.requests).toHaveLength(before);
	await popup.click("#never-list button");
	await eventually(async () => (await evaluate(other)) === "no error");
});

test("a frame of a site that is ruled out is not read with the page around it", async () => {
	await give(popup, "act", { tab: one, scope: "profile", until: "forever", client: "" });
	const around = await open(site.url("/around"));
	const seen = async (): Promise<string> => {
		const { snapshot } = await browser.owner.ask("browser_snapshot", { tabId: around });
		return snapshot + (await browser.owner.ask("browser_get_text", { tabId: around })).text;
	};
	await eventually(async () => (await seen()).includes("Other"));
	await choose(popup, { tab: other });
	await popup.click("#rule-out");
	await popup.until(`document.querySelector("#never-list button") !== null`);
	const told = await seen();
	expect(["Outside", "the person has ruled out its site", "Other"].map((words) => told.includes(words))).toEqual([
		true,
		true,
		false,
	]);
	await browser.owner.ask("browser_close_tab", { tabId: around });
});

/** A frame in a process of its own, and one that shares that of the page around it. */
test.each([
	["main", "localhost"],
	["third", "in.third.localhost"],
] as const)(
	"nothing acts, types, waits or pictures in a frame of a site that was ruled out since (%s, %s)",
	async (host, ruled) => {
		await give(popup, "act", { tab: one, scope: "profile", until: "forever", client: "" });
		const held = `http://${ruled}:${new URL(site.url()).port}/held`;
		const tabId = await open(site.url(`/holds?frame=${encodeURIComponent(held)}`, host));
		const inside = await open(held);
		const { owner } = browser;
		const snapshot = (root?: string) =>
			owner.ask("browser_snapshot", { tabId, ...(root === undefined ? {} : { root }) });
		const seen = await eventually(async () => {
			const told = (await snapshot()).snapshot;
			return told.includes("Held words") && told.includes("Deep button") ? told : undefined;
		});
		const [field, button, deep, frame, beside] = ["Field", "Held button", "Deep button", "iframe", "Beside"].map(
			(words) => refOf(seen, words),
		);
		await owner.ask("browser_click", { tabId, ref: field ?? "" });
		await eventually(() => site.reports.includes("click"));
		site.reports.length = 0;
		await choose(popup, { tab: inside });
		await popup.click("#rule-out");
		await popup.until(`document.querySelector("#never-list button") !== null`);
		const acts = {
			click: () => owner.ask("browser_click", { tabId, ref: button ?? "" }),
			"click in a frame in it": () => owner.ask("browser_click", { tabId, ref: deep ?? "" }),
			"click on its frame": () => owner.ask("browser_click", { tabId, ref: frame ?? "" }),
			hover: () => owner.ask("browser_hover", { tabId, ref: button ?? "" }),
			type: () => owner.ask("browser_type", { tabId, ref: field ?? "", text: "x" }),
			fill: () => owner.ask("browser_fill_form", { tabId, fields: [{ ref: field ?? "", value: "x" }] }),
			"key to the focus": () => owner.ask("browser_press_key", { tabId, key: "x" }),
			"key to an element": () => owner.ask("browser_press_key", { tabId, key: "x", ref: field ?? "" }),
			drag: () => owner.ask("browser_drag", { tabId, startRef: beside ?? "", endRef: button ?? "" }),
			evaluate: () =>
				owner.ask("browser_evaluate", { tabId, ref: button ?? "", expression: "(element) => element.id" }),
			read: () => snapshot(button),
			picture: () => owner.ask("browser_screenshot", { tabId, ref: button ?? "" }),
		};
		for (const [name, work] of Object.entries(acts))
			expect([name, (await outcomeOf(work())).split(":")[0]]).toEqual([name, "SITE_RULED_OUT"]);
		for (const goal of [{ text: "Held words" }, { selector: "label" }])
			expect(await outcomeOf(owner.ask("browser_wait", { tabId, ...goal, timeoutMs: 400 }))).toMatch(
				/^TIMEOUT: (?!.*Held words.*instead.*Held)/,
			);
		const { data, mimeType } = await owner.ask("browser_screenshot", { tabId });
		expect(
			await coloursIn(`data:${mimeType};base64,${data}`, [
				[200, 200],
				[600, 200],
			]),
		).toEqual(["128,128,128", "0,255,0"]);
		expect(site.reports).toEqual([]);
		expect((await owner.ask("browser_click", { tabId, ref: beside ?? "" })).via).toBe("debugger");
		await owner.ask("browser_press_key", { tabId, key: "x" });
		expect(site.reports).toEqual([]);
		for (const id of [tabId, inside]) await popup.evaluate(`chrome.tabs.remove(${id})`);
	},
	30_000,
);

test("new tabs may be opened without any share once the person allows it", async () => {
	const ask = () => browser.owner.ask("browser_new_tab", { url: site.url("/new") });
	expect(await outcomeOf(ask())).toStartWith("NOT_SHARED");
	await popup.evaluate(`document.querySelector("#new-tabs").click()`);
	expect(await outcomeOf(ask())).toStartWith("NOT_SHARED");
	await popup.click("#new-tabs");
	await popup.until(`document.querySelector("#new-tabs").checked`);
	const { tabId } = await ask();
	expect([await evaluate(tabId), await listed()]).toEqual(["no error", [tabId]]);
	await popup.click("#new-tabs");
	await popup.until(`!document.querySelector("#new-tabs").checked`);
	await browser.owner.ask("browser_close_tab", { tabId });
	expect(await outcomeOf(ask())).toStartWith("NOT_SHARED");
});

test("a click that a script makes in the form neither shares nor rules out", async () => {
	await choose(popup, { tab: one, scope: "profile", until: "forever", client: "" });
	for (const id of ["share-look", "share-act", "rule-out"])
		await popup.evaluate(`document.querySelector("#${id}").click()`);
	await popup.evaluate(`chrome.runtime.sendMessage({ to: "background", id: "x", name: "state", body: {} })`);
	expect([await listed(), await grantRows(), await read(one)]).toEqual([[], [], expect.stringMatching(/^NOT_SHARED/)]);
});

interface AxNode {
	readonly ignored: boolean;
	readonly role?: { readonly value: string };
	readonly name?: { readonly value: string };
}

test("the popup of a browser that is too old says so", async () => {
	const old = await browser.openPopup();
	expect(await old.evaluate(`document.querySelector("#outdated").hidden`)).toBe(true);
	await old.send("Emulation.setUserAgentOverride", { userAgent: "Mozilla/5.0 Chrome/120.0.0.0" });
	await old.evaluate("location.reload()");
	await old.until(
		`document.querySelector("#outdated")?.innerText.startsWith("This is Chrome 120, and monk needs 125")`,
	);
	await old.close();
	await popup.send("Page.bringToFront");
});

test("every control of the popup has a name of its own", async () => {
	await popup.click(`#look-${two}`);
	await give(popup, "act", { tab: one, scope: "site", until: "forever", client: "" });
	await popup.until(`document.querySelector("#listed-list button") !== null`);
	await popup.click("#more summary");
	const { nodes } = await popup.send<{ nodes: readonly AxNode[] }>("Accessibility.getFullAXTree");
	const controls = ["button", "combobox", "checkbox", "textbox", "spinbutton", "DisclosureTriangle"];
	const names = nodes
		.filter(({ ignored, role }) => !ignored && controls.includes(role?.value ?? ""))
		.map(({ name }) => name?.value ?? "");
	expect(names.length).toBeGreaterThan(12);
	expect(names).not.toContain("");
	expect(new Set(names).size).toBe(names.length);
});
