import type { CdpEvent, CdpPipe } from "../../lib/host/managed-browser/cdp-pipe.ts";
import { eventually } from "./eventually.ts";

interface Evaluated {
	readonly result: { readonly value?: unknown };
	readonly exceptionDetails?: { readonly text: string; readonly exception?: { readonly description?: string } };
}

/** A function whose source is run in the page: it sees its arguments (JSON) and nothing of the test. */
type InPage<A extends readonly unknown[], T> = (...args: A) => T | Promise<T>;

/** Runs in the page. */
async function clickablePoint(selector: string): Promise<{ x: number; y: number } | undefined> {
	const element = [...document.querySelectorAll(selector)].find((each) => each.getClientRects().length > 0);
	if (element === undefined) return undefined;
	element.scrollIntoView({ block: "center", behavior: "instant" });
	const before = element.getBoundingClientRect();
	await new Promise((resolve) => setTimeout(resolve, 30));
	const { x, y, width, height } = element.getBoundingClientRect();
	if (!element.isConnected || before.x !== x || before.y !== y) return undefined;
	const point = { x: x + width / 2, y: y + height / 2 };
	const hit = document.elementFromPoint(point.x, point.y);
	return hit !== null && (element.contains(hit) || hit.contains(element)) ? point : undefined;
}

/**
 * A target that the test drives by CDP: a tab, a popup opened as a tab, a service worker, an offscreen page. It stands
 * for the person, and is the oracle of what really happened.
 */
export class Page {
	constructor(
		readonly cdp: CdpPipe,
		readonly targetId: string,
		readonly sessionId: string,
	) {}

	send<T>(method: string, params: object = {}): Promise<T> {
		return this.cdp.send<T>(method, params, this.sessionId);
	}

	listen(listener: (event: CdpEvent) => void): () => void {
		return this.cdp.listen((event) => event.sessionId === this.sessionId && listener(event));
	}

	/** Evaluates an expression in the main world; promises are awaited, the value is JSON. Throws what it throws. */
	async evaluate<T>(expression: string): Promise<T> {
		const { result, exceptionDetails } = await this.send<Evaluated>("Runtime.evaluate", {
			expression,
			awaitPromise: true,
			returnByValue: true,
			userGesture: true,
		});
		if (exceptionDetails === undefined) return result.value as T;
		throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
	}

	/** Runs a function in the page. Its source is sent, so it may use nothing but its arguments and the page's globals. */
	call<A extends readonly unknown[], T>(run: InPage<A, T>, ...args: A): Promise<T> {
		return this.evaluate<T>(`(${run})(...${JSON.stringify(args)})`);
	}

	/** Waits until an expression is true in the page. */
	until(expression: string, within?: number): Promise<unknown> {
		return eventually(() => this.evaluate(expression), within === undefined ? {} : { within });
	}

	async goto(url: string): Promise<void> {
		await this.send("Page.navigate", { url });
		await eventually(async () => {
			const [state, at] = await this.evaluate<[string, string]>("[document.readyState, location.href]");
			return state === "complete" && at !== "about:blank";
		});
	}

	/**
	 * Clicks the middle of the first visible element that matches, by real input. Waits until there is one, until it
	 * keeps still, and until nothing covers it: a click that lands beside it would prove nothing.
	 */
	async click(selector: string): Promise<void> {
		const point = await eventually(() => this.call(clickablePoint, selector));
		const press = { ...point, button: "left", clickCount: 1 };
		await this.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...point });
		await this.send("Input.dispatchMouseEvent", { type: "mousePressed", ...press });
		await this.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...press });
	}

	/** Clicks into a field and writes a text over what it held, by real input. */
	async fill(selector: string, text: string): Promise<void> {
		await this.click(selector);
		await this.call((wanted: string) => document.querySelector<HTMLInputElement>(wanted)?.select(), selector);
		await this.send("Input.insertText", { text });
	}

	/** Presses a key, such as Enter or Tab, by real input. */
	async press(key: string, code = key, windowsVirtualKeyCode = key === "Enter" ? 13 : 0): Promise<void> {
		const text = key === "Enter" ? "\r" : undefined;
		const stroke = { key, code, windowsVirtualKeyCode, ...(text === undefined ? {} : { text }) };
		await this.send("Input.dispatchKeyEvent", { type: "keyDown", ...stroke });
		await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...stroke });
	}

	/** The visible text of the page. */
	text(): Promise<string> {
		return this.evaluate<string>("document.body.innerText");
	}

	async screenshot(file: string): Promise<void> {
		const { data } = await this.send<{ data: string }>("Page.captureScreenshot", { format: "png" });
		await Bun.write(file, Buffer.from(data, "base64"));
	}

	/** Lets go of the target without closing it: an attached service worker never falls asleep. */
	async detach(): Promise<void> {
		await this.cdp.send("Target.detachFromTarget", { sessionId: this.sessionId });
	}

	async close(): Promise<void> {
		await this.cdp.send("Target.closeTarget", { targetId: this.targetId });
	}
}
