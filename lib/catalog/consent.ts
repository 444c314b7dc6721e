import { type } from "arktype";
import { notification } from "./define.ts";

/** What the person decided in a browser that is about more than single tabs. */
export const consent = type({
	"+": "reject",
	/** "Stop everything" holds: nothing is read or done until the person resumes. */
	stopped: "boolean",
	/** Shares of single tabs and of groups that ended as the browser or the extension last started, until one is given. */
	endedShares: "number.integer >= 0",
	/** What is shared as a whole, with or without an open tab. Sites and profiles outlast the browser. */
	wide: type({
		"+": "reject",
		scope: "'group' | 'site' | 'profile'",
		/** Scheme and host. */
		"site?": "string",
		power: "'look' | 'act'",
		/** What the one client calls itself that it is for; absent where it is for all. */
		"client?": "string",
	}).array(),
});

export type Consent = typeof consent.infer;

export const consentMessages = {
	consent_changed: notification("extension", consent),
	/** What the clients that are connected call themselves, for the person to choose one. */
	clients_changed: notification("owner", type({ "+": "reject", clients: "(string <= 64)[]" })),
} as const;
