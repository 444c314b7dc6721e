import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { Clock } from "../../wire/transport.ts";
import type { Agent } from "./agent.ts";
import { serveCompletions } from "./completions.ts";
import { instructions } from "./instructions.ts";
import { Pictures } from "./pictures.ts";
import { servePrompts } from "./prompts.ts";
import { Resources } from "./resources.ts";
import { Tasks } from "./tasks.ts";
import { serveTools } from "./tools.ts";

export interface McpOptions {
	readonly version: string;
	readonly agent: Agent;
	readonly clock: Clock;
}

const capabilities = {
	tools: { listChanged: true },
	resources: { subscribe: true, listChanged: true },
	prompts: {},
	completions: {},
	tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } },
};

/** An MCP server for one client, over whichever transport it is connected to next. */
export function mcpServer({ version, agent, clock }: McpOptions): Server {
	const server = new Server({ name: "monk", title: "monk", version }, { capabilities, instructions });
	const pictures = new Pictures();
	const tasks = new Tasks(agent);
	const resources = new Resources(server, { agent, pictures });
	serveTools(server, {
		agent,
		tasks,
		clock,
		onResult(tool, result) {
			pictures.keep(result);
			if (agent.tool(tool)?.target === "tab") resources.listChanged();
		},
	});
	tasks.serve(server);
	servePrompts(server);
	serveCompletions(server, agent);
	let isOpen = false;
	server.oninitialized = () => {
		isOpen = true;
		agent.open(server.getClientVersion()?.name);
	};
	agent.onNews = (kind) => {
		if (!isOpen) return;
		if (kind === "tabs") resources.tabsChanged();
		else void server.sendToolListChanged().catch(() => undefined);
	};
	return server;
}
