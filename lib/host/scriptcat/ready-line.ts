import { MonkError } from "../../errors/error.ts";
import { limits } from "../../wire/limits.ts";
import type { Peer, PeerFault } from "../../wire/peer.ts";
import type { AuditEvent } from "../audit.ts";

/** A message that the other side may not send, as opposed to one that only came late. */
const isOutOfOrder = (fault: PeerFault): boolean => fault.kind === "unknown-method" || fault.kind === "invalid-params";

/** What the socket itself closes over, by close code: no peer sees such a message. */
const cutByTheSocket: Readonly<Record<number, PeerFault["kind"]>> = { 1003: "broken-frame", 1009: "oversized-frame" };

/**
 * Watches a connection that is ready for calls: whatever ScriptCat says beside answers ends it, except that it leaves,
 * and so does its silence.
 */
export function watchReadyLine(peer: Peer, audit: (event: AuditEvent) => void): void {
	let isTold = false;
	const end = (why: PeerFault["kind"] | "out-of-order"): void => {
		if (!peer.isOpen) return;
		audit({ event: "script-manager-fault", why });
		peer.close(1002);
	};
	peer.onFault((fault) => {
		if (isOutOfOrder(fault)) end(fault.kind);
		// Over these the peer closes by itself.
		else if (fault.kind === "broken-frame" || fault.kind === "oversized-frame") {
			isTold = true;
			audit({ event: "script-manager-fault", why: fault.kind });
		}
	});
	peer.onClose((code) => {
		const why = cutByTheSocket[code];
		if (why !== undefined && !isTold) audit({ event: "script-manager-fault", why });
	});
	peer.serve({
		request: async (method) => {
			end("out-of-order");
			throw new MonkError("METHOD_NOT_FOUND", `the owner answers no ${method} here`);
		},
		notify: (method) => {
			if (method !== "$session.shutdown") end("out-of-order");
		},
	});
	peer.startPinging(limits.jsonRpcPingMs, limits.jsonRpcPingsMissed);
}
