import type { Enrolment, PeerId } from "../../session/owner-session.ts";
import type { PairingWindow } from "../../session/pairing.ts";
import type { PeerStore } from "../stores/peers.ts";

/** The session's view of peers.json and of the one pairing window. */
export const enrolmentIn = (peers: PeerStore, window: PairingWindow): Enrolment => ({
	window,
	keyOf: async (peer: PeerId) => {
		const record = peers.find(peer);
		return record && Uint8Array.fromHex(record.key);
	},
	store: (peer, key) => peers.enrol(peer, key.toHex()),
});
