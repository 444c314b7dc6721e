import { afterAll, beforeAll, expect, test } from "bun:test";
import { renderTree } from "../../ext/snapshot/render.ts";
import { type CollectedFrame, stitchFrames } from "../../ext/snapshot/stitch.ts";
import { Chrome } from "../support/chrome.ts";
import { eventually } from "../support/eventually.ts";
import type { Page } from "../support/page.ts";
import { Site } from "../support/site.ts";

/**
 * Reading with the content script where it belongs, in the extension's own world of every frame: closed shadow roots,
 * frames of other sites, sandboxed ones, and frames that no list of Chrome's holds.
 */
let chrome: Chrome;
let site: Site;
let worker: Page;

/** `{other}` and `{third}` become the addresses of the other two sites. */
const html = `<!doctype html><title>Everything</title><p>top</p>
	<iframe title="other site" src="{other}/outer"></iframe>
	<iframe title="sandboxed" sandbox srcdoc="<button>Sandboxed</button>"></iframe>
	<iframe title="blob"></iframe>
	<div id="host"></div><x-open><template shadowrootmode="open"><iframe title="in open" srcdoc="<p>in open</p>"></iframe></template></x-open>
	<iframe title="never loads" src="/hang"></iframe><p>end</p>
	<script>
		document.querySelector("[title=blob]").src = URL.createObjectURL(new Blob(["<button>Blob</button>"], { type: "text/html" }));
		document.querySelector("#host").attachShadow({ mode: "closed" }).innerHTML =
			"<h2><slot></slot></h2><button>In a closed root</button><iframe title='in closed' srcdoc='<p>in closed</p>'></iframe>";
		document.querySelector("#host").append("slotted");
	</script>`;

beforeAll(async () => {
	const page = () =>
		new Response(html.replace("{other}", site.url("", "other")), { headers: { "content-type": "text/html" } });
	site = new Site({
		"/": page,
		"/outer": () =>
			new Response(`<button>Outer</button><iframe title="third site" src="${site.url("/inner", "third")}"></iframe>`, {
				headers: { "content-type": "text/html" },
			}),
		"/inner": "<a href=/deep>Deepest</a>",
	});
	chrome = await Chrome.launch({ extension: true });
	worker = await chrome.serviceWorker();
}, 60_000);

afterAll(async () => {
	await worker?.detach();
	await chrome?.close();
	await site?.close();
});

interface Monk {
	monk: { snapshot(request: object): Promise<string> };
}

/** Runs in the extension's worker. */
async function collect(url: string): Promise<unknown[]> {
	const tab = (await chromeApi.tabs.query({})).find((candidate) => candidate.url === url);
	const target = { tabId: tab?.id ?? -1, allFrames: true };
	await chromeApi.scripting.executeScript({ target, injectImmediately: true, files: ["content.js"] });
	const parents = (await chromeApi.webNavigation.getAllFrames({ tabId: target.tabId })) ?? [];
	const numbers = await chromeApi.scripting.executeScript({ target, injectImmediately: true, func: () => true });
	return Promise.all(
		numbers.map(async ({ frameId }) => {
			const [answer] = await chromeApi.scripting.executeScript({
				target: { tabId: target.tabId, frameIds: [frameId] },
				injectImmediately: true,
				func: (frame: number) => (globalThis as unknown as Monk).monk.snapshot({ frame, floor: 1 }),
				args: [frameId],
			});
			const parentFrameId = parents.find((known) => known.frameId === frameId)?.parentFrameId;
			return {
				frameId,
				...(parentFrameId === undefined ? {} : { parentFrameId }),
				read: answer?.result ? JSON.parse(String(answer.result)) : { unavailable: "nothing came back" },
			};
		}),
	);
}

/** What the function above finds in the worker under this name. */
declare const chromeApi: typeof globalThis.chrome;

test("one tree holds every frame and every root", async () => {
	const url = site.url("/");
	const { targetId } = await chrome.cdp.send<{ targetId: string }>("Target.createTarget", { url });
	const page = await chrome.attachTo(targetId);
	await page.until("document.querySelector('#host')?.textContent === 'slotted'");
	const read = async (): Promise<string> => {
		const frames = await worker.evaluate<readonly CollectedFrame[]>(
			`(async () => { const chromeApi = chrome; return (${collect})(${JSON.stringify(url)}); })()`,
		);
		return renderTree(stitchFrames(frames)).text.replace(/f\d+e\d+/g, "fN");
	};
	// Frames come to their documents in their own time.
	const text = await eventually(async () => {
		const now = await read();
		return ["Deepest", "Sandboxed", "Blob", "in closed", "in open"].every((word) => now.includes(word)) && now;
	});
	expect(text).toBe(`- paragraph [ref=e1]: top
- iframe "other site" [ref=e2]:
  - button "Outer" [ref=fN]
  - iframe "third site" [ref=fN]:
    - link "Deepest" [ref=fN]:
      - /url: /deep
- iframe "sandboxed" [ref=e3]:
  - button "Sandboxed" [ref=fN]
- iframe "blob" [ref=e4]:
  - button "Blob" [ref=fN]
- heading "slotted" [level=2] [ref=e5]
- button "In a closed root" [ref=e6]
- iframe "in closed" [ref=e7]:
  - paragraph [ref=fN]: in closed
- iframe "in open" [ref=e8]:
  - paragraph [ref=fN]: in open
- iframe "never loads" [ref=e9]
- paragraph [ref=e10]: end`);
});
