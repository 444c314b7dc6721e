import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
	CancelTaskRequestSchema,
	type CreateTaskResult,
	ErrorCode,
	GetTaskPayloadRequestSchema,
	GetTaskRequestSchema,
	ListTasksRequestSchema,
	McpError,
	RELATED_TASK_META_KEY,
	type Task,
} from "@modelcontextprotocol/sdk/types.js";
import type { TaskInfo, ToolResult } from "../../catalog/control.ts";
import { MonkError } from "../../errors/error.ts";
import { renderError } from "../tools/render.ts";
import type { Agent } from "./agent.ts";
import { answer, protocolError } from "./answer.ts";

/** Milliseconds that a client should let pass between two looks at a task. */
const pollMs = 1_000;

/** What is left to say of a task that this client began and that the owner does not know. */
const lost = new MonkError("OWNER_GONE", "the monk that ran the task has ended, or its result was kept no longer");

/** Tasks of this client that are remembered. */
const begunAtMost = 64;

/** As long as a client may wait for a task's end, milliseconds: longer than any call may take. */
const resultMs = 3_600_000;

const task = ({ id, status, message, createdAt, updatedAt, ttlMs }: TaskInfo): Task => ({
	taskId: id,
	status,
	...(message === undefined ? {} : { statusMessage: message }),
	createdAt: new Date(createdAt).toISOString(),
	lastUpdatedAt: new Date(updatedAt).toISOString(),
	ttl: ttlMs,
	pollInterval: pollMs,
});

/** MCP's tasks over the owner's: calls that wait for a person go on while the client does something else, or is gone. */
export class Tasks {
	readonly #agent: Agent;
	/** Those that this client began, so that one which went with its owner is not taken for a stranger's. */
	readonly #begun = new Map<string, TaskInfo>();

	constructor(agent: Agent) {
		this.#agent = agent;
	}

	/** @param ttlMs milliseconds that the result is to be kept */
	async begin(name: string, args: Record<string, unknown>, ttlMs: number | undefined): Promise<CreateTaskResult> {
		const tool = this.#agent.tool(name);
		if (tool?.mayTakeLong !== true)
			throw new McpError(ErrorCode.MethodNotFound, `${name} does not run as a task: call it plainly`);
		const info = await refused(this.#agent.start(name, args, ttlMs));
		this.#begun.set(info.id, info);
		const [oldest] = this.#begun.keys();
		if (this.#begun.size > begunAtMost && oldest !== undefined) this.#begun.delete(oldest);
		return { task: task(info) };
	}

	serve(server: Server): void {
		server.setRequestHandler(GetTaskRequestSchema, async ({ params }) => task(await this.#get(params.taskId)));
		server.setRequestHandler(ListTasksRequestSchema, async () => {
			const { tasks } = await refused(this.#agent.ask("task_list", {}));
			return { tasks: tasks.map(task) };
		});
		server.setRequestHandler(CancelTaskRequestSchema, async ({ params }) =>
			task(await refused(this.#agent.ask("task_cancel", { id: params.taskId }))),
		);
		server.setRequestHandler(GetTaskPayloadRequestSchema, async ({ params: { taskId } }, { signal }) => {
			const { tool } = await this.#get(taskId);
			const result = await this.#result(taskId, signal);
			return { ...answer(result, this.#agent.tool(tool)), _meta: { [RELATED_TASK_META_KEY]: { taskId } } };
		});
	}

	async #get(id: string): Promise<TaskInfo> {
		const own = this.#begun.get(id);
		return refused(
			this.#agent.ask("task_get", { id }).catch((thrown: unknown) => {
				if (own === undefined || !isUnknown(thrown)) throw thrown;
				return { ...own, status: "failed" as const, message: `${lost.code}: ${lost.message}` };
			}),
		);
	}

	async #result(id: string, signal: AbortSignal): Promise<ToolResult> {
		return refused(
			this.#agent.ask("task_result", { id }, { signal, timeoutMs: resultMs }).catch((thrown: unknown) => {
				if (!this.#begun.has(id) || !isUnknown(thrown)) throw thrown;
				return renderError(lost);
			}),
		);
	}
}

const isUnknown = (thrown: unknown): boolean => thrown instanceof MonkError && thrown.code === "NOT_FOUND";

const refused = <T>(asked: Promise<T>): Promise<T> =>
	asked.catch((thrown: unknown) => {
		throw protocolError(thrown);
	});
