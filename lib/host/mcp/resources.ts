import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
	ErrorCode,
	ListResourcesRequestSchema,
	ListResourceTemplatesRequestSchema,
	McpError,
	ReadResourceRequestSchema,
	type ReadResourceResult,
	type Resource,
	SubscribeRequestSchema,
	UnsubscribeRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { ToolResult } from "../../catalog/control.ts";
import type { Agent } from "./agent.ts";
import { protocolError } from "./answer.ts";
import type { Pictures } from "./pictures.ts";

const tabsUri = "monk://tabs";

/** MCP's own code for a resource that there is not. */
const noResource = -32_002;

export interface ResourceDesk {
	readonly agent: Agent;
	readonly pictures: Pictures;
}

type Contents = ReadResourceResult["contents"];

/** One kind of resource: how its members are listed, and how one is read by the last part of its address. */
interface Kind {
	readonly about: string;
	readonly title: string;
	list(desk: ResourceDesk): Promise<readonly Resource[]>;
	read(desk: ResourceDesk, id: string, uri: string, signal: AbortSignal): Promise<Contents | undefined>;
}

/** A tool's result as the contents of a resource, its text first. */
const contentsOf = ({ content }: ToolResult, uri: string): Contents =>
	content.map((part) =>
		part.type === "text"
			? { uri, mimeType: "text/markdown", text: part.text }
			: { uri, mimeType: part.mimeType, blob: part.data },
	);

const kinds: Readonly<Record<string, Kind>> = {
	snapshots: {
		title: "Snapshot",
		about: "A snapshot that you were given, whole, though you may have been told changes only",
		async list({ agent }) {
			const { snapshots } = await agent.ask("snapshots_kept", {});
			return snapshots.map(({ id, profile, tab, chars }) => ({
				uri: `monk://snapshots/${id}`,
				name: id,
				title: `Snapshot ${id} of tab ${tab} of ${profile}`,
				mimeType: "text/markdown",
				size: chars,
			}));
		},
		read: async ({ agent }, id, uri, signal) => contentsOf(await agent.ask("snapshot_read", { id }, { signal }), uri),
	},
	screenshots: {
		title: "Screenshot",
		about: "A picture that you were given",
		list: async ({ pictures }) =>
			pictures.all.map(({ id, mimeType, data }) => ({
				uri: `monk://screenshots/${id}`,
				name: `screenshot ${id}`,
				mimeType,
				size: Math.floor((data.length * 3) / 4),
			})),
		async read({ pictures }, id, uri) {
			const picture = pictures.find(Number(id));
			return picture && [{ uri, mimeType: picture.mimeType, blob: picture.data }];
		},
	},
	results: {
		title: "Result",
		about: "What a call came to whose client went away before it could hear it",
		async list({ agent }) {
			const { tasks } = await agent.ask("task_list", {});
			return tasks
				.filter(({ status }) => status === "completed" || status === "failed")
				.map(({ id, tool, status, updatedAt }) => ({
					uri: `monk://results/${id}`,
					name: `${tool} ${status}`,
					title: `${tool}, ${status} at ${new Date(updatedAt).toISOString()}`,
					mimeType: "text/markdown",
				}));
		},
		read: async ({ agent }, id, uri, signal) => contentsOf(await agent.ask("task_result", { id }, { signal }), uri),
	},
};

const tabs: Resource = {
	uri: tabsUri,
	name: "tabs",
	title: "Shared tabs",
	description: "The tabs that the person shared, over all connected browser profiles",
	mimeType: "application/json",
};

/** As data; where there is none, as the error that a call would have been answered with. */
async function readTabs({ agent }: ResourceDesk, signal: AbortSignal): Promise<Contents> {
	const { content, isError, structuredContent } = await agent.call("browser_list_tabs", {}, { signal });
	if (isError !== true)
		return [{ uri: tabsUri, mimeType: "application/json", text: JSON.stringify(structuredContent ?? {}) }];
	return contentsOf({ content }, tabsUri);
}

async function listAll(desk: ResourceDesk): Promise<Resource[]> {
	// What cannot be asked of an owner now is not listed: the tabs' own resource says why.
	const lists = Object.values(kinds).map((kind) => kind.list(desk).catch(() => []));
	return [tabs, ...(await Promise.all(lists)).flat()];
}

async function read(desk: ResourceDesk, uri: string, signal: AbortSignal): Promise<Contents> {
	if (uri === tabsUri) return readTabs(desk, signal);
	const [, kind = "", id = ""] = /^monk:\/\/([a-z]+)\/([\w-]{1,64})$/.exec(uri) ?? [];
	const contents = Object.hasOwn(kinds, kind) ? await kinds[kind]?.read(desk, id, uri, signal) : undefined;
	if (contents === undefined) throw new McpError(noResource, "there is no such resource", { uri });
	return contents;
}

/** Resources of one client, and what it subscribed to. */
export class Resources {
	readonly #server: Server;
	#watchesTabs = false;
	/** The client has seen the list as it is. */
	#isListed = false;

	constructor(server: Server, desk: ResourceDesk) {
		this.#server = server;
		server.setRequestHandler(ListResourcesRequestSchema, async () => {
			this.#isListed = true;
			return { resources: await listAll(desk) };
		});
		server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
			resourceTemplates: Object.entries(kinds).map(([kind, { title, about }]) => ({
				uriTemplate: `monk://${kind}/{id}`,
				name: kind,
				title,
				description: about,
			})),
		}));
		server.setRequestHandler(ReadResourceRequestSchema, async ({ params }, { signal }) => {
			const contents = await read(desk, params.uri, signal).catch((thrown: unknown) => {
				throw protocolError(thrown);
			});
			return { contents };
		});
		server.setRequestHandler(SubscribeRequestSchema, ({ params }) => this.#watch(params.uri, true));
		server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => this.#watch(params.uri, false));
	}

	/** Shared tabs are others than before. */
	tabsChanged(): void {
		if (this.#watchesTabs) void this.#server.sendResourceUpdated({ uri: tabsUri }).catch(() => undefined);
	}

	/** There may be more to list, which is said once to whoever has seen the list. */
	listChanged(): void {
		if (!this.#isListed) return;
		this.#isListed = false;
		void this.#server.sendResourceListChanged().catch(() => undefined);
	}

	/** Snapshots and pictures never change, so only the tabs can be watched. */
	#watch(uri: string, isOn: boolean): Record<string, never> {
		if (uri !== tabsUri)
			throw new McpError(ErrorCode.InvalidParams, `only ${tabsUri} changes, so nothing else can be subscribed to`);
		this.#watchesTabs = isOn;
		return {};
	}
}
