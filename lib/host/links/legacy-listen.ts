import { MonkError } from "../../errors/error.ts";
import type { Enrolment } from "../../session/owner-session.ts";
import { PairingWindow } from "../../session/pairing.ts";
import { limits } from "../../wire/limits.ts";
import { type Listening, listen } from "../sockets/listen.ts";
import { acceptLink, type LinkHost } from "./connection.ts";

const anyExtension = /^chrome-extension:\/\/[a-p]{32}$/;

/** Nobody is known here and no code is ever open: whoever calls can be told why it is refused, and no more. */
const nobody = ({ random }: LinkHost): Enrolment => ({
	window: new PairingWindow(random),
	keyOf: async () => undefined,
	store: () => Promise.reject(new MonkError("INVALID_REQUEST", "nothing is paired on the legacy port")),
});

/**
 * Opens the port of the 0.2 line, where its extensions call: they are refused in words that their parser reads, and
 * remembered.
 *
 * @throws MonkError PORT_TAKEN
 */
export function serveLegacyLink(port: number, host: LinkHost): Promise<Listening> {
	const refusing: LinkHost = { ...host, enrolment: nobody(host), onFailed: () => undefined };
	return listen({
		port,
		name: "legacy",
		flag: "MONK_LEGACY_PORT",
		maxFrameBytes: limits.linkFrameBytes,
		refuseOrigin: (origin) =>
			origin !== null && anyExtension.test(origin) ? undefined : "the Origin on the legacy port is no extension",
		onConnection: (transport) => void acceptLink(transport, refusing, new Set()),
		onRefused: (why) => host.audit({ event: "upgrade-refused", port: "legacy", why }),
	});
}
