import { afterEach, expect, test } from "bun:test";
import type { FromWorker, ToWorker } from "../../../ext/messages.ts";
import { WorkerPort } from "../../../ext/offscreen/worker-port.ts";
import { eventually } from "../../support/eventually.ts";
import { installChrome } from "../../support/fake-chrome.ts";

const cleanups: (() => void)[] = [];

afterEach(() => {
	for (const clean of cleanups.splice(0)) clean();
});

/** What hears the port in the worker's place: for each thing said, the life that takes it, or none. */
function install(takenBy: (said: ToWorker) => string | undefined, sendMessage: () => Promise<unknown>): void {
	const postMessage = (_word: string, [port]: [MessagePort]): void => {
		port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
			const boot = takenBy(data);
			const id = "probe" in data ? data.probe : "go" in data ? data.go : data.id;
			if (boot !== undefined && !("go" in data)) port.postMessage({ kind: "received", id, boot } satisfies FromWorker);
		};
		cleanups.push(() => port.close());
	};
	const serviceWorker = { ready: Promise.resolve({ active: { postMessage } }) };
	Object.defineProperty(navigator, "serviceWorker", { value: serviceWorker, configurable: true });
	cleanups.push(() => Reflect.deleteProperty(navigator, "serviceWorker"), installChrome({ runtime: { sendMessage } }));
}

/** One finds the loss; as many as lives are given to a read would follow while the next life reads. */
const PROBES = 4;

test("a read that the worker's next life got another way is not lost again with each probe", async () => {
	const answer = Promise.withResolvers<unknown>();
	let [messages, probes] = [0, 0];
	const takenBy = (said: ToWorker): string | undefined => {
		if (!("probe" in said)) return ++messages === 1 ? "first life" : undefined;
		if (++probes === PROBES) answer.resolve({ ok: true, value: "what was read" });
		return "second life";
	};
	install(takenBy, () => answer.promise);
	const read = new WorkerPort().request("execute", { method: "browser_snapshot", params: {}, effect: "read" });
	expect(await read).toBe("what was read");
	expect(messages).toBe(2);
}, 15_000);

test("a worker may act once its receipt has come, and one whose receipt did not come never may", async () => {
	const said: string[] = [];
	let takes = true;
	const takenBy = (message: ToWorker): string | undefined => {
		said.push("go" in message ? "go" : "probe" in message ? "probe" : "act");
		return takes ? "a life" : undefined;
	};
	install(takenBy, async () => {
		said.push("another way");
		return { ok: true, value: null };
	});
	const worker = new WorkerPort();
	const act = { method: "browser_click", params: {}, effect: "act" } as const;
	const unanswered = worker.request("execute", act, "act");
	await eventually(async () => said.includes("go"));
	expect(said).toEqual(["act", "go"]);
	takes = false;
	said.length = 0;
	expect(await worker.request("execute", act, "act")).toBe(null);
	expect(said).toEqual(["act", "another way"]);
	expect(await Promise.race([unanswered, "still waits"])).toBe("still waits");
});
