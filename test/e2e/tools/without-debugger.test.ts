import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { namedFiles, piecesOf } from "../../../lib/host/tools/files.ts";
import { DrivenBrowser, refOf } from "../../support/driven-browser.ts";
import { outcomeOf } from "../../support/outcome.ts";
import type { Page } from "../../support/page.ts";
import { Site } from "../../support/site.ts";

/** Chrome, or whoever looks after it, lets no debugger in: what events made in the page can do is done by them. */
const page = `<title>no debugger</title>
<button id=menu>Menu</button><output id=said></output>
<div id=card draggable=true>Card</div><div id=bin role=region aria-label=Bin>Bin</div><div id=wall role=region aria-label=Wall>Wall</div>
<div id=knob role=button>Knob</div><div id=far role=button>Far</div>
<label>Name <input id=name></label><label>News <input id=news type=checkbox></label>
<label>Country <select id=country><option>France<option>Portugal</select></label>
<div id=rich contenteditable role=textbox aria-label=Rich>words</div>
<label>File <input id=file type=file></label><div id=zone role=region aria-label=Zone>Drop here</div>
<script>
	const say = (words) => { said.textContent = words; };
	menu.onmouseenter = () => say("open");
	card.ondragstart = ({ dataTransfer }) => dataTransfer.setData("text/plain", "card");
	bin.ondragover = (event) => event.preventDefault();
	bin.ondrop = ({ dataTransfer }) => say("binned " + dataTransfer.getData("text/plain"));
	knob.onpointerdown = () => { document.onpointermove = () => say("moved"); document.onpointerup = () => { document.onpointermove = null; }; };
	const take = async ([one]) => say(one.name + " " + await one.text());
	file.onchange = () => take(file.files);
	zone.ondragover = (event) => event.preventDefault();
	zone.ondrop = (event) => { event.preventDefault(); take(event.dataTransfer.files); };
</script>`;

let site: Site;
let browser: DrivenBrowser;
let tab: Page;
let tabId: number;
let snapshot: string;
let folder: string;

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "monk-refused-"));
	writeFileSync(join(folder, "a.txt"), "hello");
	site = new Site({ "/": page });
	browser = await DrivenBrowser.start({ shareAll: true });
	tab = await browser.chrome.open(site.url("/"));
	tabId = (await browser.tabAt(site.url("/"))).tabId;
	const worker = await browser.chrome.serviceWorker();
	await worker.evaluate("chrome.debugger.attach = () => Promise.reject(new Error('forbidden by policy'))");
}, 60_000);

afterAll(async () => {
	await browser[Symbol.asyncDispose]();
	await site.close();
	rmSync(folder, { recursive: true });
});

beforeEach(async () => {
	await tab.goto(site.url("/"));
	snapshot = await browser.snapshot(tabId);
});

const ref = (words: string): string => refOf(snapshot, words);
const said = (): Promise<string> => tab.evaluate("said.textContent");
const drag = (start: string, end: string) =>
	browser.owner.ask("browser_drag", { tabId, startRef: ref(start), endRef: ref(end), timeoutMs: 3_000 });

test("a mouse that comes over an element is told to the page", async () => {
	expect(await browser.owner.ask("browser_hover", { tabId, ref: ref('"Menu"') })).toEqual({ tabId, via: "dom" });
	expect(await said()).toBe("open");
});

test("a thing is dragged with its data to where the page takes it, and nowhere else", async () => {
	expect(await drag("Card", '"Bin"')).toEqual({ tabId, via: "dom" });
	expect(await said()).toBe("binned card");
	expect(await outcomeOf(drag("Card", '"Wall"'))).toContain("does not take what was dropped");
});

test("a thing is pulled by the mouse where the page follows that, and nothing is said to have moved where it does not", async () => {
	expect(await drag("Knob", "Far")).toEqual({ tabId, via: "dom" });
	expect(await said()).toBe("moved");
	expect(await outcomeOf(drag("Far", '"Wall"'))).toStartWith("NOT_ACTIONABLE");
});

test("a form is filled in, and no field of it when one of them needs keys", async () => {
	const fields = [
		{ ref: ref('"Name"'), value: "Ada" },
		{ ref: ref('"News"'), value: true },
		{ ref: ref('"Country"'), value: "Portugal" },
	];
	const state = (): Promise<unknown> =>
		tab.evaluate("[document.querySelector('#name').value, news.checked, country.value]");
	const rich = { ref: ref('"Rich"'), value: "new" };
	const refused = await outcomeOf(browser.owner.ask("browser_fill_form", { tabId, fields: [...fields, rich] }));
	expect(refused).toStartWith("NOT_ACTIONABLE");
	expect(await state()).toEqual(["", false, "France"]);
	expect(await browser.owner.ask("browser_fill_form", { tabId, fields })).toEqual({ tabId, via: "dom", differing: [] });
	expect(await state()).toEqual(["Ada", true, "Portugal"]);
});

test.each(["File", "Zone"])("a file is given to %s as bytes", async (name) => {
	const paths = [join(folder, "a.txt")];
	const give = async (sent: { upload?: string }) =>
		browser.owner.ask("browser_upload_file", {
			tabId,
			ref: ref(`"${name}"`),
			files: [...(await namedFiles(paths))],
			...sent,
		});
	expect(await give({})).toEqual({ needs: "bytes" });
	for await (const data of piecesOf(paths[0] ?? ""))
		await browser.owner.ask("upload_bytes", { tabId, upload: name, file: 0, data });
	expect(await give({ upload: name })).toEqual({ tabId, via: "dom" });
	await tab.until("said.textContent !== ''");
	expect(await said()).toBe("a.txt hello");
});

test("what only real input can do is refused with the reason", async () => {
	const key = await outcomeOf(browser.owner.ask("browser_press_key", { tabId, key: "Tab" }));
	expect(key).toStartWith("PAGE_NOT_AUTOMATABLE");
	expect(key).toContain("forbidden by policy");
	const code = await outcomeOf(browser.owner.ask("browser_evaluate", { tabId, expression: "1" }));
	expect(code).toStartWith("PAGE_NOT_AUTOMATABLE");
});
