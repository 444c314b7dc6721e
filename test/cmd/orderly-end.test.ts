import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "../support/eventually.ts";
import { MonkHome, type MonkProcess } from "../support/monk-process.ts";
import { ScriptedExtension } from "../support/scripted-extension.ts";

/** Milliseconds in which whoever is asked to end has ended. */
const allowed = 2_000;

const initialize = {
	jsonrpc: "2.0",
	id: 1,
	method: "initialize",
	params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "an agent", version: "1" } },
};

const callClick = {
	jsonrpc: "2.0",
	id: 2,
	method: "tools/call",
	params: { name: "browser_click", arguments: { ref: "e1" } },
};

async function initialized(agent: MonkProcess): Promise<void> {
	agent.write(`${JSON.stringify(initialize)}\n`);
	await agent.waitFor(/"serverInfo"/);
	agent.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
}

/** A browser in which a click never comes to an end by itself. */
async function joinStuckBrowser(home: MonkHome): Promise<{ extension: ScriptedExtension; clicked: Promise<void> }> {
	const pairing = home.start("pair", "--json");
	const { code } = JSON.parse((await pairing.waitFor(/^\{"code".*$/m))[0]) as { code: string };
	const { promise: clicked, resolve } = Promise.withResolvers<void>();
	const extension = await ScriptedExtension.connect({
		linkPort: home.linkPort,
		credentials: { instanceId: "9a".repeat(16), code },
		scripts: {
			browser_click: (_, { signal }) => {
				resolve();
				return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("stopped"))));
			},
		},
	});
	await pairing.exited;
	return { extension, clicked };
}

async function endsInTime(running: MonkProcess, signal: NodeJS.Signals): Promise<number> {
	const began = performance.now();
	running.kill(signal);
	const exit = await running.exited;
	expect(performance.now() - began).toBeLessThan(allowed);
	return exit;
}

test("serve that is told to end tells the browser, and voids the call in flight", async () => {
	await using home = await MonkHome.make();
	const serving = home.start("serve", "--json");
	await serving.waitFor(/"ready"/);
	const { extension, clicked } = await joinStuckBrowser(home);
	const calling = home.start("call", "browser_click", "--ref", "e1");
	await clicked;
	expect(await endsInTime(serving, "SIGTERM")).toBe(0);
	await extension.closed;
	expect(extension.told).toContain("$session.shutdown");
	expect(await calling.exited).toBe(2);
	expect(calling.stderr).toMatch(/^OWNER_GONE: /);
	expect(await readFile(join(home.folder, "audit.jsonl"), "utf8")).toContain('"reason":"SIGTERM"');
});

test("mcp that owns the ports ends in the same way", async () => {
	await using home = await MonkHome.make();
	const agent = home.start("mcp");
	await initialized(agent);
	const { extension, clicked } = await joinStuckBrowser(home);
	agent.write(`${JSON.stringify(callClick)}\n`);
	await clicked;
	expect(await endsInTime(agent, "SIGINT")).toBe(0);
	await extension.closed;
	expect(extension.told).toContain("$session.shutdown");
});

describe("beside an owner that goes on", () => {
	let home: MonkHome;
	let serving: MonkProcess;
	let extension: ScriptedExtension;
	let clicked: Promise<void>;

	beforeAll(async () => {
		home = await MonkHome.make();
		serving = home.start("serve", "--json");
		await serving.waitFor(/"ready"/);
		({ extension, clicked } = await joinStuckBrowser(home));
	});

	afterAll(async () => {
		extension?.close();
		await home?.close();
	});

	test("forward and pair end on either signal", async () => {
		for (const signal of ["SIGTERM", "SIGINT"] as const) {
			const agent = home.start("forward");
			await initialized(agent);
			const pairing = home.start("pair", "--json");
			await pairing.waitFor(/^\{"code"/m);
			expect(await endsInTime(agent, signal)).toBe(0);
			expect(await endsInTime(pairing, signal)).toBe(2);
			expect(pairing.stderr).toMatch(/^CANCELLED: /);
		}
		expect((await home.run("status")).exit).toBe(0);
	});

	test("forward ends when its client closes standard input, with a call in flight", async () => {
		const agent = home.start("forward");
		await initialized(agent);
		agent.write(`${JSON.stringify(callClick)}\n`);
		await clicked;
		agent.closeStdin();
		expect(await agent.exited).toBe(0);
	});

	test("a call ends when it is interrupted although the owner hangs", async () => {
		const before = extension.asked.length;
		const calling = home.start("call", "browser_click", "--ref", "e1");
		await eventually(() => extension.asked.length > before);
		serving.kill("SIGSTOP");
		try {
			expect(await endsInTime(calling, "SIGINT")).toBe(2);
			expect(calling.stderr).toMatch(/^CANCELLED: /);
		} finally {
			serving.kill("SIGCONT");
		}
	});
});

/** Whether a process has a handler for SIGTERM. */
const hears = async (pid: number): Promise<boolean> => {
	const mask = /^SigCgt:\s*([0-9a-f]+)$/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
	return ((BigInt(`0x${mask}`) >> 14n) & 1n) === 1n;
};

test.if(process.platform === "linux")(
	"serve and mcp that are told to end while they start end in good order",
	async () => {
		await using home = await MonkHome.make();
		for (const words of [["serve"], ["mcp"]]) {
			const starting = home.start(...words);
			await eventually(() => hears(starting.pid));
			// It ends once it has started, and how long that takes is the machine's affair.
			starting.kill("SIGTERM");
			expect(await starting.exited).toBe(0);
		}
		expect((await home.run("status")).stderr).toContain("NO_OWNER");
	},
);

test("an owner in the background outlives its terminal, and ends on SIGTERM", async () => {
	await using home = await MonkHome.make();
	const serving = home.start("serve", "--background", "--json");
	await serving.waitFor(/"ready"/);
	serving.kill("SIGHUP");
	expect((await home.run("status")).exit).toBe(0);
	expect(await endsInTime(serving, "SIGTERM")).toBe(0);
	await eventually(async () => (await home.run("status")).stderr.includes("NO_OWNER"));
});

test.if(process.platform !== "win32")(
	"monk mcp ends when its client reads no more, though it keeps the other end",
	async () => {
		await using home = await MonkHome.make();
		const command = home.command.map((word) => `'${word}'`).join(" ");
		const child = Bun.spawn(["sh", "-c", `${command} mcp | head -n 1`], {
			env: home.env,
			cwd: home.folder,
			stdin: "pipe",
			stdout: "pipe",
			stderr: "ignore",
		});
		const ask = (id: number, method: string, params: object): void => {
			child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
			child.stdin.flush();
		};
		ask(1, "initialize", {
			protocolVersion: "2025-06-18",
			capabilities: {},
			clientInfo: { name: "deaf", version: "1" },
		});
		const { value } = await child.stdout.getReader().read();
		expect(new TextDecoder().decode(value)).toContain("serverInfo");
		ask(2, "tools/list", {});
		expect(await child.exited).toBe(0);
	},
);
