import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import type { AriaNode } from "../../../ext/snapshot/tree.ts";
import { Chrome } from "../../support/chrome.ts";
import { PageReader } from "../../support/page-reader.ts";
import { Site } from "../../support/site.ts";

/**
 * Role and name of every element that a golden page's tree points at, beside what Chromium's own accessibility tree
 * says of the same element in the same run. Where we differ, the reason stands here; one that no longer holds fails.
 */
const folder = "test/golden/aria";
const pages = readdirSync(folder).filter((name) => name.endsWith(".html"));

/** `page: our line → Chromium's`, and why. */
const exceptions: Readonly<Record<string, string>> = {
	'forms.html: button "Upload a picture" → ignored': "a hidden file input is how a file gets into the page",
	'forms.html: checkbox "Newsletter" → ignored': "a hidden checkbox behind a label: the label works it",
	'forms.html: radio "Later, as the terms say" → generic': "a hidden radio button behind a label, likewise",
	'clickable.html: checkbox "Styled" → ignored': "the same in a label of another page",
	"clickable.html: generic → group": "a host of editing is a group to Chromium; we note [editable]",
	"clickable.html: generic → ignored": "a clickable without name or words is still clickable",
	"clickable.html: img → generic": "a shape or a picture that says it has nothing to say, under the hand",
	"hiding.html: generic → group": "an open popover has no role in HTML-AAM",
	'names.html: textbox "Code" → textbox "Code 424242"': "a secret in a label is no part of a name that we print",
	"structure.html: generic → form": "WAI-ARIA 1.2 §5.4: a form without a name is no landmark",
	"structure.html: generic → ignored": "words laid out as a block are pointed at by their block",
};

/** Chromium's names for what ARIA calls otherwise, or for what has no role there. */
const roleNames: Readonly<Record<string, string>> = {
	image: "img",
	Iframe: "iframe",
	MathMLMath: "math",
	Date: "textbox",
	DisclosureTriangle: "button",
	LabelText: "generic",
	Legend: "generic",
	none: "generic",
	sectionfooter: "generic",
	sectionheader: "generic",
};

interface AxNode {
	readonly ignored: boolean;
	readonly backendDOMNodeId?: number;
	readonly role?: { readonly value?: string };
	readonly name?: { readonly value?: string };
}

let chrome: Chrome;
let site: Site;

beforeAll(async () => {
	const texts = await Promise.all(pages.map((page) => Bun.file(`${folder}/${page}`).text()));
	site = new Site(Object.fromEntries(pages.map((page, index) => [`/${page}`, texts[index] ?? ""])));
	chrome = await Chrome.launch();
}, 30_000);

afterAll(async () => {
	await chrome?.close();
	await site?.close();
});

function* pointedAt(nodes: readonly (AriaNode | string)[]): Generator<AriaNode & { readonly ref: string }> {
	for (const node of nodes) {
		if (typeof node === "string") continue;
		const { ref } = node;
		if (ref !== undefined) yield { ...node, ref };
		yield* pointedAt(node.children ?? []);
	}
}

const flat = (text: string | undefined): string => (text ?? "").replace(/\s+/g, " ").trim();

const inWords = (role: string, name: string): string => (name === "" ? role : `${role} ${JSON.stringify(name)}`);

for (const name of pages)
	test(`${name}: roles and names agree with Chromium's`, async () => {
		const page = await chrome.open(site.url(`/${name}`));
		const reader = new PageReader(page);
		const [top] = await reader.collect();
		if (!top || !("nodes" in top.read)) throw new Error("the page was not read");
		const { nodes } = await page.send<{ nodes: readonly AxNode[] }>("Accessibility.getFullAXTree");
		const byId = new Map(nodes.map((node) => [node.backendDOMNodeId, node]));
		const differences = new Set<string>();
		for (const node of pointedAt(top.read.nodes)) {
			const objectId = await reader.objectId(node.ref);
			const described = await page.send<{ node: { backendNodeId: number } }>("DOM.describeNode", { objectId });
			const theirs = byId.get(described.node.backendNodeId);
			const role = theirs?.role?.value ?? "none";
			const their = theirs?.ignored ? "ignored" : inWords(roleNames[role] ?? role, flat(theirs?.name?.value));
			const our = inWords(node.role, flat(node.name));
			if (our !== their) differences.add(`${name}: ${our} → ${their}`);
		}
		await page.close();
		const known = Object.keys(exceptions).filter((exception) => exception.startsWith(`${name}: `));
		expect([...differences].sort()).toEqual(known.sort());
	});
