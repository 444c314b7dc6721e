import type { ClientState } from "../../catalog/control.ts";
import { limits } from "../../wire/limits.ts";
import type { IncomingCall } from "../../wire/peer.ts";
import type { Clock, Random } from "../../wire/transport.ts";
import type { AuditEvent } from "../audit.ts";
import { type Listening, listen } from "../sockets/listen.ts";
import type { Client } from "../tools/dispatch.ts";
import type { ClientParams, ClientRequest, ClientResult, NoticeParams, OwnerNotice } from "./client-rules.ts";
import { ControlConnection, note } from "./control-connection.ts";

/** A client that has shown the token. */
export interface AcceptedClient extends Client {
	/** The same over all its connections, if the client keeps one; else the connection's own. */
	readonly id: string;
	readonly pid: number;
	readonly version: string;
	/** What it says that the last owner remembered of it. */
	readonly told: ClientState | undefined;
	/** Its connection has ended. */
	readonly isGone: boolean;
	/** Says something unasked; nothing when the client is gone. */
	tell<M extends OwnerNotice>(name: M, params: NoticeParams<M>): void;
	onGone(listener: () => void): void;
}

/** What an accepted client may ask, one function a request; those before the greeting are the server's own. */
export type ControlHandlers = {
	readonly [M in Exclude<ClientRequest, "owner_proof" | "fwd_hello" | "owner_dismiss">]: (
		params: ClientParams<M>,
		client: AcceptedClient,
		call: IncomingCall,
	) => Promise<ClientResult<M>>;
};

export interface ControlServerOptions {
	readonly port: number;
	readonly version: string;
	readonly pid: number;
	readonly clock: Clock;
	readonly random: Random;
	/** Comes once the state is read and the token's file is written, which is after the port is bound. */
	readonly desk: Promise<ControlDeskSide>;
}

/** What stands behind the port. */
export interface ControlDeskSide {
	readonly token: string;
	readonly handlers: ControlHandlers;
	/** Groups of tools that are worth listing now, beside those that every client lists. */
	groups(): readonly string[];
	audit(event: AuditEvent): void;
	onAccepted(client: AcceptedClient): void;
	/** Begins the orderly end, for a monk of that version; returns before it. */
	dismiss(byVersion: string): void;
}

/** Who lets most answers wait, once all together let more than `most` wait. */
export function slowestOf<T extends { readonly queuedBytes: number }>(all: readonly T[], most: number): T | undefined {
	const inAll = all.reduce((sum, { queuedBytes }) => sum + queuedBytes, 0);
	return inAll > most ? all.toSorted((a, b) => b.queuedBytes - a.queuedBytes)[0] : undefined;
}

/**
 * Opens the control port. Web pages are refused by their `Origin`, which browsers always send and our own clients
 * never do.
 *
 * @throws MonkError PORT_TAKEN
 */
export async function serveControl(options: ControlServerOptions): Promise<Listening> {
	const open = new Set<ControlConnection>();
	const relieve = (): void => slowestOf([...open], limits.queuedInAllBytes)?.cutOff();
	const listening = await listen({
		port: options.port,
		name: "control",
		flag: "--control-port or MONK_CONTROL_PORT",
		maxFrameBytes: limits.controlFrameBytes,
		refuseOrigin: (origin) => (origin === null ? undefined : "a web page called on the control port"),
		onConnection: (transport) => {
			const connection = new ControlConnection(transport, options, relieve);
			open.add(connection);
			connection.onClose(() => open.delete(connection));
		},
		onRefused: (why) => note(options, { event: "upgrade-refused", port: "control", why }),
	});
	const release = (): void => {
		listening.release();
		for (const connection of open) connection.turnAway();
	};
	return { ...listening, release };
}
