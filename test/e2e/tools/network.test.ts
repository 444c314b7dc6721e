import { afterAll, beforeAll, expect, test } from "bun:test";
import { outcomeOf } from "../../support/outcome.ts";
import type { Page } from "../../support/page.ts";
import { Stage } from "../../support/stage.ts";

let stage: Stage;
let tab: Page;
let tabId: number;

const list = (more: object = {}) => stage.browser.owner.ask("browser_network_requests", { tabId, ...more });
const get = (code: string) => tab.evaluate(`${code}.then((answer) => answer.text())`);

/** The recorded request of an address, once it has ended. */
async function recorded(part: string) {
	const { requests } = await list({ url: part });
	const [{ id } = { id: "" }] = requests;
	return stage.browser.owner.ask("browser_network_request", { tabId, id });
}

beforeAll(async () => {
	stage = await Stage.start({
		"/": "<title>Network</title>",
		"/data": () =>
			Response.json(
				{ key: `sk-${"x".repeat(30)}`, word: "herring" },
				{ headers: { "x-csrf-token": "gull", "x-plain": "tern" } },
			),
	});
	({ page: tab, tabId } = await stage.show());
}, 60_000);

afterAll(() => stage[Symbol.asyncDispose]());

test("nothing is recorded before it is asked for", async () => {
	await get("fetch('/data?before')");
	expect(await list()).toMatchObject({ recording: false, requests: [] });
});

test("requests are listed with their outcome from then on, and by what is wanted of them", async () => {
	await list({ record: true });
	await get("fetch('/data?one')");
	await get("fetch('/status/404?two')");
	await tab.evaluate("fetch('http://127.0.0.1:9/three').catch(() => 0)");
	const { requests, recording } = await list();
	expect(recording).toBe(true);
	expect(requests.map(({ url, status }) => [new URL(url).pathname, status])).toEqual([
		["/data", 200],
		["/status/404", 404],
		["/three", undefined],
	]);
	expect(requests.at(-1)?.error).toContain("net::");
	expect((await list({ failed: true })).requests.length).toBe(2);
	expect((await list({ url: "two" })).requests.length).toBe(1);
});

test("one request is shown whole, and its secrets are masked", async () => {
	await get("fetch('/data?token=kelp&four', {method: 'POST', body: 'salt', headers: {authorization: 'Bearer kelp'}})");
	const told = await recorded("four");
	expect(told).toMatchObject({
		method: "POST",
		status: 200,
		requestBody: "salt",
		requestHeaders: { authorization: "[masked]" },
		responseHeaders: { "x-csrf-token": "[masked]", "x-plain": "tern" },
	});
	expect(told.responseBody).toContain("herring");
	expect(told.ms).toBeGreaterThan(0);
	expect(JSON.stringify(told)).not.toMatch(/kelp|sk-x/);
});

test("bodies are cut where asked, and what is left out is counted", async () => {
	await get("fetch('/data?five', {method: 'POST', body: 'x'.repeat(500)})");
	const { requests } = await list({ url: "five" });
	const told = await stage.browser.owner.ask("browser_network_request", {
		tabId,
		id: requests[0]?.id ?? "",
		maxChars: 100,
	});
	expect(told.requestBody?.length).toBe(100);
	expect(told.omitted).toBe(400);
});

test("a navigation is recorded with its document, and an end forgets all", async () => {
	await stage.browser.owner.ask("browser_navigate", { tabId, url: stage.site.url("/?again") });
	expect((await list({ url: "again" })).requests).toMatchObject([{ type: "Document", status: 200 }]);
	expect(await list({ record: false })).toMatchObject({ recording: false, requests: [] });
	expect(await outcomeOf(stage.browser.owner.ask("browser_network_request", { tabId, id: "1" }))).toStartWith(
		"NOT_FOUND",
	);
});
