import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { applyDelta } from "../support/apply-delta.ts";
import type { Chrome } from "../support/chrome.ts";
import { compiledMonk } from "../support/compiled.ts";
import { refOf } from "../support/driven-browser.ts";
import { eventually } from "../support/eventually.ts";
import { type Answer, McpClient } from "../support/mcp-client.ts";
import { MonkHome } from "../support/monk-process.ts";
import { joinBrowser } from "../support/owned-browser.ts";
import type { Page } from "../support/page.ts";
import { Site } from "../support/site.ts";

let site: Site;
let home: MonkHome;
let agent: McpClient;
let chrome: Chrome;
let page: Page;
/** The number of its tab. */
let tab: number;

const seen = `const seen = []; const see = (what) => seen.push(what);`;
const form = `<!doctype html><title>Form</title><script>${seen}</script>
	<button onclick="see('pressed ' + event.isTrusted)" onmouseover="see('hovered')">Press</button>
	<input aria-label="Name" oninput="see('typed ' + value)" onkeydown="see('key ' + event.key)">
	<input aria-label="Town">
	<select aria-label="Colour" onchange="see('chose ' + value)"><option>red<option>blue</select>
	<input type="file" aria-label="Paper" onchange="see('file ' + files[0].name)">
	<div role="slider" aria-label="From" tabindex="0" style="width:40px;height:40px;background:#ccc"
		onpointerdown="see('held'), setPointerCapture(event.pointerId)" onpointerup="see('let go')">o</div>
	<div role="button" aria-label="To" tabindex="0" style="width:40px;height:40px;background:#ddd">x</div>
	<button onclick="setTimeout(() => see('asked ' + confirm('Sure?')))">Ask</button>
	<div style="height:3000px"></div><p>The end</p>`;

beforeAll(async () => {
	site = new Site({ "/": form, "/second": "<title>Second</title><h1>Second</h1>" });
	home = await MonkHome.make({ monk: await compiledMonk() });
	agent = await McpClient.start(home, "every-tool");
	chrome = await joinBrowser(home);
	page = await chrome.open(site.url());
	const listed = () => agent.call("browser_list_tabs").then(({ text }) => /tab (\d+): Form/.exec(text)?.[1]);
	tab = Number(await eventually(listed));
	await Bun.write(join(home.folder, "paper.txt"), "some words");
}, 90_000);

afterAll(async () => {
	await agent?.[Symbol.asyncDispose]();
	await chrome?.close();
	await home?.close();
	await site?.close();
}, 60_000);

const call = (name: string, args: Record<string, unknown> = {}): Promise<Answer> => agent.call(name, { tab, ...args });
const ref = async (words: string): Promise<string> => refOf((await call("browser_snapshot")).text, words);
const hasSeen = (what: string): Promise<boolean> =>
	page.until(`seen.includes(${JSON.stringify(what)})`).then(() => true);

async function done(answer: Promise<Answer>): Promise<string> {
	const { code, text } = await answer;
	expect(code, text).toBeUndefined();
	return text;
}

/** One call of each tool, in an order in which each finds what it needs, and what the page itself knows of it. */
const calls: Readonly<Record<string, () => Promise<void>>> = {
	async browser_list_tabs() {
		expect(await done(agent.call("browser_list_tabs"))).toContain(site.url());
	},
	async browser_snapshot() {
		expect(await done(call("browser_snapshot"))).toContain('textbox "Name"');
	},
	async browser_find() {
		expect(await done(call("browser_find", { text: "The end" }))).toContain("The end");
	},
	async browser_get_text() {
		expect(await done(call("browser_get_text"))).toContain("The end");
	},
	async browser_screenshot() {
		await done(call("browser_screenshot"));
	},
	async browser_click() {
		await done(call("browser_click", { ref: await ref('"Press"'), element: "Press" }));
		expect(await hasSeen("pressed true")).toBe(true);
	},
	async browser_hover() {
		await page.evaluate("seen.length = 0");
		await done(call("browser_scroll", { direction: "up" }));
		await done(call("browser_hover", { ref: await ref('"To"'), element: "To" }));
		await done(call("browser_hover", { ref: await ref('"Press"'), element: "Press" }));
		expect(await hasSeen("hovered")).toBe(true);
	},
	async browser_type() {
		await done(call("browser_type", { ref: await ref('"Name"'), element: "Name", text: "Ada" }));
		expect(await hasSeen("typed Ada")).toBe(true);
	},
	async browser_press_key() {
		await done(call("browser_press_key", { key: "Control+A" }));
		expect(await hasSeen("key a")).toBe(true);
	},
	async browser_fill_form() {
		await done(call("browser_fill_form", { fields: [{ ref: await ref('"Town"'), element: "Town", value: "Oslo" }] }));
		expect(await page.evaluate(`document.querySelector("[aria-label=Town]").value`)).toBe("Oslo");
	},
	async browser_select_option() {
		await done(call("browser_select_option", { ref: await ref('"Colour"'), element: "Colour", values: ["blue"] }));
		expect(await hasSeen("chose blue")).toBe(true);
	},
	async browser_upload_file() {
		await done(call("browser_upload_file", { ref: await ref('"Paper"'), paths: ["paper.txt"] }));
		expect(await hasSeen("file paper.txt")).toBe(true);
	},
	async browser_drag() {
		const [startRef, endRef] = [await ref('"From"'), await ref('"To"')];
		await done(call("browser_drag", { startRef, endRef, startElement: "From", endElement: "To" }));
		expect(await hasSeen("let go")).toBe(true);
	},
	async browser_scroll() {
		await done(call("browser_scroll", { direction: "down", amount: 700 }));
		await page.until("scrollY > 0");
	},
	async browser_evaluate() {
		expect(await done(call("browser_evaluate", { expression: "document.title" }))).toContain('"Form"');
	},
	async browser_wait() {
		await done(call("browser_wait", { text: "The end" }));
	},
	async browser_get_console_logs() {
		await call("browser_get_console_logs");
		await page.evaluate("console.log('a word')");
		await eventually(async () => (await done(call("browser_get_console_logs"))).includes("a word"));
	},
	async browser_handle_dialog() {
		await call("browser_click", { ref: await ref('"Ask"'), element: "Ask" });
		await eventually(async () => (await call("browser_handle_dialog", { accept: true })).code === undefined);
		expect(await hasSeen("asked true")).toBe(true);
	},
	async browser_navigate() {
		expect(await done(call("browser_navigate", { url: site.url("/second") }))).toContain('heading "Second"');
		expect(await page.evaluate("location.pathname")).toBe("/second");
	},
	async browser_go_back() {
		await done(call("browser_go_back"));
		expect(await page.evaluate("location.pathname")).toBe("/");
	},
	async browser_go_forward() {
		await done(call("browser_go_forward"));
		expect(await page.evaluate("location.pathname")).toBe("/second");
	},
	async browser_reload() {
		await page.evaluate("kept = true");
		await done(call("browser_reload"));
		expect(await page.evaluate("typeof kept")).toBe("undefined");
	},
	async browser_new_tab() {
		await done(agent.call("browser_new_tab", { url: site.url("/second?new") }));
		expect(site.requests.map(({ path }) => path)).toContain("/second");
	},
	async browser_switch_tab() {
		await done(call("browser_switch_tab"));
		await page.until("document.visibilityState === 'visible'");
	},
	async browser_close_tab() {
		const tabs = await done(agent.call("browser_list_tabs"));
		const tab = Number(/tab (\d+):.*\?new/.exec(tabs)?.[1]);
		await done(agent.call("browser_close_tab", { tab }));
		expect(await done(agent.call("browser_list_tabs"))).not.toContain("?new");
	},
};

test("each listed tool has a title, annotations and a closed schema, and is called below", async () => {
	const { tools } = await agent.client.listTools();
	expect(tools.map(({ name }) => name).toSorted()).toEqual(Object.keys(calls).toSorted());
	for (const tool of tools) {
		expect(tool.title, tool.name).toBeTruthy();
		expect(tool.annotations?.readOnlyHint, tool.name).toBeBoolean();
		expect(tool.inputSchema.additionalProperties, tool.name).toBe(false);
	}
});

for (const [name, work] of Object.entries(calls)) test(`an agent calls ${name}, and the page knows of it`, work);

/** The lines of the page in an answer, between the marks that no page can write. */
const fenced = (text: string): string =>
	/```yaml\n# page=\w+ [^\n]*\n([\s\S]*)\n# end of page \w+\n```/.exec(text)?.[1] ?? "";
const idIn = (text: string): string => /^- Snapshot: (\w+)/m.exec(text)?.[1] ?? "";

test("what an agent is told of a later snapshot, laid over the one it had, is that snapshot", async () => {
	await page.evaluate(`document.body.insertAdjacentHTML("afterbegin",
		"<ul id=many>" + Array.from({ length: 60 }, (_, index) => "<li><a href=#" + index + ">Row " + index + "</a>").join("") + "</ul>")`);
	const before = await done(call("browser_snapshot"));
	await page.evaluate(
		"document.querySelectorAll('#many li')[30].remove(); document.querySelector('#many a').append('!')",
	);
	const told = await done(call("browser_snapshot", { since: idIn(before) }));
	expect(told).toContain(`as changes to ${idIn(before)}`);
	expect(fenced(told).length).toBeLessThan(fenced(before).length / 4);
	const after = await done(call("browser_snapshot"));
	expect(applyDelta(fenced(before), fenced(told))).toBe(fenced(after));
	expect(fenced(after)).toContain('link "Row 0!"');
	await page.evaluate("document.querySelector('#many').remove()");
});

test("an error has its code and the next step where a program finds them", async () => {
	const result = await agent.client.callTool({ name: "browser_click", arguments: { tab, ref: "e99999" } });
	expect(result).toMatchObject({ isError: true, structuredContent: { code: "STALE_REF", hint: expect.any(String) } });
	const unknown = await agent.client.callTool({ name: "browser_clik", arguments: {} });
	expect(unknown).toMatchObject({ isError: true, structuredContent: { code: "UNKNOWN_TOOL" } });
});

test("a cancelled call ends in the page too, and the next one is served", async () => {
	const controller = new AbortController();
	const expression = "new Promise(() => { begun = true })";
	const waiting = agent.client.callTool({ name: "browser_evaluate", arguments: { tab, expression } }, undefined, {
		signal: controller.signal,
	});
	waiting.catch(() => undefined);
	await page.until("window.begun");
	controller.abort();
	expect(await done(call("browser_evaluate", { expression: "6 * 7" }))).toContain("42");
});

test("standard output carries MCP and nothing else, whatever a dependency prints; the input's end is a clean exit, with every answer", async () => {
	await using quiet = await MonkHome.make({ monk: "source" });
	const noisy = join(quiet.folder, "noisy.ts");
	const print = `console.log("noise"); console.info("noise"); process.stdout.write("noise\\n")`;
	// What prints here is a part that every message passes through.
	await Bun.write(noisy, `const parse = JSON.parse; JSON.parse = (...args) => { ${print}; return parse(...args); };`);
	const [program = "", ...args] = quiet.command;
	const monk = Bun.spawn([program, "--preload", noisy, ...args, "mcp"], {
		env: quiet.env,
		stdin: "pipe",
		stdout: "pipe",
		stderr: "pipe",
	});
	const said = new Response(monk.stdout).text();
	const warned = new Response(monk.stderr).text();
	const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "pipe", version: "1" } };
	const say = (message: object) => monk.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
	say({ id: 1, method: "initialize", params });
	say({ method: "notifications/initialized" });
	say({ id: 2, method: "tools/call", params: { name: "browser_list_tabs", arguments: {} } });
	monk.stdin.flush();
	await monk.stdin.end();
	expect(await monk.exited).toBe(0);
	const lines = (await said).trim().split("\n");
	for (const line of lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
	for (const id of [1, 2]) expect(lines.some((line) => line.includes(`"id":${id}`))).toBe(true);
	expect(await warned).toContain("noise");
}, 60_000);
