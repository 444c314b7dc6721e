import type { PeerFault } from "../../wire/fault.ts";

/**
 * A fault of a peer's as the log may hold it: what kind it was, and with which of our own methods. The peer's words
 * stay out, and so does why a value did not fit, because that names the value.
 */
export function faultLine(fault: PeerFault): string {
	switch (fault.kind) {
		case "invalid-params":
		case "invalid-result":
		case "invalid-own-result":
		case "too-many-calls":
		case "handler-threw":
			return `link: ${fault.kind} (${fault.method})`;
		case "broken-frame":
		case "oversized-frame":
		case "late-response":
		case "unknown-method":
		case "duplicate-id":
		case "send-failed":
			return `link: ${fault.kind}`;
		default:
			return fault satisfies never;
	}
}
