import type { ClientState, ToolResult } from "../../catalog/control.ts";
import type { TabInfo } from "../../catalog/tabs.ts";
import { asMonkError, MonkError } from "../../errors/error.ts";
import type { Clock } from "../../wire/transport.ts";
import type { AuditEvent } from "../audit.ts";
import type { FreshTabs } from "../profiles/fresh-tabs.ts";
import type { Homecoming } from "../profiles/homecoming.ts";
import type { LeaseBook } from "../profiles/lease-book.ts";
import type { ConnectedProfile } from "../profiles/profile.ts";
import type { ProfileRegistry } from "../profiles/registry.ts";
import { resolveProfile } from "../profiles/resolve.ts";
import type { TabQueues } from "../profiles/tab-queue.ts";
import type { ScriptManager } from "../scriptcat/script-manager.ts";
import { type CheckedCall, checkCall, inOurWords } from "./arguments.ts";
import { type ClientMemory, memoryOf, stateOf, tabKey } from "./client-memory.ts";
import { type Errand, locate, profileCall, profilesCall, scriptsCall, tabCall } from "./errand.ts";
import type { ToolHandler, ToolOutput } from "./handler.ts";
import { render, renderError } from "./render.ts";
import { type Several, severalIn, sideBySide } from "./side-by-side.ts";
import { leasing } from "./tab-lease.ts";
import { toolHandlers } from "./table.ts";

/** Whoever makes calls. */
export interface Client {
	/** Without one it leases no tabs. */
	readonly id?: string;
	/** As it calls itself; shown and logged, trusted for nothing. */
	readonly name: string;
	memory?: ClientMemory;
	/** It has left, and what ends of its calls now is no work of its own any more. */
	readonly isGone?: boolean;
	/** Hears what is remembered of it when a call has changed that, before the call is answered. */
	keep?(state: ClientState): void;
}

export interface ToolHost {
	readonly scripts: Pick<ScriptManager, "ask">;
	readonly registry: ProfileRegistry;
	readonly homecoming: Homecoming;
	readonly queues: TabQueues;
	readonly freshTabs: FreshTabs;
	readonly leases: LeaseBook;
	readonly clock: Clock;
	audit(event: AuditEvent): void;
	/** A fresh random word. */
	nonce(): string;
	/** Adds to an error what only the owner knows. */
	explain(error: MonkError): MonkError;
}

export interface ToolRequest {
	readonly client: Client;
	readonly name: string;
	readonly args: Readonly<Record<string, unknown>>;
	readonly signal: AbortSignal;
	/** Hears what the call waits for, as a person would say it. */
	readonly onProgress?: (message: string) => void;
}

/** What became known of a call, for the audit. */
interface Trace {
	profile?: ConnectedProfile;
	tab?: TabInfo;
}

/** A named profile is waited for alone; whoever names none may mean any that is still on its way. */
async function findProfile(host: ToolHost, { client, signal }: ToolRequest, wanted: string | undefined) {
	const resolve = () => resolveProfile(host.registry.all, wanted, memoryOf(client).lastProfileId);
	await host.homecoming.wait(() => wanted !== undefined && !isOffline(resolve), signal);
	return resolve();
}

function isOffline(resolve: () => unknown): boolean {
	try {
		resolve();
		return false;
	} catch (thrown) {
		return thrown instanceof MonkError && thrown.code === "BROWSER_OFFLINE";
	}
}

/** Says at once what a call begins to wait for. */
const tell = ({ onProgress }: ToolRequest, message: string): void => onProgress?.(message);

async function run(host: ToolHost, request: ToolRequest, call: CheckedCall, trace: Trace): Promise<ToolOutput> {
	// checkCall has held `own` against this very tool's shape, which the compiler cannot follow through the table.
	const handler = toolHandlers[call.name] as ToolHandler<unknown>;
	const { client, signal } = request;
	if (handler.on === "scripts") return handler.run(call.own, scriptsCall(host, request));
	if (handler.on === "profiles") {
		await host.homecoming.wait(() => false, signal);
		return handler.run(call.own, profilesCall(host, request));
	}
	const profile = await findProfile(host, request, call.common.profile);
	trace.profile = profile;
	memoryOf(client).lastProfileId = profile.profileId;
	const errand: Errand = { host, client, profile, common: call.common, signal };
	if (handler.on === "profile")
		// One at a time for each client, so that no client can take all that a browser's link carries.
		return host.queues.run(`${profile.profileId} by ${client.id ?? client.name}`, signal, () =>
			handler.run(call.own, profileCall(errand)),
		);
	const tab = await locate(host, client, profile, call.common.tab, signal);
	trace.tab = tab;
	const key = tabKey(profile.profileId, tab.tabId);
	const place = `tab ${tab.slot} of ${profile.slug}`;
	const lease = leasing(host.leases, client, call, key, place);
	// At once, and once more in its turn: another client may act first.
	lease.require();
	tell(request, `waits for its turn in ${place}`);
	return host.queues.run(
		key,
		signal,
		async () => {
			lease.require();
			tell(request, `works in ${place}`);
			lease.begin();
			try {
				const output = await handler.run(call.own, tabCall(errand, tab));
				lease.end();
				return output;
			} catch (thrown) {
				lease.end(thrown);
				throw thrown;
			}
		},
		client.id ?? client,
	);
}

const originOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).origin : undefined);

function auditCall(host: ToolHost, request: ToolRequest, trace: Trace, startedAt: number, error?: MonkError): void {
	const origin = trace.tab && originOf(trace.tab.url);
	host.audit({
		event: "call",
		client: request.client.name,
		// A name that is not in the catalogue could hold anything.
		tool: Object.hasOwn(toolHandlers, request.name) ? request.name : "unknown",
		...(trace.profile === undefined ? {} : { profile: trace.profile.slug }),
		...(trace.tab === undefined ? {} : { tab: trace.tab.slot }),
		...(origin === undefined ? {} : { origin }),
		outcome: error?.code ?? "ok",
		ms: host.clock.now() - startedAt,
	});
}

/**
 * Carries out a tool's call: checks it, finds the profile and the tab, waits for its turn, runs it, logs it. Never
 * rejects: what went wrong is a result with `isError`, `CODE: message` and the next step.
 */
export async function callTool(host: ToolHost, asked: ToolRequest): Promise<ToolResult> {
	const request: ToolRequest = { ...asked, ...inOurWords(asked.name, asked.args) };
	const trace: Trace = {};
	let several: Several | undefined;
	try {
		several = severalIn(request.name, request.args);
	} catch (thrown) {
		return failed(host, request, trace, host.clock.now(), thrown);
	}
	return several === undefined ? callOne(host, request, trace) : callEach(host, request, several);
}

/** Side by side; which profile the client used last is left as it was. */
async function callEach(host: ToolHost, request: ToolRequest, { profiles, rest }: Several): Promise<ToolResult> {
	const memory = memoryOf(request.client);
	const { lastProfileId } = memory;
	const each = await Promise.all(
		profiles.map(async (profile) => {
			const trace: Trace = {};
			const result = await callOne(host, { ...request, args: { ...rest, profile } }, trace);
			return { profile: trace.profile?.slug ?? profile, result };
		}),
	);
	memory.lastProfileId = lastProfileId;
	keepState(host, request.client);
	const named = new Map(each.map((one) => [one.profile, one]));
	return sideBySide([...named.values()]);
}

async function callOne(host: ToolHost, request: ToolRequest, trace: Trace): Promise<ToolResult> {
	const startedAt = host.clock.now();
	try {
		const output = await run(host, request, checkCall(request.name, request.args), trace);
		auditCall(host, request, trace, startedAt);
		return render(output, host.nonce());
	} catch (thrown) {
		return failed(host, request, trace, startedAt, thrown);
	} finally {
		keepState(host, request.client);
	}
}

function failed(host: ToolHost, request: ToolRequest, trace: Trace, startedAt: number, thrown: unknown): ToolResult {
	const error = interrupted(request.signal) ?? brokenOff(request.signal, thrown) ?? host.explain(asMonkError(thrown));
	auditCall(host, request, trace, startedAt, error);
	return renderError(error, host.nonce());
}

/** A client that outlives owners is told what this one remembers of it. */
function keepState({ leases }: ToolHost, client: Client): void {
	const { id, memory } = client;
	if (id !== undefined && memory !== undefined) client.keep?.(stateOf(memory, leases.of(id)));
}

/** What fails for no reason of its own while a call is cancelled fails because of that. */
const brokenOff = ({ aborted }: AbortSignal, thrown: unknown): MonkError | undefined =>
	aborted && asMonkError(thrown).code === "INTERNAL_ERROR"
		? new MonkError("CANCELLED", "the call was cancelled", { cause: thrown })
		: undefined;

/** Whoever aborts a call may say why; a plain abort is the client's own cancel. */
const interrupted = (signal: AbortSignal): MonkError | undefined =>
	signal.aborted && signal.reason instanceof MonkError ? signal.reason : undefined;
