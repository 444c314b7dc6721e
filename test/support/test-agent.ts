import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Agent } from "../../lib/host/mcp/agent.ts";
import { mcpServer } from "../../lib/host/mcp/server.ts";
import { dialOwner } from "../../lib/host/owner/control-client.ts";
import { systemClock, systemRandom } from "../../lib/host/system.ts";
import { toolList } from "../../lib/host/tool-list.ts";
import type { TestOwner } from "./test-owner.ts";

export interface TestAgentOptions {
	readonly name?: string;
	readonly groups?: readonly string[];
	readonly folder?: string | undefined;
}

/** The official client, joined in memory to our MCP server, which speaks with a real owner over its port. */
export class TestAgent implements AsyncDisposable {
	private constructor(
		readonly client: Client,
		readonly agent: Agent,
	) {}

	static async start(monk: TestOwner, options: TestAgentOptions = {}): Promise<TestAgent> {
		const { name = "an agent", groups = [], folder } = options;
		const agent = new Agent({
			id: systemRandom.bytes(8).toHex(),
			connect: (clientName, { id, state }) =>
				dialOwner({
					port: monk.owner.ports.control,
					tokenFile: monk.paths.token,
					version: "0.1.0",
					pid: process.pid,
					clock: systemClock,
					random: systemRandom,
					client: { name: clientName, id, ...(state === undefined ? {} : { state }) },
				}),
			tools: await toolList(),
			groups,
			clock: systemClock,
			folder,
		});
		const [near, far] = InMemoryTransport.createLinkedPair();
		await mcpServer({ version: "0.1.0", agent, clock: systemClock }).connect(far);
		const client = new Client({ name, version: "1" });
		await client.connect(near);
		return new TestAgent(client, agent);
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.agent.close();
		await this.client.close();
	}
}
