import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Actionability, RefLookup } from "../../../ext/content-api.ts";
import { composeSnapshot } from "../../../ext/snapshot/compose.ts";
import { Chrome } from "../../support/chrome.ts";
import type { Page } from "../../support/page.ts";
import { PageReader } from "../../support/page-reader.ts";

let chrome: Chrome;

beforeAll(async () => {
	chrome = await Chrome.launch();
}, 30_000);

afterAll(async () => {
	await chrome?.close();
});

async function show(html: string): Promise<{ page: Page; reader: PageReader }> {
	const page = await chrome.open(`data:text/html,<!doctype html>${encodeURIComponent(html)}`);
	return { page, reader: new PageReader(page) };
}

const lookup = (reader: PageReader, ref: string): Promise<RefLookup> => reader.evaluate(`monk.lookup("${ref}")`);

describe("a ref", () => {
	test("belongs to its element for as long as that lives, and is given to no other", async () => {
		const { page, reader } = await show("<button id=a>A</button><button id=b>B</button>");
		expect(await reader.snapshot()).toBe('- button "A" [ref=e1]\n- button "B" [ref=e2]');
		await page.evaluate("document.body.append(document.getElementById('a'))");
		expect(await reader.snapshot()).toBe('- button "B" [ref=e2]\n- button "A" [ref=e1]');
		await page.evaluate("document.getElementById('b').outerHTML = '<button>B</button>'");
		expect(await reader.snapshot()).toBe('- button "B" [ref=e3]\n- button "A" [ref=e1]');
	});

	test("starts at the floor that it is given, and never below one that was used", async () => {
		const { reader } = await show("<button>A</button>");
		expect(await reader.snapshot({ floor: 40 })).toBe('- button "A" [ref=e40]');
		expect(await reader.snapshot({ floor: 7 })).toBe('- button "A" [ref=e40]');
	});

	test("stays when the content script is put in again", async () => {
		const { reader } = await show("<button>A</button>");
		await reader.snapshot();
		await reader.evaluate("globalThis.monk.snapshot({ frame: 0, floor: 1 })");
		expect(await reader.objectId("e1")).toBeString();
	});

	test("leads to the very element, for CDP", async () => {
		const { page, reader } = await show("<button id=a>A</button>");
		await reader.snapshot();
		const objectId = await reader.objectId("e1");
		const { node } = await page.send<{ node: { attributes: string[] } }>("DOM.describeNode", { objectId });
		expect(node.attributes).toEqual(["id", "a"]);
		expect(await reader.objectId("e2")).toBeUndefined();
	});

	test("is given to a thing that names another one only where it can be worked with itself", async () => {
		const { reader } = await show("<a href=/x><h3>Head</h3></a><a href=/y><h3 tabindex=0>Other</h3></a><h3>Alone</h3>");
		expect(await reader.snapshot()).toBe(`- link "Head" [ref=e1]:
  - /url: /x
  - heading "Head" [level=3]
- link "Other" [ref=e2]:
  - /url: /y
  - heading "Other" [level=3] [ref=e3]
- heading "Alone" [level=3] [ref=e4]`);
	});

	test("is found with its role and name", async () => {
		const { reader } = await show("<button>A</button><p>words</p><table><tr><td>1<td><a href=x>y</a></table>");
		await reader.snapshot();
		expect(await lookup(reader, "e1")).toEqual({ state: "found", role: "button", name: "A" });
		expect(await lookup(reader, "e2")).toEqual({ state: "found", role: "paragraph", name: "" });
		expect(await lookup(reader, "e4")).toEqual({ state: "found", role: "cell", name: "1" });
		expect(await lookup(reader, "e9")).toEqual({ state: "unknown" });
	});

	test("whose element now stands for something else says what it was and is", async () => {
		const { page, reader } = await show("<a href=/1>Row 1</a><div id=d onclick=1>x</div>");
		await reader.snapshot();
		await page.evaluate("document.querySelector('a').textContent = 'Row 9'");
		expect(await lookup(reader, "e1")).toEqual({ state: "changed", was: 'link "Row 1"', now: 'link "Row 9"' });
		await page.evaluate("document.getElementById('d').setAttribute('role', 'tab')");
		expect(await lookup(reader, "e2")).toMatchObject({ state: "changed", was: "generic", now: "tab" });
		await reader.snapshot();
		expect(await lookup(reader, "e1")).toMatchObject({ state: "found", name: "Row 9" });
	});

	test("is found though its name is cut, partial, or given from an inert part of the page", async () => {
		const { reader } = await show(`<button>${"long ".repeat(200)}</button>
			<div role=tree><div role=treeitem>Root<div role=group><div role=treeitem>Leaf</div></div></div></div>
			<main inert><dialog id=d><label for=i>Label</label><input id=i></dialog></main>`);
		expect(await reader.snapshot()).toContain('treeitem "Root"');
		for (const ref of ["e1", "e3", "e5"]) expect(await lookup(reader, ref)).toMatchObject({ state: "found" });
		await reader.page.evaluate("document.getElementById('d').showModal()");
		expect(await reader.snapshot()).toContain('textbox "Label" [active]');
	});

	test("whose element is gone says what it was and what is left around it", async () => {
		const { page, reader } = await show("<main><nav aria-label=N><button>A</button></nav></main>");
		expect(await reader.snapshot()).toContain('  - navigation "N" [ref=e2]:\n    - button "A" [ref=e3]');
		await page.evaluate("document.querySelector('button').remove()");
		expect(await lookup(reader, "e3")).toEqual({ state: "gone", was: 'button "A"', nearest: "e2" });
		await page.evaluate("document.querySelector('nav').remove()");
		expect(await lookup(reader, "e3")).toEqual({ state: "gone", was: 'button "A"', nearest: "e1" });
	});
});

describe("a part of the page", () => {
	test("is read from a ref or a selector, in a shadow root too", async () => {
		const { reader } = await show(
			"<p>no</p><section aria-label=S><b>yes</b></section><x-a><template shadowrootmode=open><i class=in>deep</i></template></x-a>",
		);
		await reader.snapshot();
		expect(await reader.snapshot({ root: { ref: "e2" } })).toStartWith('- region "S" [ref=e2]');
		expect(await reader.snapshot({ root: { selector: "section" } })).toStartWith('- region "S" [ref=e2]');
		expect(await reader.snapshot({ root: { selector: ".in" } })).toBe("- text: deep");
	});

	test("is read no further than it will be printed, and never less", async () => {
		const { reader } = await show(
			`<main>${"<p>some   words <b>more</b> words</p><button>Press</button>".repeat(500)}</main>`,
		);
		const [all] = await reader.collect();
		const [some] = await reader.collect({ budget: 2_000 });
		if (!all || !some || !("nodes" in all.read) || !("nodes" in some.read)) throw new Error("nothing was read");
		expect(all.read).not.toHaveProperty("cut");
		expect(some.read).toHaveProperty("cut", true);
		const [whole, part] = [composeSnapshot([all]).text, composeSnapshot([some], { maxChars: 2_000 }).text];
		const lines = part.split("\n");
		expect(lines.at(-1)).toStartWith("# More lines left out");
		expect(part.length).toBeGreaterThan(1_900);
		expect(whole).toStartWith(lines.slice(0, -1).join("\n"));
		expect(JSON.stringify(some.read.nodes).length).toBeLessThan(JSON.stringify(all.read.nodes).length / 3);
	});

	test("that is not there is said to be missing", async () => {
		const { reader } = await show("<p>no</p>");
		const [none] = await reader.collect({ root: { selector: "#none" } });
		expect(none?.read).toMatchObject({ nodes: [], missingRoot: "absent" });
		const [bad] = await reader.collect({ root: { selector: "p >" } });
		expect(bad?.read).toMatchObject({ nodes: [], missingRoot: "invalid" });
	});
});

const obstacle = (reader: PageReader, ref: string): Promise<string | null> =>
	reader.evaluate(`(() => {
		const { x, y, width, height } = monk.element("${ref}").getBoundingClientRect();
		return monk.obstacleAt("${ref}", x + width / 2, y + height / 2);
	})()`);

describe("the point of a click", () => {
	test("may hit what is in the element, its label, or its shadow root", async () => {
		const { reader } = await show(`<button><b style="padding: 9px">A</b></button>
			<label style="position: relative">L<input type=checkbox><i style="position: absolute; inset: 0"></i></label>
			<x-a tabindex=0 style="position: absolute; top: 200px"><template shadowrootmode=open><p>deep</p></template></x-a>`);
		expect(await reader.snapshot()).toContain("[ref=e3]");
		for (const ref of ["e1", "e2", "e3"]) expect(await obstacle(reader, ref)).toBeNull();
	});

	test("may be covered, and then it is said by what", async () => {
		const { reader } = await show(
			'<button>A</button><div class="modal-backdrop fade" style="position: fixed; inset: 0"></div>',
		);
		await reader.snapshot();
		expect(await obstacle(reader, "e1")).toBe("covered by div.modal-backdrop");
	});

	test("may be covered from inside another shadow root", async () => {
		const { reader } = await show(
			'<button>A</button><x-a><template shadowrootmode=open><div id=veil style="position: fixed; inset: 0"></div></template></x-a>',
		);
		await reader.snapshot();
		expect(await obstacle(reader, "e1")).toBe("covered by div#veil");
	});

	test("may be of an element that takes no pointer events, which nothing covers", async () => {
		const { reader } = await show('<p style="pointer-events: none"><button>A</button></p>');
		await reader.snapshot();
		expect(await obstacle(reader, "e1")).toContain("pointer-events: none");
	});

	test("may lie outside of what is seen", async () => {
		const { reader } = await show('<div style="height: 9000px"></div><button>A</button>');
		await reader.snapshot();
		expect(await obstacle(reader, "e1")).toBe("outside the visible part of its frame");
	});
});

const actionability = (reader: PageReader, ref: string): Promise<Actionability> =>
	reader.evaluate(`monk.actionability("${ref}")`);

describe("before acting", () => {
	test("a still, visible, enabled field can be edited", async () => {
		const { reader } = await show('<input aria-label=A style="position: absolute; left: 10px; width: 100px">');
		await reader.snapshot();
		expect(await actionability(reader, "e1")).toMatchObject({
			attached: true,
			visible: true,
			still: true,
			enabled: true,
			editable: true,
			rect: { x: 10 },
		});
	});

	test("what moves, is disabled, read-only or has no box is told apart", async () => {
		const { page, reader } = await show(`<style>@keyframes m { to { transform: translateX(900px) } }</style>
			<button style="animation: m 30s linear">A</button><button disabled>B</button><input readonly aria-label=C>
			<div role=button style="width: 0; height: 0" aria-label=D></div>`);
		await reader.snapshot();
		await page.send("Emulation.setFocusEmulationEnabled", { enabled: true });
		expect((await actionability(reader, "e1")).still).toBe(false);
		expect((await actionability(reader, "e2")).enabled).toBe(false);
		expect((await actionability(reader, "e3")).editable).toBe(false);
		expect((await actionability(reader, "e4")).visible).toBe(false);
	});
});
