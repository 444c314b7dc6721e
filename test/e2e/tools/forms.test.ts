import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { LinkParams } from "../../../lib/catalog/catalog.ts";
import { refOf } from "../../support/driven-browser.ts";
import { outcomeOf } from "../../support/outcome.ts";
import type { Page } from "../../support/page.ts";
import { Stage } from "../../support/stage.ts";

/** A button that opens a list at pointerdown, as component libraries make them, drawn elsewhere in the page. */
const picker = `
	const box = document.querySelector("#picker");
	box.onpointerdown = () => {
		if (document.querySelector("#popup")) return;
		const popup = document.body.appendChild(document.createElement("div"));
		popup.id = "popup"; popup.setAttribute("role", "listbox");
		for (const name of ["Small", "Medium", "Large"]) {
			const option = popup.appendChild(document.createElement("div"));
			option.setAttribute("role", "option"); option.textContent = name;
			option.onclick = () => { box.textContent = name; popup.remove(); box.setAttribute("aria-expanded", "false"); };
		}
		box.setAttribute("aria-expanded", "true");
	};
	addEventListener("keydown", (event) => { if (event.key === "Escape") document.querySelector("#popup")?.remove(); });`;

/** A list of several choices, where a press is a new choice and one with Control one more. */
const several = `
	document.querySelector("#toppings").onclick = ({ target, ctrlKey, metaKey }) => {
		if (target.role !== "option") return;
		const was = target.getAttribute("aria-selected") === "true";
		if (!ctrlKey && !metaKey) for (const option of target.parentElement.children) option.setAttribute("aria-selected", "false");
		target.setAttribute("aria-selected", String(!(was && (ctrlKey || metaKey))));
	};`;

const page = `<title>form</title>
<label>Country <select id=country><option value="">-</option><optgroup label=EU><option value=fr>France<option value=pt>Portugal</optgroup><option value=xx disabled>Nowhere</select></label>
<label>Colours <select id=colours multiple size=3><option value=r selected>Red<option value=g>Green<option value=b>Blue</select></label>
<button id=picker role=combobox aria-label=Size aria-expanded=false>Choose</button>
<label>Town <input id=town list=towns></label><datalist id=towns><option value=Porto><option value=opo>Lisboa</datalist>
<ul id=toppings role=listbox aria-label=Toppings aria-multiselectable=true>
	<li role=option aria-selected=true>Ham</li><li role=option aria-selected=false>Olives</li><li role=option aria-selected=false>Corn</li></ul>
<form><label>Name <input id=name></label>
<label>Born <input id=born type=date></label>
<label>Loud <input id=loud type=range min=0 max=10 value=5></label>
<label>News <input id=news type=checkbox></label>
<label>Terms <input id=terms type=checkbox checked></label>
<label>Pro <input id=pro type=radio name=plan></label><label>Free <input id=free type=radio name=plan checked></label>
<label>Spam <input id=spam type=checkbox style="display: none"><i>o</i></label>
<div style="height: 1500px"></div><input id=sms type=checkbox hidden><label for=sms>Texts</label>
<label>Pin <input id=pin type=password maxlength=3></label>
<label>Nights <input id=nights type=number max=10></label>
<label>Fixed <input id=fixed readonly value=as-it-is></label></form>
<div id=switch role=switch aria-checked=false tabindex=0 aria-label=Dark onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')">o</div>
<div id=heat role=slider aria-label=Heat tabindex=0 aria-valuemin=0 aria-valuemax=50 aria-valuenow=20>h</div>
<script>
	heat.onkeydown = ({ key }) => {
		const by = { ArrowRight: 1, ArrowLeft: -1, Home: -50, End: 50 }[key];
		if (by) heat.ariaValueNow = Math.max(0, Math.min(50, Number(heat.ariaValueNow) + by));
		heard.push("arrow");
	};
	window.heard = [];
	for (const type of ["input", "change", "pointerdown"]) addEventListener(type, ({ target }) => heard.push(type + " " + target.id), true);
	${picker}${several}
</script>`;

/** A list of several choices that shuts at each press and is drawn anew each time it opens. */
const redrawn = `<button id=tags role=combobox aria-label=Tags aria-expanded=false>Choose</button><script>
	const chosen = [];
	const box = document.querySelector("#tags");
	box.onclick = () => {
		const popup = document.body.appendChild(document.createElement("div"));
		popup.setAttribute("role", "listbox"); popup.setAttribute("aria-multiselectable", "true");
		box.setAttribute("aria-expanded", "true");
		for (const name of ["Red", "Green", "Blue"]) {
			const option = popup.appendChild(document.createElement("div"));
			option.setAttribute("role", "option"); option.textContent = name;
			option.setAttribute("aria-selected", String(chosen.includes(name)));
			option.onclick = () => { chosen.push(name); popup.remove(); box.setAttribute("aria-expanded", "false"); };
		}
	};
</script>`;

/** A list of no size for readers of the page, and rows without a role beside it. */
const rowsBeside = `<button id=box role=combobox aria-label=Colour aria-expanded=false aria-controls=told>Choose</button>
<div id=popup hidden><div id=told role=listbox style="width: 0; height: 0; overflow: hidden"><div role=option>Red</div></div>
	<div onclick="box.textContent = event.target.textContent; box.ariaExpanded = 'false'; popup.hidden = true"><div>Red</div><div>Green</div></div></div>
<script>box.onclick = () => { popup.hidden = false; box.ariaExpanded = "true"; }</script>`;

/** Stars as radios of one pixel under the first label, and a switch that keeps its checkbox for the keys. */
const hiddenChoices = `<style>.kept { position: absolute; left: 4px; width: 1px; height: 1px; margin: 0; clip: rect(0 0 0 0) }</style>
<div style="position: relative"><label for=one>One star</label><input id=one class=kept type=radio name=stars>
	<label for=two>Two stars</label><input id=two class=kept type=radio name=stars></div>
<div onclick="wifi.checked = !wifi.checked" style="display: inline-block; position: relative">
	<input id=wifi type=checkbox role=switch aria-label=Wifi style="position: absolute; width: 0; height: 0; margin: 0; opacity: 0">
	<span style="display: inline-block; width: 40px; height: 20px"></span></div>`;

const inner = `<label>Planet <select onchange='fetch("/report", { method: "POST", body: JSON.stringify(this.value) })'><option value=e>Earth<option value=m>Mars</select></label>`;

let stage: Stage;
let tab: Page;
let tabId: number;
let snapshot: string;

beforeAll(async () => {
	stage = await Stage.start({
		"/": page,
		"/framed": '<iframe src="http://other.site/inner"></iframe>',
		"/inner": inner,
		"/redrawn": redrawn,
		"/rows-beside": rowsBeside,
		"/hidden-choices": hiddenChoices,
	});
}, 60_000);

async function show(path?: string): Promise<void> {
	const shown = await stage.show(path);
	({ page: tab, tabId } = shown);
	snapshot = await shown.snapshot();
}

beforeEach(() => show());

afterAll(() => stage[Symbol.asyncDispose]());

const choose = (name: string, ...values: string[]) =>
	stage.browser.owner.ask("browser_select_option", { tabId, ref: refOf(snapshot, `"${name}"`), values });

const heard = (): Promise<string[]> => tab.evaluate("heard");

describe("an option is chosen", () => {
	test.each(["pt", "Portugal"])("by value or label: %s", async (value) => {
		expect(await choose("Country", value)).toMatchObject({ selected: ["Portugal"] });
		expect(await tab.evaluate("country.value")).toBe("pt");
		expect(await heard()).toEqual(["input country", "change country"]);
	});

	test("and several are, in place of what was chosen", async () => {
		expect(await choose("Colours", "Green", "b")).toMatchObject({ selected: ["Green", "Blue"] });
	});

	test("from what a field suggests, by value or label", async () => {
		expect(await choose("Town", "Lisboa")).toMatchObject({ selected: ["Lisboa"] });
		expect(await tab.evaluate("town.value")).toBe("opo");
		expect(await heard()).toEqual(["input town", "change town"]);
	});

	test("in a list that a button opens at the press of the mouse", async () => {
		expect(await choose("Size", "Medium")).toMatchObject({ selected: ["Medium"], via: "debugger" });
		expect(await tab.evaluate("picker.textContent")).toBe("Medium");
	});

	test("in a list of several choices that takes the Control key for one more", async () => {
		expect(await choose("Toppings", "Olives", "Corn")).toMatchObject({ selected: ["Olives", "Corn"] });
	});

	test("and several are in a list that is drawn anew after each", async () => {
		await show("/redrawn");
		expect(await choose("Tags", "Green", "Blue")).toMatchObject({ selected: ["Green", "Blue"] });
		expect(await tab.evaluate("chosen")).toEqual(["Green", "Blue"]);
	});

	test("by the row that is drawn for it beside a list of no size", async () => {
		await show("/rows-beside");
		expect(await choose("Colour", "Green")).toMatchObject({ selected: ["Green"] });
		expect(await tab.evaluate("box.textContent")).toBe("Green");
	});

	test("in a frame of another site", async () => {
		await show("/framed");
		await choose("Planet", "Mars");
		expect(stage.site.reports).toContain("m");
	});
});

describe("nothing is changed for an option", () => {
	test.each([
		["Country", ["Atlantis"], "there is no option"],
		["Country", ["Nowhere"], "is disabled"],
		["Country", ["France", "Portugal"], "takes one option only"],
		["Colours", ["Green", "Mauve"], "there is no option"],
		["Toppings", ["Corn", "Glue"], "there is no option"],
		["Size", ["Enormous"], "there is no option"],
	])("of %s: %j", async (name, values, why) => {
		const before = await tab.evaluate("document.body.innerText + country.value + [...colours.selectedOptions].length");
		const end = await outcomeOf(choose(name, ...values));
		expect(end).toStartWith("INVALID_ARGUMENT");
		expect(end).toContain(why);
		expect(await tab.evaluate("document.querySelector('#popup')")).toBeNull();
		expect(await tab.evaluate("document.body.innerText + country.value + [...colours.selectedOptions].length")).toBe(
			before,
		);
	});

	test("of what is no list", async () => {
		expect(await outcomeOf(choose("Name", "x"))).toStartWith("NOT_ACTIONABLE");
	});
});

test("a checkbox that is drawn nowhere is shown behind its label, and that is pressed for it", async () => {
	expect(snapshot).toMatch(/- checkbox "Spam o" \[ref/);
	expect(snapshot).toMatch(/- checkbox "Texts" \[ref/);
	for (const [name, id] of [
		["Spam o", "spam"],
		["Texts", "sms"],
	]) {
		await stage.browser.owner.ask("browser_click", { tabId, ref: refOf(snapshot, `"${name}"`) });
		expect(await tab.evaluate(`${id}.checked`)).toBe(true);
	}
	expect(await heard()).toEqual(expect.arrayContaining(["change spam", "change sms"]));
	expect(await stage.browser.snapshot(tabId)).toMatch(/- checkbox "Texts" \[checked\] \[ref/);
});

test("a choice that is kept for the keys alone is pressed by what is drawn for it", async () => {
	await show("/hidden-choices");
	for (const [name, id] of [
		["Two stars", "two"],
		["Wifi", "wifi"],
	]) {
		await stage.browser.owner.ask("browser_click", { tabId, ref: refOf(snapshot, `"${name}"`) });
		expect(await tab.evaluate(`${id}.checked`)).toBe(true);
	}
});

test("a page that sets a choice back is told of", async () => {
	await tab.evaluate("country.addEventListener('change', () => { country.value = 'fr'; })");
	expect(await choose("Country", "Portugal")).toMatchObject({ selected: ["France"], differs: true });
});

type Fields = LinkParams<"browser_fill_form">["fields"];

const fill = (values: Readonly<Record<string, Fields[number]["value"]>>) =>
	stage.browser.owner.ask("browser_fill_form", {
		tabId,
		fields: Object.entries(values).map(([name, value]) => ({ ref: refOf(snapshot, `"${name}"`), value })),
	});

describe("a form is filled in", () => {
	test("in one call, whatever its fields are", async () => {
		const filled = { Name: "Ada", Born: "1815-12-10", Loud: 7, News: true, Terms: "false", Pro: true, Dark: true };
		expect(await fill({ ...filled, Country: "France", Colours: ["Red", "Blue"], Size: "Large" })).toMatchObject({
			differing: [],
		});
		expect(
			await tab.evaluate<unknown[]>(
				"[document.querySelector('#name').value, born.value, loud.value, news.checked, terms.checked, pro.checked, document.querySelector('#switch').ariaChecked, country.value, [...colours.selectedOptions].map(({ value }) => value).join(), picker.textContent]",
			),
		).toEqual(["Ada", "1815-12-10", "7", true, false, true, "true", "fr", "r,b", "Large"]);
	});

	test("with a slider of the page's own, by its keys", async () => {
		await fill({ Heat: 37 });
		expect(await tab.evaluate<unknown>("[heat.ariaValueNow, heard.includes('arrow')]")).toEqual(["37", true]);
		await fill({ Heat: "50" });
		expect(await tab.evaluate<unknown>("heat.ariaValueNow")).toBe("50");
		expect((await fill({ Heat: 2.5 })).differing).toMatchObject([{ holds: "3" }]);
	});

	test("and a box that is as it should be is left alone", async () => {
		await fill({ Terms: true, News: false });
		expect(await heard()).toEqual([]);
	});

	test("and is told what a field does not accept", async () => {
		const { differing, invalid } = await fill({ Nights: 11, Name: "Bo" });
		expect([differing, invalid]).toEqual([
			[],
			[{ ref: refOf(snapshot, '"Nights"'), why: expect.stringContaining("10") }],
		]);
	});

	test("and is told what a field made of its value, but not of a secret", async () => {
		await tab.evaluate("document.querySelector('#name').maxLength = 2");
		const { differing } = await fill({ Name: "Ada", Pin: "12345" });
		expect(differing).toEqual([{ ref: refOf(snapshot, '"Name"'), holds: "Ad" }, { ref: refOf(snapshot, '"Pin"') }]);
	});
});

describe("no field is touched when one of them cannot take its value", () => {
	test.each([
		["a date that is none", { Name: "Ada", Born: "yesterday" }, "INVALID_ARGUMENT"],
		["an option that is not there", { Name: "Ada", Country: "Atlantis" }, "INVALID_ARGUMENT"],
		["neither true nor false for a box", { Name: "Ada", News: "maybe" }, "INVALID_ARGUMENT"],
		["a radio button to be let go", { Name: "Ada", Free: false }, "INVALID_ARGUMENT"],
		["a number past a slider's end", { Name: "Ada", Heat: 51 }, "INVALID_ARGUMENT"],
		["a list for one value", { News: true, Name: ["a", "b"] }, "INVALID_ARGUMENT"],
	])("%s", async (_, values, code) => {
		expect(await outcomeOf(fill(values))).toStartWith(code);
		expect(await heard()).toEqual([]);
	});

	test("a ref that is gone", async () => {
		const [name, news] = [refOf(snapshot, '"Name"'), refOf(snapshot, '"News"')];
		await tab.evaluate("news.remove()");
		const fields = [
			{ ref: name, value: "Ada" },
			{ ref: news, value: true },
		];
		expect(await outcomeOf(stage.browser.owner.ask("browser_fill_form", { tabId, fields }))).toStartWith("STALE_REF");
		expect(await heard()).toEqual([]);
	});

	test("a field that is read-only", async () => {
		const fields = [
			{ ref: refOf(snapshot, '"Name"'), value: "Ada" },
			{ ref: refOf(snapshot, '"Fixed"'), value: "x" },
		];
		const end = await outcomeOf(stage.browser.owner.ask("browser_fill_form", { tabId, fields, timeoutMs: 1_500 }));
		expect(end).toStartWith("NOT_ACTIONABLE");
		expect(end).toContain("is read-only");
		expect(await heard()).toEqual([]);
	});
});
