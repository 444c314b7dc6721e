import { afterAll, beforeAll, expect, test } from "bun:test";
import { Chrome } from "../support/chrome.ts";
import { eventually } from "../support/eventually.ts";
import type { Page } from "../support/page.ts";
import { ScriptedOwner } from "../support/scripted-owner.ts";

let owner: ScriptedOwner;
let chrome: Chrome;
let popup: Page;

const status = (): Promise<string> => popup.evaluate("document.querySelector('#status').textContent");
const statusBecomes = (text: string | RegExp): Promise<unknown> =>
	eventually(async () => new RegExp(text).test(await status()), { within: 15_000 });

async function typeCode(code: string): Promise<void> {
	await popup.fill("#code", code);
	await popup.press("Enter");
}

/** A request of the popup's, as its page makes it. */
const askFor = (name: string): string =>
	`chrome.runtime.sendMessage({to: "background", id: crypto.randomUUID(), name: "${name}", body: {}})`;

/** Another code of the same shape. */
const otherThan = (code: string): string => code.slice(0, -1) + (code.endsWith("2") ? "3" : "2");

beforeAll(async () => {
	owner = new ScriptedOwner();
	chrome = await Chrome.launch({ extension: true });
	popup = await chrome.openPopup();
	await popup.until(`document.querySelector("#status").textContent !== ""`);
	// What is drawn late would move what is clicked.
	await popup.until(`document.querySelector("#tabs li") !== null`);
	await popup.click("#more summary");
	await popup.fill("#port", String(owner.port));
	await popup.fill("#label", "Work");
	await popup.click("#save");
	await popup.until(`document.querySelector("#port").defaultValue === "${owner.port}"`);
}, 60_000);

afterAll(async () => {
	await owner.die();
	await chrome.close();
});

test("an extension that nobody paired says so and dials nowhere", async () => {
	await statusBecomes("Not connected yet");
	expect(owner.audits).toEqual([]);
});

test("a browser that is older than the manifest demands is told to update", async () => {
	const told = () =>
		popup.evaluate<string>(
			`(({ hidden, textContent }) => hidden ? "" : textContent)(document.querySelector("#outdated"))`,
		);
	expect(await told()).toBe("");
	const page = await chrome.open("about:blank");
	await page.send("Emulation.setUserAgentOverride", { userAgent: "Mozilla/5.0 Chrome/124.0.0.0 Safari/537.36" });
	await page.send("Page.navigate", { url: `chrome-extension://${chrome.extensionId}/popup.html` });
	await page.until(
		`document.querySelector("#outdated")?.textContent.startsWith("This is Chrome 124, and monk needs 125")`,
	);
	await page.close();
});

test("a form that a script sends pairs nothing and changes nothing", async () => {
	await popup.call((code: string) => {
		document.querySelector<HTMLInputElement>("#code")?.setAttribute("value", code);
		document.querySelector<HTMLFormElement>("#pair-form")?.requestSubmit();
		document.querySelector<HTMLButtonElement>("#pair")?.click();
		document.querySelector<HTMLFormElement>("#settings-form")?.requestSubmit();
	}, owner.openPairing());
	await popup.evaluate(askFor("state"));
	expect(await popup.evaluate(`document.querySelector("#code").value`)).not.toBe("");
	await popup.evaluate(`document.querySelector("#code").removeAttribute("value")`);
	await statusBecomes("Not connected yet");
	expect(owner.audits).toEqual([]);
	owner.window.cancel();
});

test("a wrong code is told as such and the code never used again", async () => {
	const code = owner.openPairing();
	await typeCode(otherThan(code));
	await statusBecomes("Wrong or expired code");
	const attempts = owner.audits.length;
	// A person who presses Reconnect makes it dial, if it has anything to dial with.
	await popup.evaluate(askFor("reconnect"));
	await statusBecomes("Wrong or expired code");
	expect(owner.audits.length).toBe(attempts);
	expect(owner.hellos).toEqual([]);
});

test("the code typed by a person connects the browser, and the status is the owner's own word", async () => {
	owner.window.cancel();
	await typeCode(owner.openPairing().toLowerCase());
	await statusBecomes("Connected as Work");
	expect(owner.hellos.at(-1)?.label).toBe("Work");
	expect((await owner.session()).enrolledNow).toBe(true);
});

test("an owner that dies is dialled again with the key, without a person", async () => {
	const before = owner.hellos.length;
	await owner.die();
	await statusBecomes("Waiting for monk");
	owner.listen();
	await statusBecomes("Connected as Work");
	expect(owner.hellos.length).toBe(before + 1);
	expect((await owner.session()).enrolledNow).toBe(false);
	expect(owner.hellos.at(-1)?.slug).toBe("work");
});

test("a refusal is shown in the owner's words and retried when the person asks", async () => {
	owner.refusal = "too many profiles";
	await owner.die();
	owner.listen();
	await statusBecomes("Refused: too many profiles");
	owner.refusal = undefined;
	await popup.click("#reconnect");
	await statusBecomes("Connected as Work");
});

test("a browser that was forgotten is told to pair again, and a code connects it", async () => {
	owner.forgetAll();
	await owner.die();
	owner.listen();
	await statusBecomes("Not known here: pair again");
	await typeCode(owner.openPairing());
	await statusBecomes("Connected as Work");
});

test("a line that is cut upon a code says nothing of the code", async () => {
	await owner.die();
	const cutting = Bun.serve({
		hostname: "127.0.0.1",
		port: owner.port,
		fetch: (request, server) => (server.upgrade(request) ? undefined : new Response("links only", { status: 400 })),
		websocket: { open: (socket) => socket.close(1011), message: () => undefined },
	});
	await popup.click("#pair-again");
	await typeCode("ABCD-EFGH");
	await statusBecomes("The connection broke off: try the code again");
	await cutting.stop(true);
});
