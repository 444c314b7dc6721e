import { listedName } from "../../catalog/aliases.ts";
import { type ToolName, tools } from "../../catalog/catalog.ts";
import type { ToolResult } from "../../catalog/control.ts";
import { MonkError } from "../../errors/error.ts";
import type { Random } from "../../wire/transport.ts";
import type { TaskShelf } from "../tasks/shelf.ts";
import type { ToolRequest } from "../tools/dispatch.ts";
import { ONE_SHOT } from "../tools/one-shot.ts";
import { render } from "../tools/render.ts";
import type { AcceptedClient, ControlHandlers } from "./control-server.ts";

export interface TaskDesk {
	readonly tasks: TaskShelf;
	readonly random: Random;
	callTool(request: ToolRequest): Promise<ToolResult>;
}

type TaskRequests =
	| "task_start"
	| "task_get"
	| "task_result"
	| "task_list"
	| "task_cancel"
	| "snapshots_kept"
	| "snapshot_read";

const isAct = (tool: string): boolean => {
	const name = listedName(tool);
	return Object.hasOwn(tools, name) && tools[name as ToolName].effect === "act";
};

/** Leaving cancels a call: of a read that tells nothing, of an act that it may have been done in part. */
const isWorthKeeping = (tool: string, { isError, structuredContent: facts }: ToolResult): boolean =>
	isError !== true || isAct(tool) || (facts !== undefined && "code" in facts && facts.code !== "CANCELLED");

/** Keeps what a call came to that nobody heard: its client went away while it ran. */
export function keepUnheard({ tasks }: TaskDesk, client: AcceptedClient, tool: string, result: ToolResult): void {
	if (!client.isGone || client.name === ONE_SHOT || !isWorthKeeping(tool, result)) return;
	tasks.keep(client, tool, result);
}

function snapshotOf({ memory }: AcceptedClient, id: string, nonce: string): ToolResult {
	const kept = memory?.snapshots.find(id);
	if (kept === undefined)
		throw new MonkError("NOT_FOUND", `there is no snapshot ${JSON.stringify(id.slice(0, 20))} any more`, {
			hint: "Take a new browser_snapshot; the last few of each client are kept.",
		});
	return render({ page: { ...kept.page, snapshot: { id } }, snapshot: kept.text }, nonce);
}

/** What the owner answers about calls that go on by themselves, and about what a client was given before. */
export const taskHandlers = (desk: TaskDesk): Pick<ControlHandlers, TaskRequests> => ({
	task_start: async ({ name, args, ttlMs }, client) =>
		desk.tasks.start(
			client,
			name,
			(signal, onProgress) => desk.callTool({ name, args: { ...args }, client, signal, onProgress }),
			ttlMs,
		),
	task_get: async ({ id }, client) => desk.tasks.get(client, id),
	task_result: ({ id }, client, { signal }) => desk.tasks.result(client, id, signal),
	task_list: async (_, client) => ({ tasks: [...desk.tasks.list(client)] }),
	task_cancel: async ({ id }, client) => desk.tasks.cancel(client, id),
	snapshots_kept: async (_, { memory }) => ({
		snapshots: (memory?.snapshots.all ?? []).map(({ id, page, text }) => ({
			id,
			profile: page.profile,
			tab: page.tab,
			chars: text.length,
		})),
	}),
	snapshot_read: async ({ id }, client) => snapshotOf(client, id, desk.random.bytes(8).toHex()),
});
