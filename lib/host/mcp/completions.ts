import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CompleteRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import type { listedProfile } from "../../catalog/tabs.ts";
import type { Agent } from "./agent.ts";

/** As many as MCP lets one answer hold. */
const valuesAtMost = 100;

type Listed = { readonly profiles?: readonly (typeof listedProfile.infer)[] };

async function tabNumbers(agent: Agent, signal: AbortSignal): Promise<readonly string[]> {
	const { structuredContent } = await agent.call("browser_list_tabs", {}, { signal });
	const { profiles = [] }: Listed = structuredContent ?? {};
	return [...new Set(profiles.flatMap(({ tabs }) => tabs.map(({ tab }) => `${tab}`)))];
}

/** What an argument of that name can be, as far as that is known; an owner that is not there knows nothing. */
const known: Readonly<Record<string, (agent: Agent, signal: AbortSignal) => Promise<readonly string[]>>> = {
	tab: tabNumbers,
	"monk://snapshots/{id}": async (agent) => (await agent.ask("snapshots_kept", {})).snapshots.map(({ id }) => id),
	"monk://results/{id}": async (agent) => (await agent.ask("task_list", {})).tasks.map(({ id }) => id),
};

/** Completes the number of a tab in a prompt, and the id in a resource's address. */
export function serveCompletions(server: Server, agent: Agent): void {
	server.setRequestHandler(CompleteRequestSchema, async ({ params: { ref, argument } }, { signal }) => {
		const key = ref.type === "ref/resource" ? ref.uri : argument.name;
		const find = Object.hasOwn(known, key) ? known[key] : undefined;
		const all = (await find?.(agent, signal).catch(() => [])) ?? [];
		const values = all.filter((value) => value.startsWith(argument.value));
		return {
			completion: {
				values: values.slice(0, valuesAtMost),
				total: values.length,
				hasMore: values.length > valuesAtMost,
			},
		};
	});
}
