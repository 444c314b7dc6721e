import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import type { RequestHandlerExtra } from "@modelcontextprotocol/sdk/shared/protocol.js";
import {
	CallToolRequestSchema,
	ListToolsRequestSchema,
	type ServerNotification,
	type ServerRequest,
} from "@modelcontextprotocol/sdk/types.js";
import type { ToolResult } from "../../catalog/control.ts";
import type { Clock } from "../../wire/transport.ts";
import type { Agent } from "./agent.ts";
import { answer, failure } from "./answer.ts";
import { listed } from "./listed.ts";
import { Progress } from "./progress.ts";
import type { Tasks } from "./tasks.ts";

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

export interface ToolDesk {
	readonly agent: Agent;
	readonly tasks: Tasks;
	readonly clock: Clock;
	/** Hears of every result, before its client does. */
	onResult(tool: string, result: ToolResult): void;
}

/** A caller that gave a token hears while it waits. */
function progressFor({ clock }: ToolDesk, { _meta, sendNotification }: Extra): Progress | undefined {
	const progressToken = _meta?.progressToken;
	if (progressToken === undefined) return undefined;
	return new Progress({
		clock,
		send: (progress, message) =>
			void sendNotification({
				method: "notifications/progress",
				params: { progressToken, progress, message },
			}).catch(() => undefined),
	});
}

async function call(desk: ToolDesk, name: string, args: Record<string, unknown>, extra: Extra) {
	const progress = progressFor(desk, extra);
	try {
		const hears = progress === undefined ? {} : { onProgress: (message: string) => progress.note(message) };
		const result = await desk.agent.call(name, args, { signal: extra.signal, ...hears });
		desk.onResult(name, result);
		return answer(result, desk.agent.tool(name));
	} catch (thrown) {
		return failure(thrown);
	} finally {
		progress?.end();
	}
}

/** Lists and calls tools; a call may be asked for as a task. */
export function serveTools(server: Server, desk: ToolDesk): void {
	server.setRequestHandler(ListToolsRequestSchema, async () => ({ tools: (await desk.agent.listed()).map(listed) }));
	server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
		const { name, arguments: args = {}, task } = params;
		return task === undefined ? call(desk, name, args, extra) : desk.tasks.begin(name, args, task.ttl);
	});
}
