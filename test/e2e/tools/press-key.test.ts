import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { refOf } from "../../support/driven-browser.ts";
import { eventually } from "../../support/eventually.ts";
import { outcomeOf } from "../../support/outcome.ts";
import type { Page } from "../../support/page.ts";
import { Stage } from "../../support/stage.ts";

const page = `<title>Keys</title>
<form><label>First <input id=first value=abc></label><label>Second <input id=second></label><button>Go</button></form>
<p id=text>only words</p>
<script>
	window.heard = []; window.submits = 0;
	document.addEventListener("keydown", (e) => heard.push({ key: e.key, code: e.code, keyCode: e.keyCode,
		held: [e.ctrlKey && "Control", e.shiftKey && "Shift", e.altKey && "Alt", e.metaKey && "Meta"].filter(Boolean).join(), trusted: e.isTrusted }), true);
	document.forms[0].addEventListener("submit", (event) => { event.preventDefault(); submits++; });
</script>`;

const inner = `<label>Inside <input id=inside></label><script>
	document.querySelector("#inside").addEventListener("keydown", ({ key }) =>
		fetch("/report", { method: "POST", body: JSON.stringify(key) }));
</script>`;

let stage: Stage;
let tab: Page;
let tabId: number;

interface Heard {
	readonly key: string;
	readonly code: string;
	readonly keyCode: number;
	readonly held: string;
	readonly trusted: boolean;
}

const press = (key: string, ref?: string) =>
	stage.browser.owner.ask("browser_press_key", { tabId, key, ...(ref === undefined ? {} : { ref }) });
const heard = (): Promise<Heard[]> => tab.evaluate("heard");
const value = (id: string): Promise<string> => tab.evaluate(`document.getElementById("${id}").value`);

beforeAll(async () => {
	stage = await Stage.start({
		"/": page,
		"/framed": '<iframe src="http://other.site/inner"></iframe>',
		"/inner": inner,
	});
}, 60_000);

beforeEach(async () => {
	({ page: tab, tabId } = await stage.show());
	await tab.evaluate("document.querySelector('#first').focus()");
});

afterAll(() => stage[Symbol.asyncDispose]());

test("a key tells its name, code and keyCode, and a character is written", async () => {
	await press("x");
	expect(await heard()).toEqual([{ key: "x", code: "KeyX", keyCode: 88, held: "", trusted: true }]);
	expect(await value("first")).toContain("x");
});

test("the plus sign is a key of its own, pressed with Shift", async () => {
	await press("+");
	expect((await heard()).at(-1)).toMatchObject({ key: "+", code: "Equal", held: "Shift" });
	await press("Control++");
	expect((await heard()).at(-1)).toMatchObject({ key: "+", held: expect.stringContaining("Control") });
});

test("a chord holds its modifiers while the key is pressed", async () => {
	await press("Control+Shift+K");
	expect((await heard()).map(({ key, held }) => [key, held])).toEqual([
		["Control", "Control"],
		["Shift", "Control,Shift"],
		["K", "Control,Shift"],
	]);
	expect(await value("first")).toBe("abc");
});

test("select all and Backspace empty a field", async () => {
	await press("ControlOrMeta+A");
	await press("Backspace");
	expect(await value("first")).toBe("");
});

test("Tab moves the focus and Enter submits the form", async () => {
	await press("Tab");
	expect(await tab.evaluate<string>("document.activeElement.id")).toBe("second");
	await press("Enter");
	expect(await tab.evaluate<number>("submits")).toBe(1);
});

test("with a ref, the element is focused first", async () => {
	const ref = refOf(await stage.browser.snapshot(tabId), '"Second"');
	await press("z", ref);
	expect(await value("second")).toBe("z");
});

test("what takes no focus is refused", async () => {
	const snapshot = await stage.browser.snapshot(tabId);
	const ref = refOf(snapshot, "only words");
	expect(await outcomeOf(press("z", ref))).toStartWith("NOT_ACTIONABLE");
});

test("a key that does not exist is refused, and nothing is pressed", async () => {
	expect(await outcomeOf(press("Contrl+A"))).toStartWith("INVALID_ARGUMENT");
	expect(await outcomeOf(press("Hyperspace"))).toStartWith("INVALID_ARGUMENT");
	expect(await heard()).toEqual([]);
});

test("a frame of another site that has the focus gets the key", async () => {
	const { ref } = await stage.show("/framed");
	await press("q", await ref('"Inside"'));
	expect(await eventually(() => stage.site.reports.at(-1))).toBe("q");
	await press("w");
	expect(await eventually(() => stage.site.reports.at(-1) === "w")).toBe(true);
});

test("a key that turns the page is done when the page has come to rest", async () => {
	await tab.evaluate(`document.activeElement.blur(); document.body.style.height = "9000px";
		window.rests = 0; document.addEventListener("scrollend", () => rests++)`);
	for (const [key, rests] of [
		["PageDown", 1],
		["End", 2],
		["Home", 3],
	] as const) {
		await press(key);
		expect(await tab.evaluate<number>("rests")).toBe(rests);
	}
});
