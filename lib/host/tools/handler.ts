import type { LinkRequest, LinkResult } from "../../catalog/catalog.ts";
import type { ScriptInput, ScriptMethod, ScriptResult } from "../../catalog/scripts.ts";
import type { TabInfo } from "../../catalog/tabs.ts";
import type { ConnectedProfile, Profile } from "../profiles/profile.ts";
import type { ClientMemory } from "./client-memory.ts";
import type { SnapshotMemory } from "./snapshot-memory.ts";

/** A call to one tab, in its turn: nothing else happens in that tab until it ends. */
export interface TabCall {
	readonly profile: ConnectedProfile;
	readonly tab: TabInfo;
	readonly memory: ClientMemory;
	/** What the client was shown; absent for one that keeps nothing from call to call. */
	readonly snapshots: SnapshotMemory | undefined;
	/**
	 * Asks the extension about this tab. Rejects with what it answers, BROWSER_GONE, TIMEOUT or CANCELLED.
	 */
	ask<M extends LinkRequest>(method: M, params?: Readonly<Record<string, unknown>>): Promise<LinkResult<M>>;
}

/** A call to one browser profile and none of its tabs. */
export interface ProfileCall {
	readonly profile: ConnectedProfile;
	readonly memory: ClientMemory;
	/** Asks the extension. Rejects as a tab's call does. */
	ask<M extends LinkRequest>(method: M, params?: Readonly<Record<string, unknown>>): Promise<LinkResult<M>>;
	/** A call to one of the profile's shared tabs, asked for anew. Throws TAB_NOT_FOUND. */
	tab(slot: number): Promise<TabCall>;
}

/** A call that is about the browsers as a whole. */
export interface ProfilesCall {
	readonly profiles: readonly Profile[];
	readonly signal: AbortSignal;
	/**
	 * The tabs of a profile that the client may use, as its extension tells them now; those that are shared with anyone,
	 * as last told, if it is slow to answer. "stopped": the person stopped everything there, and nothing is shared.
	 */
	freshTabs(profile: ConnectedProfile): Promise<readonly TabInfo[] | "stopped">;
}

/** A call to the script manager, whichever browser it is in. */
export interface ScriptsCall {
	/** Rejects as `ScriptManager.ask` does. */
	ask<M extends ScriptMethod>(method: M, input: ScriptInput<M>): Promise<ScriptResult<M>>;
}

/** What a tool has to say; `render` makes text of it. */
export interface ToolOutput {
	readonly result?: string;
	/** JSON that the page computed. */
	readonly value?: string;
	/** Base64. */
	readonly image?: { readonly data: string; readonly mimeType: string };
	/** Text that the page wrote, in lines. */
	readonly text?: string;
	/** Text that a user script's author wrote, in lines. */
	readonly script?: string;
	readonly tabs?: string;
	readonly page?: PageFacts;
	/** What stands in the way of all else in the tab, in lines. */
	readonly modal?: string;
	/** What the call set going, in lines. */
	readonly events?: string;
	/** The accessibility tree, as the extension rendered it. */
	readonly snapshot?: string;
	readonly structured?: Readonly<Record<string, unknown>>;
}

export interface PageFacts {
	readonly profile: string;
	readonly tab: number;
	readonly url?: string;
	readonly title?: string;
	/** The id by which a client may ask for what changed since; `base`: this one is told as changes to that. */
	readonly snapshot?: { readonly id: string; readonly base?: string };
}

export type ToolHandler<A> =
	| { readonly on: "tab"; run(args: A, call: TabCall): Promise<ToolOutput> }
	| { readonly on: "profile"; run(args: A, call: ProfileCall): Promise<ToolOutput> }
	| { readonly on: "profiles"; run(args: A, call: ProfilesCall): Promise<ToolOutput> }
	| { readonly on: "scripts"; run(args: A, call: ScriptsCall): Promise<ToolOutput> };
