import type { Chrome } from "../support/chrome.ts";
import { compiledMonk } from "../support/compiled.ts";
import { refOf } from "../support/driven-browser.ts";
import { McpClient } from "../support/mcp-client.ts";
import { MonkHome } from "../support/monk-process.ts";
import { joinBrowser } from "../support/owned-browser.ts";
import type { Page } from "../support/page.ts";
import { Site } from "../support/site.ts";
import { alternate, type Bench, type Figures, type Row } from "./measure.ts";
import { benchPages } from "./pages.ts";

const rounds = 25;

const text = "twenty characters..!";

const fields = Array.from({ length: 10 }, (_, index) => `<label>Field ${index} <input></label>`).join("");

/** What is acted on: a button that changes the page, a text field, and a form. */
const controls = `<button id="more" onclick="this.nextSibling.textContent = 'pressed ' + ++times">Press</button><p>not yet</p>
	<label>Line <input id="line"></label><form aria-label="Ten">${fields}</form><script>let times = 0</script>`;

const withControls = (name: string): string =>
	(benchPages.find((page) => page.name === name)?.html ?? "").replace("<body>", `<body>${controls}`);

const routes = {
	"/small": `<!doctype html><title>small</title>${controls}`,
	"/20": withControls("20 nodes"),
	"/1500": withControls("1,500 nodes"),
	"/next": "<!doctype html><title>next</title><h1>Next</h1>",
};

/** The same commands by hand, over Chrome's own pipe. */
class Hand {
	private constructor(
		private readonly page: Page,
		private readonly address: string,
	) {}

	static async open(chrome: Chrome, address: string): Promise<Hand> {
		const { targetId } = await chrome.cdp.send<{ targetId: string }>("Target.createTarget", {
			url: address,
			newWindow: true,
		});
		const page = await chrome.attachTo(targetId);
		await page.until(`document.readyState === "complete" && location.href !== "about:blank"`);
		for (const domain of ["Page", "Network", "Runtime", "DOM"]) await page.send(`${domain}.enable`);
		await page.send("Emulation.setFocusEmulationEnabled", { enabled: true });
		return new Hand(page, address);
	}

	private async element(selector: string): Promise<string> {
		const expression = `document.querySelector(${JSON.stringify(selector)})`;
		const { result } = await this.page.send<{ result: { objectId: string } }>("Runtime.evaluate", { expression });
		return result.objectId;
	}

	async evaluate(): Promise<void> {
		await this.page.evaluate("1");
	}

	async click(): Promise<void> {
		const objectId = await this.element("#more");
		await this.page.send("DOM.scrollIntoViewIfNeeded", { objectId });
		const { quads } = await this.page.send<{ quads: number[][] }>("DOM.getContentQuads", { objectId });
		const [x = 0, y = 0, right = 0, , , bottom = 0] = quads[0] ?? [];
		const at = { x: (x + right) / 2, y: (y + bottom) / 2, button: "left", clickCount: 1 };
		const send = (type: string): Promise<unknown> => this.page.send("Input.dispatchMouseEvent", { ...at, type });
		await Promise.all([send("mouseMoved"), send("mousePressed"), send("mouseReleased")]);
	}

	private async focus(selector: string): Promise<void> {
		await this.page.send("DOM.focus", { objectId: await this.element(selector) });
	}

	private stroke(key: string): Promise<unknown> {
		const send = (event: object): Promise<unknown> => this.page.send("Input.dispatchKeyEvent", { key, ...event });
		return Promise.all([send({ type: "keyDown", text: key }), send({ type: "keyUp" })]);
	}

	async typeAtOnce(): Promise<void> {
		await this.focus("#line");
		await Promise.all([...text].map((key) => this.stroke(key)));
	}

	async typeByKeys(): Promise<void> {
		await this.focus("#line");
		for (const key of text) await this.stroke(key);
	}

	async fill(): Promise<void> {
		for (let field = 1; field <= 10; field++) {
			await this.focus(`form label:nth-child(${field}) input`);
			await Promise.all([...`value ${field - 1}`].map((key) => this.stroke(key)));
		}
	}

	async screenshot(): Promise<void> {
		await this.page.send("Page.captureScreenshot", { format: "png" });
	}

	async navigate(): Promise<void> {
		const loaded = Promise.withResolvers<void>();
		const stop = this.page.listen(({ method }) => {
			if (method === "Page.loadEventFired") loaded.resolve();
		});
		await this.page.send("Page.navigate", { url: new URL("/next", this.address).href });
		await loaded.promise;
		stop();
	}
}

/** An agent on one page: what it does, with whatever the answer shows of the page. */
class Agent {
	private constructor(
		private readonly mcp: McpClient,
		private readonly address: string,
		private readonly tab: number,
		private readonly snapshot: string,
	) {}

	static async on(mcp: McpClient, address: string): Promise<Agent> {
		const opened = await mcp.call("browser_new_tab", { url: address, active: true });
		const tab = Number(/- Tab: (\d+)/.exec(opened.text)?.[1]);
		return new Agent(mcp, address, tab, (await mcp.call("browser_snapshot", { tab })).text);
	}

	async call(name: string, args: Record<string, unknown> = {}): Promise<string> {
		const answer = await this.mcp.call(name, { tab: this.tab, ...args });
		if (answer.code !== undefined) throw new Error(`${name}: ${answer.text}`);
		return answer.text;
	}

	ref(words: string): string {
		return refOf(this.snapshot, words);
	}

	async navigate(): Promise<void> {
		await this.call("browser_navigate", { url: new URL("/next", this.address).href });
	}

	click(): Promise<unknown> {
		return this.call("browser_click", { ref: this.ref('button "Press"') });
	}

	type(slowly: boolean): Promise<unknown> {
		return this.call("browser_type", { ref: this.ref('textbox "Line"'), text, ...(slowly ? { slowly } : {}) });
	}

	fill(): Promise<unknown> {
		const wishes = Array.from({ length: 10 }, (_, index) => ({
			ref: this.ref(`textbox "Field ${index}"`),
			value: `value ${index}`,
		}));
		return this.call("browser_fill_form", { fields: wishes });
	}
}

interface Pair {
	readonly what: string;
	readonly monk: Figures;
	readonly floor: Figures;
}

async function compare(what: string, floor: () => Promise<unknown>, monk: () => Promise<unknown>): Promise<Pair> {
	return { what, ...(await alternate(rounds, { floor, monk })) };
}

async function measurePages(mcp: McpClient, chrome: Chrome, site: Site): Promise<readonly Pair[]> {
	const at = async (path: string): Promise<[Hand, Agent]> => [
		await Hand.open(chrome, site.url(path, "other")),
		await Agent.on(mcp, site.url(path)),
	];
	const pairs: Pair[] = [];
	const [hand, agent] = await at("/small");
	pairs.push(
		await compare(
			"evaluate 1",
			() => hand.evaluate(),
			() => agent.call("browser_evaluate", { expression: "1" }),
		),
		await compare(
			"type 20 characters at once",
			() => hand.typeAtOnce(),
			() => agent.type(false),
		),
		await compare(
			"type 20 characters key by key",
			() => hand.typeByKeys(),
			() => agent.type(true),
		),
		await compare(
			"fill_form of 10 fields",
			() => hand.fill(),
			() => agent.fill(),
		),
		await compare(
			"screenshot",
			() => hand.screenshot(),
			() => agent.call("browser_screenshot"),
		),
		await compare(
			"navigate to a local page",
			() => hand.navigate(),
			() => agent.navigate(),
		),
	);
	for (const [path, name] of [
		["/20", "20 nodes"],
		["/1500", "1,500 nodes"],
	] as const) {
		const [handThere, agentThere] = await at(path);
		pairs.push(
			await compare(
				`click and see the page, ${name}`,
				() => handThere.click(),
				() => agentThere.click(),
			),
		);
	}
	return pairs;
}

async function measure(): Promise<readonly Row[]> {
	await using home = await MonkHome.make({ monk: await compiledMonk() });
	await using site = new Site(routes);
	await using mcp = await McpClient.start(home, "bench");
	await using chrome = await joinBrowser(home);
	await chrome.open(site.url("/small"));
	const pairs = await measurePages(mcp, chrome, site);
	return pairs.flatMap(({ what, monk, floor }): Row[] => [
		{ what: `${what}: by hand`, ...floor },
		{
			what,
			...monk,
			floor: { what: "by hand", median: floor.median },
			note: `${(monk.median - floor.median).toFixed(1)} ms over it`,
		},
	]);
}

/** From an agent's call to its answer, with the page as it is then; beside it the bare commands over Chrome's pipe. */
export const acting: Bench = { title: "Acting on a page", run: measure };
