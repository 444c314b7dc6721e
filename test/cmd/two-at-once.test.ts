import { expect, test } from "bun:test";
import { McpClient } from "../support/mcp-client.ts";
import { MonkHome } from "../support/monk-process.ts";
import { ownerPid } from "../support/owned-browser.ts";

test("of several owners that start in the same moment one runs, and the others say which", async () => {
	await using home = await MonkHome.make();
	const started = Array.from({ length: 4 }, () => home.start("serve"));
	const losers = await new Promise<number[]>((resolve) => {
		const ended: number[] = [];
		for (const { pid, exited } of started)
			void exited.then(() => {
				ended.push(pid);
				if (ended.length === started.length - 1) resolve([...ended]);
			});
	});
	const winner = started.find(({ pid }) => !losers.includes(pid));
	expect(await ownerPid(home)).toBe(winner?.pid as number);
	for (const loser of started.filter((one) => one !== winner)) {
		expect(await loser.exited).toBe(3);
		expect(loser.stderr).toContain("PORT_TAKEN");
		expect(loser.stderr).toContain(`process ${winner?.pid}`);
	}
});

test("of several agents that start in the same moment one owns, and all are served", async () => {
	await using home = await MonkHome.make();
	const agents = await Promise.all(["a", "b", "c", "d"].map((name) => McpClient.start(home, name)));
	const answers = await Promise.all(agents.map((agent) => agent.call("browser_list_tabs")));
	expect(answers.map(({ code }) => code)).toEqual(Array(4).fill("NO_BROWSER_CONNECTED"));
	expect(agents.map(({ pid }) => pid)).toContain(await ownerPid(home));
	await Promise.all(agents.map((agent) => agent[Symbol.asyncDispose]()));
});
