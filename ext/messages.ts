import type { Consent } from "../lib/catalog/consent.ts";
import type { Effect } from "../lib/catalog/define.ts";
import type { HelloAck } from "../lib/catalog/session.ts";
import type { TabInfo } from "../lib/catalog/tabs.ts";
import type { WireError } from "../lib/errors/error.ts";
import type { GrantEnd, GrantScope, Power } from "./grant.ts";

/**
 * What the realms of the extension say to each other. Every request is answered with an `Answer`.
 *
 * The background trusts a message by its sender: decisions come only from our own pages.
 */
export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: WireError };

/** How the link stands, as the owner's own acknowledgement tells it and never as we hope. */
export type LinkStatus =
	| { readonly state: "unpaired" }
	| { readonly state: "dialing"; readonly port: number; readonly attempt: number }
	| { readonly state: "pairing"; readonly port: number }
	| {
			readonly state: "connected";
			readonly port: number;
			readonly label: string;
			readonly slug: string;
			readonly serverVersion: string;
	  }
	| { readonly state: "refused"; readonly port: number; readonly reason: string }
	/** The owner there does not know our key: it forgot this browser, or another one stands in its place. */
	| { readonly state: "not-known"; readonly port: number }
	| { readonly state: "pairing-failed"; readonly reason: PairingFailure };

/** "the connection broke off" says nothing of the code. */
export type PairingFailure = "wrong or expired code" | "no answer on the port" | "the connection broke off";

export interface PopupTab {
	readonly tabId: number;
	readonly title: string;
	readonly url: string;
	readonly favIconUrl?: string;
	readonly active: boolean;
	/** Set when shared. */
	readonly slot?: number;
	readonly power?: Power;
	/** What the person gave everybody over this tab alone. */
	readonly own?: Power;
	/** Set when everybody reaches the tab by a wider grant than its own, which is ended as a whole. */
	readonly through?: "group" | "site" | "profile";
	/** What its group is called; set when it is in one. */
	readonly group?: string;
	/** Scheme and host; set when it shows a site of the web. */
	readonly site?: string;
	/** The host name of the person's rule that keeps monk off it. */
	readonly ruledOut?: string;
	/** A private tab, which can be shared by itself only. */
	readonly incognito?: true;
	/** Why the tab cannot be shared, if it cannot. */
	readonly refusal?: string;
	/** The person took the debugger away: nothing acts there until they resume. */
	readonly stopped?: true;
}

/** A grant that a row of its own shows: any but the plain share of one tab. */
export interface ListedGrant {
	readonly id: string;
	readonly scope: GrantScope["kind"];
	/** The site, or what the tab or the group is called; empty for the whole profile. */
	readonly name: string;
	readonly power: Power;
	readonly until: GrantEnd;
	readonly client?: string;
}

/** What a person asks for when they share, as they see it in the popup. */
export interface ShareWish {
	readonly tabId: number;
	/** How much: the tab, or what it belongs to. */
	readonly scope: GrantScope["kind"];
	readonly power: Power;
	/** `ms`: for so many milliseconds from now. */
	readonly until:
		| { readonly kind: "forever" }
		| { readonly kind: "time"; readonly ms: number }
		| { readonly kind: "site-left" };
	/** The one client that it is for, as it calls itself; everybody when left out. */
	readonly client?: string;
	/** The site that the person saw, where the share is about one. */
	readonly site?: string;
}

export interface Settings {
	readonly label: string;
	readonly linkPort: number;
}

export interface PopupState {
	readonly link: LinkStatus;
	/** "Stop everything" was pressed: nothing reads or acts anywhere until the person resumes. */
	readonly stopped: boolean;
	readonly tabs: readonly PopupTab[];
	readonly listed: readonly ListedGrant[];
	/** Host names of sites that the person has ruled out. */
	readonly never: readonly string[];
	/** Clients may open tabs although no tab is shared to act. */
	readonly newTabs: boolean;
	/** What the clients that are connected now call themselves. */
	readonly clients: readonly string[];
	/** Shares of single tabs or groups that ended when the browser or the extension last started. */
	readonly lostShares: number;
	readonly settings: Settings;
	readonly extVersion: string;
}

/** Popup → background. Name → [request, answer]. */
export interface PopupRequests {
	state: [Record<string, never>, PopupState];
	share: [ShareWish, PopupState];
	/** Ends all shares of the tab alone. */
	unshare: [{ readonly tabId: number }, PopupState];
	/** Ends one grant. */
	revoke: [{ readonly grantId: string }, PopupState];
	/** Nobody reads or acts on that site, nor on what lies under its host name, whatever is shared. */
	"rule-out": [{ readonly host: string }, PopupState];
	"lift-rule": [{ readonly host: string }, PopupState];
	"new-tabs": [{ readonly allowed: boolean }, PopupState];
	pair: [{ readonly code: string }, PopupState];
	settings: [Settings, PopupState];
	reconnect: [Record<string, never>, PopupState];
	"stop-everything": [Record<string, never>, PopupState];
	/** Lifts the stop of one tab, or without one that of everything. */
	resume: [{ readonly tabId?: number }, PopupState];
}

/** Who we are to the owner; kept in `storage.local`, which content scripts cannot read. */
export type Credentials =
	| { readonly kind: "none"; readonly instanceId: string }
	| { readonly kind: "key"; readonly instanceId: string; readonly key: string };

/**
 * How a message travels between realms. `id` is the sender's own: the receiver knows by it a message that comes twice,
 * by the port and by `runtime.sendMessage`.
 */
export interface RealmMessage {
	readonly to: "background" | "offscreen";
	readonly id: string;
	readonly name: string;
	readonly body: unknown;
}

/**
 * Offscreen → background over the MessagePort; `probe` asks only which life of the worker is listening. `go` names a
 * message that was received: nobody else is asked from then on, so whatever acts by it may.
 */
export type ToWorker = RealmMessage | { readonly probe: string } | { readonly go: string };

/**
 * Background → offscreen over the MessagePort. `boot` names one life of the service worker: when it changes, whatever
 * the former life was doing is lost.
 */
export type FromWorker =
	| { readonly kind: "received"; readonly id: string; readonly boot: string }
	| { readonly kind: "answer"; readonly id: string; readonly answer: Answer<unknown> };

/** Offscreen → background: a request of the owner's to carry out, or a fact to store. */
export interface OffscreenRequests {
	/** What the link needs to dial and to greet. */
	"link-facts": [
		Record<string, never>,
		{
			readonly credentials: Credentials;
			readonly settings: Settings;
			readonly profileId: string;
			readonly slug?: string;
			readonly extVersion: string;
			readonly tabs: readonly TabInfo[];
			readonly consent: Consent;
		},
	];
	execute: [{ readonly method: string; readonly params: unknown; readonly effect: Effect }, unknown];
	cancel: [{ readonly id: string }, null];
	enrolled: [{ readonly key: string }, null];
	/** What the clients of the owner call themselves. */
	clients: [{ readonly clients: readonly string[] }, null];
	acknowledged: [{ readonly ack: HelloAck }, null];
	status: [LinkStatus, null];
}

/** Background → offscreen. */
export interface BackgroundRequests {
	"tabs-changed": [{ readonly tabs: readonly TabInfo[]; readonly consent: Consent }, null];
	/** Forget the current socket and dial anew: settings changed, or a person asked. */
	redial: [{ readonly code?: string }, null];
	/** Where the link stands now, for a worker that woke without knowing. */
	"link-status": [Record<string, never>, LinkStatus];
}
