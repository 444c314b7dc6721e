import { compiledMonk } from "../support/compiled.ts";
import { McpClient } from "../support/mcp-client.ts";
import { MonkHome } from "../support/monk-process.ts";
import { joinBrowser, ownerPid } from "../support/owned-browser.ts";
import { Site } from "../support/site.ts";
import { type Bench, figuresOf, type Row, time } from "./measure.ts";

const runs = 20;
const agentsAtOnce = 6;

async function read(agent: McpClient): Promise<void> {
	const { code, text } = await agent.call("browser_snapshot");
	if (code !== undefined) throw new Error(text);
}

/** Ends the owner's process by a signal and gives the milliseconds until another agent's next read is answered. */
async function replaceOwner(home: MonkHome, agents: McpClient[], signal: NodeJS.Signals): Promise<number> {
	const pid = await ownerPid(home);
	const owner = agents.find((agent) => agent.pid === pid);
	const other = agents.find((agent) => agent.pid !== pid);
	if (owner === undefined || other === undefined) throw new Error("no agent's process is the owner");
	process.kill(pid, signal);
	const took = await time(() => read(other));
	await owner[Symbol.asyncDispose]();
	agents.splice(agents.indexOf(owner), 1, await McpClient.start(home, "another"));
	return took;
}

async function sampled(work: () => Promise<number>): Promise<readonly number[]> {
	const samples: number[] = [];
	for (let run = 0; run < runs; run++) samples.push(await work());
	return samples;
}

const row = (what: string, samples: readonly number[], floor?: Row["floor"]): Row => ({
	what,
	...figuresOf(samples),
	...(floor === undefined ? {} : { floor }),
	note: `worst ${Math.max(...samples).toFixed(0)} ms`,
});

async function measure(): Promise<readonly Row[]> {
	await using home = await MonkHome.make({ monk: await compiledMonk() });
	await using site = new Site({ "/": "<title>page</title><p>text</p>" });
	const agents: McpClient[] = [];
	try {
		const first = await McpClient.start(home, "first");
		agents.push(first);
		while (agents.length < agentsAtOnce) agents.push(await McpClient.start(home, "another"));
		await using chrome = await joinBrowser(home);
		await chrome.open(site.url());
		for (const agent of agents) await read(agent);
		const quiet = await sampled(() => time(() => read(first)));
		const killed = await sampled(() => replaceOwner(home, agents, "SIGKILL"));
		const stopped = await sampled(() => replaceOwner(home, agents, "SIGTERM"));
		const floor = { what: "a read", median: figuresOf(quiet).median };
		return [
			row("browser_snapshot, owner unharmed", quiet),
			row("the same, asked as the owner is killed (SIGKILL)", killed, floor),
			row("the same, asked as the owner is stopped (SIGTERM)", stopped, floor),
		];
	} finally {
		await Promise.all(agents.map((agent) => agent[Symbol.asyncDispose]()));
	}
}

/** From the signal to an agent's next good answer, with six `monk mcp`, so five to take over, and one browser. */
export const takeOver: Bench = { title: "Next good answer after an owner's end", run: measure };
