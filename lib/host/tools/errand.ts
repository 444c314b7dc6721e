import type { LinkRequest, LinkResult } from "../../catalog/catalog.ts";
import type { TabInfo } from "../../catalog/tabs.ts";
import { MonkError } from "../../errors/error.ts";
import { shortName } from "../owner/client-list.ts";
import { type ConnectedProfile, isConnected } from "../profiles/profile.ts";
import { resolveTab } from "../profiles/resolve.ts";
import type { CommonArgs } from "./arguments.ts";
import { memoryOf, tabKey } from "./client-memory.ts";
import type { Client, ToolHost, ToolRequest } from "./dispatch.ts";
import type { ProfileCall, ProfilesCall, ScriptsCall, TabCall } from "./handler.ts";
import { ONE_SHOT } from "./one-shot.ts";
import { leaseClient } from "./tab-lease.ts";

/** The extension's own deadline comes first, so that its error, which knows more, is the one that arrives. */
const deadlineGraceMs = 2_000;

/** A call that is cancelled says what had been done by then; the extension ends it within 200 ms. */
const lastWordsMs = 250;

function currentLink(host: ToolHost, profileId: string) {
	const profile = host.registry.get(profileId);
	if (profile && isConnected(profile)) return profile.link;
	throw new MonkError("BROWSER_GONE", `${profile?.slug ?? "the browser"} disconnected before the call ran`);
}

const mayBeStale = (thrown: unknown): boolean =>
	thrown instanceof MonkError && (thrown.code === "TAB_NOT_FOUND" || thrown.code === "NOT_SHARED");

/**
 * A tab that was shared a moment ago may not have been told yet, so a miss is looked up once more; and which of several
 * is the active one is asked anew, since it may have changed a moment ago.
 */
export async function locate(
	host: ToolHost,
	client: Client,
	profile: ConnectedProfile,
	slot: number | undefined,
	signal: AbortSignal,
) {
	try {
		if (slot !== undefined || profile.tabs.length < 2) return resolveTab(profile, slot);
		const tabs = await host.freshTabs.of(profile, client.name, signal).catch((thrown: unknown) => {
			if (signal.aborted) throw thrown;
			return profile.tabs;
		});
		return resolveTab({ ...profile, tabs }, slot);
	} catch (thrown) {
		if (!mayBeStale(thrown)) throw thrown;
		return resolveTab({ ...profile, tabs: await host.freshTabs.of(profile, client.name, signal) }, slot);
	}
}

/** What a call brings along to whatever it asks. */
export interface Errand {
	readonly host: ToolHost;
	readonly client: Client;
	readonly profile: ConnectedProfile;
	readonly common: CommonArgs;
	readonly signal: AbortSignal;
}

/** Asks the profile's extension, with `params` added to every request and the call's own time limit. */
const asker =
	({ host, client, profile, common: { timeoutMs }, signal }: Errand, added: Readonly<Record<string, unknown>> = {}) =>
	<M extends LinkRequest>(method: M, params: Readonly<Record<string, unknown>> = {}): Promise<LinkResult<M>> => {
		const limit = timeoutMs === undefined ? {} : { timeoutMs };
		const deadline = timeoutMs === undefined ? {} : { timeoutMs: timeoutMs + deadlineGraceMs };
		const { request } = currentLink(host, profile.profileId);
		const sent = { ...limit, ...params, ...added, client: shortName(client.name) };
		return request(method, sent, { signal, lastWordsMs, ...deadline });
	};

export const tabCall = (errand: Errand, tab: TabInfo): TabCall => ({
	profile: errand.profile,
	tab,
	memory: memoryOf(errand.client),
	snapshots: errand.client.name === ONE_SHOT ? undefined : memoryOf(errand.client).snapshots,
	ask: asker(errand, { tabId: tab.tabId }),
});

export const profileCall = (errand: Errand): ProfileCall => ({
	profile: errand.profile,
	memory: memoryOf(errand.client),
	ask: asker(errand),
	async tab(slot) {
		const tabs = await errand.host.freshTabs.of(errand.profile, errand.client.name, errand.signal);
		const { profileId } = errand.profile;
		const tab = resolveTab({ ...errand.profile, tabs }, slot);
		errand.host.leases.note("acts", tabKey(profileId, tab.tabId), leaseClient(errand.client));
		return tabCall(errand, tab);
	},
});

export const profilesCall = (host: ToolHost, { client, signal }: ToolRequest): ProfilesCall => ({
	profiles: host.registry.all,
	signal,
	freshTabs: (profile) =>
		host.freshTabs.of(profile, client.name, signal).catch((thrown: unknown) => {
			if (signal.aborted) throw thrown;
			return isStop(thrown) || profile.consent?.stopped ? "stopped" : profile.tabs;
		}),
});

export const scriptsCall = ({ scripts }: ToolHost, { client, signal, onProgress }: ToolRequest): ScriptsCall => ({
	ask: (method, input) =>
		scripts.ask(method, input, { client: client.name, signal, ...(onProgress === undefined ? {} : { onProgress }) }),
});

const isStop = (thrown: unknown): boolean => thrown instanceof MonkError && thrown.code === "STOPPED_BY_USER";
