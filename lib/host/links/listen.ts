import { limits } from "../../wire/limits.ts";
import { EXTENSION_ORIGIN } from "../extension-id.ts";
import { type Listening, listen } from "../sockets/listen.ts";
import { portNames } from "../sockets/port-names.ts";
import { acceptLink, type LinkHost, type OpenPeers } from "./connection.ts";

export interface LinkPortOptions {
	readonly port: number;
	/** Origins beside our own extension's. */
	readonly origins: readonly string[];
	readonly host: LinkHost;
	readonly open: OpenPeers;
}

/**
 * Opens the port on which the monk extension calls. A page cannot reach it: its `Origin` is not the extension's, and
 * a name that was pointed at this machine is not one of this machine's.
 *
 * @throws MonkError PORT_TAKEN
 */
export function serveLinks({ port, origins, host, open }: LinkPortOptions): Promise<Listening> {
	const allowed = new Set([EXTENSION_ORIGIN, ...origins]);
	return listen({
		port,
		...portNames.link,
		maxFrameBytes: limits.linkFrameBytes,
		// Browsers always send an Origin; a program that sends none has to authenticate like everybody else.
		refuseOrigin: (origin) =>
			origin === null || allowed.has(origin) ? undefined : "the Origin on the link port is not monk's extension",
		onConnection: (transport) => void acceptLink(transport, host, open),
		onRefused: (why) => host.audit({ event: "upgrade-refused", port: "link", why }),
	});
}
