import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { refOf } from "../../support/driven-browser.ts";
import { eventually } from "../../support/eventually.ts";
import { outcomeOf } from "../../support/outcome.ts";
import type { Page } from "../../support/page.ts";
import { Stage } from "../../support/stage.ts";

/** A framework's way to watch a field: its own property on the element, and a state that it writes back. */
const controlled = `
	function control(field) {
		const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
		let state = "", tracked = "";
		Object.defineProperty(field, "value", { configurable: true, get: () => native.get.call(field), set: (value) => { tracked = value; native.set.call(field, value); } });
		field.addEventListener("input", () => {
			const now = native.get.call(field);
			if (now === tracked) return;
			tracked = state = now;
			native.set.call(field, state);
			document.querySelector("#state").textContent = state;
		});
	}
	control(document.querySelector("#controlled"));`;

/** An editor that lets the browser change nothing and keeps a model of its own. */
const model = `
	const editor = document.querySelector("#model");
	window.modelText = "";
	editor.addEventListener("beforeinput", (event) => {
		event.preventDefault();
		if (event.inputType === "insertText") modelText += event.data;
		if (event.inputType === "insertParagraph" || event.inputType === "insertLineBreak") modelText += "\\n";
		editor.textContent = modelText;
	});`;

/** An editor that draws its text itself, and takes the keys by an element that is drawn nowhere. */
const drawn = `
	const drawer = document.querySelector("#drawn div");
	const context = drawer.editContext = new EditContext();
	window.drawnText = "";
	let all = false;
	const put = (text) => { drawnText = (all ? "" : drawnText) + text; all = false; };
	context.addEventListener("textupdate", (event) => put(event.text));
	drawer.addEventListener("keydown", (event) => { if (event.ctrlKey && event.key === "a") { event.preventDefault(); all = true; } });
	drawer.addEventListener("beforeinput", (event) => { if (event.inputType === "insertParagraph" || event.inputType === "insertLineBreak") put("\\n"); });
	document.querySelector("#drawn").addEventListener("pointerdown", () => { window.drawnPressed = true; });`;

const page = `<title>Fields</title>
<style>[contenteditable] { min-height: 1em; border: 1px solid }</style>
<label>Plain <input id=plain value=before></label>
<label>Controlled <input id=controlled></label><output id=state></output>
<label>Notes <textarea id=notes></textarea></label>
<label>Secret <input id=secret type=password></label>
<label>Short <input id=short maxlength=3></label>
<label>Fixed <input id=fixed readonly value=fixed></label>
<label>Dead <input id=dead disabled></label>
<label>Amount <input id=amount type=number></label>
<label>Day <input id=day type=date></label>
<label>Colour <input id=colour type=color></label>
<label>Volume <input id=volume type=range min=0 max=10></label>
<label>Most <input id=most type=number max=10></label><label>Plate <input id=plate pattern="[A-Z]+" title="capitals only"></label>
<label>Strong <input id=strong type=password pattern="[A-Z]+"></label><label>By then <input id=bythen type=date max=2026-01-01></label>
<label>Mail <input id=mail type=email value=a@example.com></label>
<div id=rich contenteditable role=textbox aria-label=Rich>old words</div>
<div id=model contenteditable="" role=textbox aria-label=Model></div>
<div id=drawn style="position: relative; width: 300px; height: 40px; border: 1px solid"><div role=textbox tabindex=0 aria-label=Drawn style="position: absolute; z-index: -10"></div></div>
<button id=button>Button</button>
<form id=search><label>Search <input id=query name=q></label><button>Go</button></form>
<form id=chat><label>Chat <textarea id=message></textarea></label></form>
<label>Enterer <input id=enterer form=search></label>
<div id=host></div>
<script>
	window.keys = []; window.submits = 0; window.changes = [];
	document.addEventListener("keydown", (event) => keys.push([event.key, event.code, event.keyCode, event.isTrusted].join(" ")), true);
	document.addEventListener("change", (event) => changes.push(event.target.id));
	for (const form of document.forms) form.addEventListener("submit", (event) => { event.preventDefault(); submits++; });
	document.querySelector("#enterer").addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); submits++; } });
	document.querySelector("#host").attachShadow({mode: "closed"}).innerHTML = "<label>Deep <input oninput='window.deep = this.value'></label>";
	${controlled}${model}${drawn}
</script>`;

const inner = `<label>Inside <input id=inside></label><script>
	document.querySelector("#inside").addEventListener("input", ({ target, isTrusted }) =>
		fetch("/report", { method: "POST", body: JSON.stringify([target.value, isTrusted]) }));
</script>`;

let stage: Stage;
let tab: Page;
let tabId: number;
let snapshot: string;

beforeAll(async () => {
	stage = await Stage.start({
		"/": page,
		"/framed": '<iframe src="http://other.site/inner"></iframe>',
		"/inner": inner,
	});
}, 60_000);

async function show(path?: string): Promise<void> {
	const shown = await stage.show(path);
	({ page: tab, tabId } = shown);
	snapshot = await shown.snapshot();
}

beforeEach(() => show());

afterAll(() => stage[Symbol.asyncDispose]());

interface Options {
	readonly submit?: boolean;
	readonly append?: boolean;
	readonly slowly?: boolean;
	readonly timeoutMs?: number;
}

const typeInto = (name: string, text: string, options: Options = {}) =>
	stage.browser.owner.ask("browser_type", { tabId, ref: refOf(snapshot, `"${name}"`), text, ...options });

const valueIn = (id: string): Promise<string> => tab.evaluate(`document.getElementById("${id}").value`);

test("text replaces what a field held, by trusted keys that the page hears one by one", async () => {
	expect(await typeInto("Plain", "aB1")).toEqual({ tabId, via: "debugger" });
	expect(await valueIn("plain")).toBe("aB1");
	expect(await tab.evaluate<string[]>("keys")).toEqual(["a KeyA 65 true", "B KeyB 66 true", "1 Digit1 49 true"]);
	expect(await tab.evaluate<boolean>("document.hidden")).toBe(false);
});

test("with append it goes behind what is there, in fields that have no caret to set too", async () => {
	await typeInto("Plain", "+", { append: true });
	expect(await valueIn("plain")).toBe("before+");
	await typeInto("Mail", ".org", { append: true });
	expect(await valueIn("mail")).toBe("a@example.com.org");
});

test("an empty text empties the field", async () => {
	await typeInto("Plain", "");
	expect(await valueIn("plain")).toBe("");
});

test("an editor whose own field is drawn nowhere is pressed where it shows", async () => {
	await stage.browser.owner.ask("browser_click", { tabId, ref: refOf(snapshot, '"Drawn"') });
	expect(await tab.evaluate("window.drawnPressed")).toBe(true);
});

test("characters that no key has arrive whole", async () => {
	await typeInto("Plain", "héllo 漢字 👩‍👩‍👧 –");
	expect(await valueIn("plain")).toBe("héllo 漢字 👩‍👩‍👧 –");
});

test("a framework that watches the field hears of the text", async () => {
	await typeInto("Controlled", "state");
	expect(await tab.evaluate<string>("document.querySelector('#state').textContent")).toBe("state");
});

test("slowly or in one piece, the text is the same", async () => {
	await typeInto("Plain", "slow", { slowly: true });
	expect(await valueIn("plain")).toBe("slow");
	const long = "word ".repeat(200).trim();
	await typeInto("Notes", long);
	expect(await valueIn("notes")).toBe(long);
});

describe("a line break is content", () => {
	test("in a textarea", async () => {
		await typeInto("Notes", "one\ntwo\r\nthree");
		expect(await valueIn("notes")).toBe("one\ntwo\nthree");
		expect((await tab.evaluate<string[]>("keys")).some((key) => key.startsWith("Enter"))).toBe(false);
	});

	test("in rich text", async () => {
		await typeInto("Rich", "one\ntwo");
		expect(await tab.evaluate<string>("document.querySelector('#rich').innerText.trim().replace(/\\n+/g, '\\n')")).toBe(
			"one\ntwo",
		);
		expect((await tab.evaluate<string[]>("keys")).some((key) => key.startsWith("Enter"))).toBe(false);
	});

	test("in an editor that keeps its own model", async () => {
		await typeInto("Model", "ab\nc");
		expect(await tab.evaluate<string>("modelText")).toBe("ab\nc");
	});

	test("in an editor that draws its text itself", async () => {
		await typeInto("Drawn", "ab\nc");
		expect(await tab.evaluate<string>("drawnText")).toBe("ab\nc");
		await tab.evaluate("document.querySelector('#drawn div').editContext.updateText(0, 0, drawnText)");
		await typeInto("Drawn", "new");
		expect(await tab.evaluate<string>("drawnText")).toBe("new");
	});

	test("and an editor that lets nothing in is told of", async () => {
		await tab.evaluate(
			"document.querySelector('#rich').addEventListener('beforeinput', (event) => event.preventDefault())",
		);
		expect(await typeInto("Rich", "never")).toMatchObject({ differs: true, holds: "old words" });
	});

	test("and is refused in a field of one line", async () => {
		expect(await outcomeOf(typeInto("Plain", "one\ntwo"))).toStartWith("INVALID_ARGUMENT");
		expect(await valueIn("plain")).toBe("before");
	});
});

describe("what cannot be typed into is refused by name, and left as it was", () => {
	test.each([
		["Fixed", "is read-only"],
		["Dead", "is disabled"],
		["Button", "is nothing to type into"],
	])("%s %s", async (name, why) => {
		const end = await outcomeOf(typeInto(name, "x", { timeoutMs: 900 }));
		expect(end).toStartWith("NOT_ACTIONABLE");
		expect(end).toContain(why);
	});
	test("a field that is freed in time is typed into", async () => {
		await tab.evaluate("setTimeout(() => { document.querySelector('#dead').disabled = false }, 300)");
		await typeInto("Dead", "alive");
		expect(await valueIn("dead")).toBe("alive");
	});
});

describe("values in a form of their own", () => {
	test.each([
		["Day", "day", "2026-02-28"],
		["Colour", "colour", "#aabbcc"],
		["Volume", "volume", "7"],
		["Amount", "amount", "3.5"],
	])("%s takes one that fits", async (name, id, value) => {
		await typeInto(name, value);
		expect(await valueIn(id)).toBe(value);
	});

	test.each([
		["Day", "day", "28.02.2026"],
		["Colour", "colour", "red"],
		["Volume", "volume", "11"],
		["Amount", "amount", "many"],
	])("%s refuses one that does not, and keeps its own", async (name, id, value) => {
		const before = await valueIn(id);
		expect(await outcomeOf(typeInto(name, value))).toStartWith("INVALID_ARGUMENT");
		expect(await valueIn(id)).toBe(before);
	});
});

test("what the browser has against the text is told, of a secret in no words that could hold it", async () => {
	for (const [name, text] of [
		["Most", "11"],
		["Plate", "abc"],
		["By then", "2026-06-01"],
		["Mail", "nobody"],
	] as const) {
		const told = await typeInto(name, text);
		expect([name, told.invalid, told.differs]).toEqual([name, expect.stringMatching(/\w{4}/), undefined]);
	}
	expect(await typeInto("Strong", "abc")).toMatchObject({ invalid: "patternMismatch" });
	expect((await typeInto("Most", "10")).invalid).toBeUndefined();
});

test("what the page made of the text is told, but of a secret only that it differs", async () => {
	expect(await typeInto("Short", "12345")).toMatchObject({ differs: true, holds: "123" });
	await tab.evaluate("document.querySelector('#secret').maxLength = 3");
	expect(await typeInto("Secret", "hunter2")).toEqual({ tabId, via: "debugger", differs: true });
	expect(await valueIn("secret")).toBe("hun");
});

describe("submit", () => {
	test("submits the form once", async () => {
		await typeInto("Search", "x", { submit: true });
		expect(await eventually(() => tab.evaluate<number>("submits"))).toBe(1);
	});
	test("leaves it to a page that takes Enter itself", async () => {
		await typeInto("Enterer", "x", { submit: true });
		expect(await eventually(() => tab.evaluate<number>("submits"))).toBe(1);
	});
	test("submits a textarea's form and leaves no line break in it", async () => {
		await typeInto("Chat", "hi", { submit: true });
		expect(await tab.evaluate<number>("submits")).toBe(1);
		expect(await valueIn("message")).toBe("hi");
	});
	test("says so where there is no form", async () => {
		expect(await outcomeOf(typeInto("Notes", "hi", { submit: true }))).toContain("is in no form");
	});
});

test("fields in closed shadow roots and in frames of other sites are typed into as well", async () => {
	await typeInto("Deep", "down");
	expect(await tab.evaluate<string>("deep")).toBe("down");
	await show("/framed");
	await typeInto("Inside", "other site");
	expect(await eventually(() => stage.site.reports.at(-1))).toEqual(["other site", true]);
});
