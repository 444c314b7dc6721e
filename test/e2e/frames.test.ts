import { afterAll, beforeAll, expect, test } from "bun:test";
import type { MonkError } from "../../lib/errors/error.ts";
import { DrivenBrowser, refOf } from "../support/driven-browser.ts";
import { eventually } from "../support/eventually.ts";
import type { Page } from "../support/page.ts";
import { Site } from "../support/site.ts";

let site: Site;
let browser: DrivenBrowser;

/** A button that tells the top page of its press; double quotes alone, to stand in any attribute or script. */
const button = (words: string): string => `<button onclick=top.postMessage(this.textContent,"*")>${words}</button>`;

const attribute = (markup: string): string => markup.replaceAll('"', "&quot;");

beforeAll(async () => {
	site = new Site({
		"/all": () =>
			html(`<title>all</title>
			<iframe src="/inner"></iframe>
			<iframe src="${site.url("/inner", "other")}"></iframe>
			<script>pressed = []; onmessage = ({data}) => pressed.push(data)</script>
			<iframe srcdoc="${attribute(button("In srcdoc"))}"></iframe>
			<iframe sandbox="allow-scripts" srcdoc="${attribute(button("In sandbox"))}"></iframe>
			<iframe sandbox id="silent" srcdoc="<button>In silent sandbox</button>"></iframe>
			<iframe src="data:text/html,${attribute(button("In data"))}"></iframe>
			<div id="open"></div><div id="closed"></div>
			<script>
				const blob = document.body.appendChild(document.createElement("iframe"));
				blob.src = URL.createObjectURL(new Blob(['${button("In blob")}'], {type: "text/html"}));
				for (const mode of ["open", "closed"]) {
					const root = document.querySelector("#" + mode).attachShadow({mode});
					root.innerHTML = '${button("Shadow MODE")}'.replace("MODE", mode) + "<iframe></iframe>";
					root.querySelector("iframe").srcdoc = '${button("In MODE shadow")}'.replace("MODE", mode);
				}
			</script>`),
		"/inner": `<title>inner</title>${button("In inner")}`,
		"/never-ends": `<title>never ends</title><h1>Here</h1><iframe src="/hang"></iframe><iframe src="/inner"></iframe>`,
		"/dialog": `<title>dialog</title><h1>Here</h1>`,
	});
	browser = await DrivenBrowser.start({ shareAll: true });
}, 60_000);

afterAll(async () => {
	await browser[Symbol.asyncDispose]();
	await site.close();
});

const html = (body: string): Response => new Response(body, { headers: { "content-type": "text/html" } });

async function open(path: string): Promise<{ page: Page; tabId: number }> {
	const page = await browser.chrome.open(site.url(path), { background: true });
	const { tabId } = await browser.tabAt(site.url(path));
	return { page, tabId };
}

const frames = [
	"In inner",
	"In srcdoc",
	"In sandbox",
	"In silent sandbox",
	"In data",
	"In blob",
	"Shadow open",
	"Shadow closed",
	"In open shadow",
	"In closed shadow",
];

test("every frame of a tab is read into one tree, each below its element, and can be clicked in", async () => {
	const { page, tabId } = await open("/all");
	const tree = await eventually(async () => {
		const read = await browser.snapshot(tabId);
		return frames.every((words) => read.includes(`"${words}"`)) && read.split('"In inner"').length === 3
			? read
			: undefined;
	});
	expect(tree).not.toContain("unavailable");
	expect(tree).not.toContain("place in the page unknown");
	for (const words of frames) {
		const { via } = await browser.owner.ask("browser_click", { tabId, ref: refOf(tree, `"${words}"`) });
		expect(via).toBe("debugger");
		// Where no script runs, the press shows in where the focus went.
		await page.until(
			words === "In silent sandbox" ? "document.activeElement.id === 'silent'" : `pressed.includes("${words}")`,
		);
	}
	const lines = tree.split("\n").filter((line) => line.includes('"In inner"'));
	expect(lines).toHaveLength(2);
	await browser.owner.ask("browser_click", { tabId, ref: refOf(lines[1] ?? "", '"In inner"') });
	await page.until(`pressed.filter((words) => words === "In inner").length === 2`);
});

test("a frame that never loads holds up nothing", async () => {
	const { targetId } = await browser.chrome.cdp.send<{ targetId: string }>("Target.createTarget", {
		url: site.url("/never-ends"),
		background: true,
	});
	const { tabId } = await browser.tabAt(site.url("/never-ends"));
	const tree = await eventually(async () => {
		const read = await browser.snapshot(tabId);
		return read.includes("In inner") ? read : undefined;
	});
	expect(tree).toContain('heading "Here"');
	await browser.chrome.cdp.send("Target.closeTarget", { targetId });
});

test("a tab whose page does not come answers in time, and says that it waits for its server", async () => {
	const { targetId } = await browser.chrome.cdp.send<{ targetId: string }>("Target.createTarget", {
		url: "about:blank",
	});
	const { tabId } = await browser.tabAt("about:blank");
	const going = await browser.owner.ask("browser_navigate", { tabId, url: site.url("/hang"), timeoutMs: 1_000 });
	expect(going).toMatchObject({ tabId, loaded: false });
	await browser.chrome.cdp.send("Target.closeTarget", { targetId });
});

test("a page that shows a dialog of its own does not hang a read", async () => {
	const page = await browser.chrome.open(site.url("/dialog"));
	const { tabId } = await browser.tabAt(site.url("/dialog"));
	await page.send("Page.enable");
	const shown = page.evaluate("alert('mine')");
	const error = await browser.owner.ask("browser_snapshot", { tabId, timeoutMs: 2_000 }).then(
		() => undefined,
		(thrown: MonkError) => thrown,
	);
	expect([error?.code, error?.message]).toEqual(["TIMEOUT", expect.stringContaining("shows a dialog")]);
	expect(error?.hint).toContain("browser_navigate leaves the page");
	await page.send("Page.handleJavaScriptDialog", { accept: true });
	await shown;
	expect(await browser.snapshot(tabId)).toContain("Here");
});
