import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { outcomeOf } from "../../support/outcome.ts";
import { type SharedTab, Stage } from "../../support/stage.ts";

const tall = "<div style='height: 2000px'>far</div>";

const pages = {
	"/menu": `<title>menu</title><style>.menu ul { display: none } .menu:hover ul { display: block }</style>
		<div class=menu role=group aria-label=Menu><span role=button tabindex=0>Products</span><ul><li><a href="#chairs">Chairs</a></ul></div>
		<button disabled onpointermove="window.over = event.isTrusted">Off</button>`,
	"/long": `<title>long</title><style>body { margin: 0 }</style>${tall}<button>Bottom</button>`,
	"/lists": `<title>lists</title>
		<div id=inner role=list aria-label=Inner style="height: 200px; width: 300px; overflow: auto">
			<div style="height: 3000px; width: 900px"><p role=listitem>Row</p></div></div>${tall}`,
	"/wheel": `<title>wheel</title><canvas role=img aria-label=Map width=400 height=300></canvas><script>
		document.querySelector("canvas").addEventListener("wheel", (event) => { event.preventDefault(); window.turned = [event.deltaY, event.isTrusted]; }, { passive: false });
	</script>`,
	"/board": `<title>board</title>
		<div id=card draggable=true role=listitem aria-label=Card style="width: 100px; height: 40px; background: #cde">Card</div>
		<div style="height: 1800px"></div>
		<div id=done role=region aria-label=Done style="width: 220px; height: 140px; border: 2px dashed">Done</div><div style="height: 600px"></div>
		<script>
			window.heard = [];
			card.ondragstart = (event) => event.dataTransfer.setData("text/plain", "card-1");
			card.ondragend = () => heard.push("dragend");
			done.ondragover = (event) => event.preventDefault();
			done.ondrop = (event) => { event.preventDefault(); window.dropped = [event.dataTransfer.getData("text/plain"), event.isTrusted]; };
		</script>`,
	"/refusing": `<title>refusing</title>
		<div id=card draggable=true role=listitem aria-label=Card style="width: 100px; height: 40px">Card</div><div id=bin role=region aria-label=Bin style="height: 100px">Bin</div>
		<script>card.ondragstart = (event) => event.preventDefault(); addEventListener("pointerup", (event) => { window.upOn = event.target.id; });</script>`,
	"/sorter": `<title>sorter</title><style>li { height: 40px; user-select: none }</style><ul>${["One", "Two", "Three", "Four"].map((name) => `<li aria-label=${name}>${name}</li>`).join("")}</ul>
		<script>
			let held, pressedAt;
			const list = document.querySelector("ul");
			list.onpointerdown = (event) => { held = event.target.closest("li"); pressedAt = event.timeStamp; };
			addEventListener("pointermove", (event) => {
				if (!held || event.timeStamp - pressedAt < 100) return;
				const under = document.elementFromPoint(event.clientX, event.clientY)?.closest("li");
				if (under && under !== held) under.compareDocumentPosition(held) & 4 ? under.before(held) : under.after(held);
			});
			addEventListener("pointerup", () => { held = undefined; });
		</script>`,
	"/framed": "",
	"/target": `<title>target</title><div role=region aria-label=Inside style="height: 100px; background: #eee">Inside</div><script>
		addEventListener("pointerup", () => fetch("/report", { method: "POST", body: '"up inside"' }));</script>`,
	"/canvas": `<title>canvas</title><canvas role=img aria-label=Board width=300 height=200 style="border: 0"></canvas><script>
		const canvas = document.querySelector("canvas");
		canvas.onclick = (event) => { window.at = [Math.round(event.offsetX), Math.round(event.offsetY)]; };
	</script>`,
	"/covered": `<title>covered</title><style>body { margin: 0 }</style>
		<button style="position: absolute; left: 0; top: 100px; width: 300px; height: 60px" onclick="window.pressed = true">Half</button>
		<div style="position: absolute; left: 60px; top: 90px; width: 180px; height: 80px; background: #0006"></div>
		<div style="position: absolute; top: 300px; width: 200px">before <a href="#wrapped">a link that is long enough to be wrapped over lines</a></div>
		<div style="position: fixed; left: 0; right: 0; top: 0; height: 80px; background: #ddd; z-index: 1">Header</div>
		<div style="position: absolute; top: 2000px"><button onclick="window.below = true">Below</button></div>
		<div style="position: absolute; top: 4000px">end</div>`,
	"/odd-shapes": `<title>odd shapes</title>
		<a href="#card" style="display: contents"><div style="width: 120px; height: 40px">Card</div></a>
		<a href="#float"><span style="float: left; width: 80px; height: 50px">Float</span></a>
		<img usemap="#plan" alt=Plan width=400 height=60 src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E">
		<map name=plan><area href="#kitchen" alt=Kitchen coords="150,10,190,50"><area href="#larder" alt=Larder shape=circle coords="300,20,8"></map>
		<svg width=300 height=120><g role=button tabindex=0 aria-label=Ring><path d="M0 0 H100 V8 H8 V100 H0 Z"/></g></svg>
		<script>document.querySelector("g").onclick = () => { location.hash = "ring"; };</script>`,
	"/slipping": `<title>slipping</title><button onclick="window.pressed = (window.pressed ?? 0) + 1">Target</button><script>
		addEventListener("pointermove", () => {
			if (window.veil) return;
			window.veil = document.body.appendChild(document.createElement("div"));
			veil.id = "veil"; veil.style = "position: fixed; inset: 0";
			veil.onclick = () => { window.through = true; };
			setTimeout(() => veil.remove(), 400);
		});
	</script>`,
};

let stage: Stage;

beforeAll(async () => {
	stage = await Stage.start({
		...pages,
		"/framed": `<title>framed</title>
			<div role=listitem aria-label=Thing style="width: 100px; height: 40px; user-select: none">Thing</div>
			<iframe style="margin: 30px; width: 400px" src="http://other.site/target"></iframe>`,
	});
}, 60_000);

afterAll(() => stage[Symbol.asyncDispose]());

describe("hover", () => {
	test("opens what a style shows under the mouse, and shows it in the next snapshot", async () => {
		const { tabId, ref } = await stage.show("/menu");
		expect(await stage.browser.snapshot(tabId)).not.toContain("Chairs");
		await stage.browser.owner.ask("browser_hover", { tabId, ref: await ref("Products") });
		expect(await stage.browser.snapshot(tabId)).toContain('link "Chairs"');
		await stage.browser.owner.ask("browser_click", { tabId, ref: await ref("Chairs") });
	});

	test("rests on a disabled button too, and the page sees a real mouse", async () => {
		const { page, tabId, ref } = await stage.show("/menu");
		await stage.browser.owner.ask("browser_hover", { tabId, ref: await ref("Off") });
		expect(await page.evaluate("window.over")).toBe(true);
	});
});

describe("scroll", () => {
	test("goes nine tenths of the view down, and as many pixels as told up", async () => {
		const { page, tabId } = await stage.show("/long");
		expect(await stage.browser.owner.ask("browser_scroll", { tabId })).toMatchObject({ moved: true, via: "debugger" });
		const [at, view] = await page.evaluate<[number, number]>("[scrollY, innerHeight]");
		expect(Math.abs(at - 0.9 * view)).toBeLessThan(2);
		await stage.browser.owner.ask("browser_scroll", { tabId, direction: "up", amount: 100 });
		expect(Math.round((await page.evaluate<number>("scrollY")) - at)).toBe(-100);
	});

	test("says so where nothing moves", async () => {
		const { tabId } = await stage.show("/long");
		expect(await stage.browser.owner.ask("browser_scroll", { tabId, direction: "up" })).toMatchObject({ moved: false });
	});

	test("brings an element into view", async () => {
		const { page, tabId, ref } = await stage.show("/long");
		const button = await ref("Bottom");
		expect(await stage.browser.owner.ask("browser_scroll", { tabId, ref: button })).toMatchObject({ moved: true });
		expect(await page.evaluate("document.querySelector('button').getBoundingClientRect().bottom <= innerHeight")).toBe(
			true,
		);
		expect(await stage.browser.owner.ask("browser_scroll", { tabId, ref: button })).toMatchObject({ moved: false });
	});

	test("moves a list with a bar of its own, both ways, and the page not", async () => {
		const { page, tabId, ref } = await stage.show("/lists");
		const row = await ref('"Inner"');
		await stage.browser.owner.ask("browser_scroll", { tabId, ref: row, direction: "down" });
		await stage.browser.owner.ask("browser_scroll", { tabId, ref: row, direction: "right", amount: 50 });
		const [top, left, height, outer] = await page.evaluate<number[]>(
			"[inner.scrollTop, inner.scrollLeft, inner.clientHeight, scrollY]",
		);
		expect(Math.abs((top ?? 0) - 0.9 * (height ?? 0))).toBeLessThan(2);
		expect([left, outer]).toEqual([50, 0]);
	});

	test("turns a real wheel, for pages that use it for something else", async () => {
		const { page, tabId, ref } = await stage.show("/wheel");
		const map = await ref('"Map"');
		expect(
			await stage.browser.owner.ask("browser_scroll", { tabId, ref: map, direction: "down", amount: 120 }),
		).toMatchObject({ moved: false });
		expect(await page.evaluate<[number, boolean]>("window.turned")).toEqual([120, true]);
	});
});

describe("drag", () => {
	const drag = async ({ tabId, ref }: SharedTab, from: string, to: string) =>
		stage.browser.owner.ask("browser_drag", { tabId, startRef: await ref(from), endRef: await ref(to) });

	test("hands data to a drop zone that has to be scrolled to", async () => {
		const tab = await stage.show("/board");
		await drag(tab, '"Card"', '"Done"');
		expect(await tab.page.evaluate<[string, boolean]>("window.dropped")).toEqual(["card-1", true]);
		await tab.page.until("heard.includes('dragend')");
	});

	test("goes on with the mouse where the page stops the browser's own drag", async () => {
		const tab = await stage.show("/refusing");
		await drag(tab, '"Card"', '"Bin"');
		expect(await tab.page.evaluate("window.upOn")).toBe("bin");
	});

	test("sorts a list that follows the mouse and waits for it to be held", async () => {
		const tab = await stage.show("/sorter");
		await drag(tab, '"One"', '"Three"');
		expect(await tab.page.evaluate("document.querySelector('ul').innerText.replace(/\\s+/g, ' ').trim()")).toBe(
			"Two Three One Four",
		);
	});

	test("leads into a frame of another site", async () => {
		const tab = await stage.show("/framed");
		await drag(tab, '"Thing"', '"Inside"');
		expect(stage.site.reports).toContain("up inside");
	});

	test("is refused by name when its end is gone, before anything happens", async () => {
		const tab = await stage.show("/sorter");
		const [startRef, endRef] = [await tab.ref('"One"'), await tab.ref('"Three"')];
		await tab.page.evaluate(
			"document.querySelectorAll('li')[2].remove(); addEventListener('pointerdown', () => { window.touched = true })",
		);
		const { tabId } = tab;
		expect(await outcomeOf(stage.browser.owner.ask("browser_drag", { tabId, startRef, endRef }))).toStartWith(
			"STALE_REF",
		);
		expect(await tab.page.evaluate("window.touched ?? false")).toBe(false);
	});
});

describe("click", () => {
	test("hits the spot of a canvas that it is told, and refuses one outside", async () => {
		const { page, tabId, ref } = await stage.show("/canvas");
		const canvas = await ref('"Board"');
		await stage.browser.owner.ask("browser_click", { tabId, ref: canvas, x: 40, y: 170 });
		expect(await page.evaluate<number[]>("window.at")).toEqual([40, 170]);
		for (const spot of [{ x: 301, y: 1 }, { x: 5 }])
			expect(await outcomeOf(stage.browser.owner.ask("browser_click", { tabId, ref: canvas, ...spot }))).toStartWith(
				"INVALID_ARGUMENT",
			);
	});

	test("tries other points of an element that is covered in its middle", async () => {
		const { page, tabId, ref } = await stage.show("/covered");
		await stage.browser.owner.ask("browser_click", { tabId, ref: await ref('"Half"') });
		expect(await page.evaluate("window.pressed")).toBe(true);
	});

	test("hits a link that is wrapped, and one that lies under a header when scrolled to", async () => {
		const { page, tabId, ref } = await stage.show("/covered");
		await stage.browser.owner.ask("browser_click", { tabId, ref: await ref("a link that is long") });
		expect(await page.evaluate("location.hash")).toBe("#wrapped");
		await page.evaluate("scrollTo(0, 1990)");
		await stage.browser.owner.ask("browser_click", { tabId, ref: await ref('"Below"') });
		expect(await page.evaluate("window.below")).toBe(true);
	});

	test.each([
		["without a box of its own", "Card", "#card"],
		["whose content floats out of it", "Float", "#float"],
		["whose shape fills little of its box", "Ring", "#ring"],
		["that is a part of an image map", "Kitchen", "#kitchen"],
		["that is a small one of another shape", "Larder", "#larder"],
	])("hits an element %s", async (_, name, hash) => {
		const { page, tabId, ref } = await stage.show("/odd-shapes");
		await stage.browser.owner.ask("browser_click", { tabId, ref: await ref(`"${name}"`) });
		expect(await page.evaluate("location.hash")).toBe(hash);
	});

	test("keeps its press from what slips over the element at that moment, and presses once that is gone", async () => {
		const { page, tabId, ref } = await stage.show("/slipping");
		await stage.browser.owner.ask("browser_click", { tabId, ref: await ref('"Target"') });
		expect(await page.evaluate<unknown[]>("[window.pressed, window.through ?? false]")).toEqual([1, false]);
	});
});
