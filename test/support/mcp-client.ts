import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { ToolResult } from "../../lib/catalog/control.ts";
import type { MonkHome } from "./monk-process.ts";
import { codeOf, textOf } from "./test-owner.ts";

/** What a tool's call came to, as an agent sees it. */
export interface Answer {
	/** Undefined when it went well. */
	readonly code: unknown;
	readonly text: string;
}

/** An agent: the official SDK's client with a `monk mcp` of its own on its standard streams. */
export class McpClient implements AsyncDisposable {
	private constructor(
		readonly client: Client,
		private readonly transport: StdioClientTransport,
	) {}

	static async start(home: MonkHome, name: string, command: "mcp" | "forward" = "mcp"): Promise<McpClient> {
		const [program = "", ...args] = home.command;
		const transport = new StdioClientTransport({
			command: program,
			args: [...args, command],
			env: home.env,
			cwd: home.folder,
			stderr: "ignore",
		});
		const client = new Client({ name, version: "1" });
		await client.connect(transport);
		return new McpClient(client, transport);
	}

	/** The number of its `monk mcp`. */
	get pid(): number {
		return this.transport.pid ?? 0;
	}

	/** Calls a tool. Rejects when the process itself is gone, or when `signal` fires. */
	async call(name: string, args: Record<string, unknown> = {}, signal?: AbortSignal): Promise<Answer> {
		const options = signal === undefined ? {} : { signal };
		const result = (await this.client.callTool({ name, arguments: args }, undefined, options)) as unknown as ToolResult;
		return { code: codeOf(result), text: textOf(result) };
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.client.close();
	}
}
