import type { Joined } from "../../catalog/control.ts";
import { rulesOf } from "../../catalog/rules.ts";
import { cancelMessages, scriptMessages } from "../../catalog/scripts.ts";
import { sessionMessages } from "../../catalog/session.ts";
import { MonkError } from "../../errors/error.ts";
import { isGuess } from "../../session/audit.ts";
import { type Enrolment, runOwnerSession, type SessionAudit } from "../../session/owner-session.ts";
import { jsonRpc } from "../../wire/json-rpc.ts";
import { limits } from "../../wire/limits.ts";
import { Peer, type PeerFault } from "../../wire/peer.ts";
import type { Clock, Random, Transport } from "../../wire/transport.ts";
import type { AuditEvent } from "../audit.ts";
import type { ScriptManager } from "./script-manager.ts";

/** What ScriptCat's connections need of the owner. */
export interface ScriptCatHost {
	readonly version: string;
	readonly clock: Clock;
	readonly random: Random;
	readonly enrolment: Enrolment;
	readonly manager: ScriptManager;
	audit(event: AuditEvent): void;
	onFault(fault: PeerFault): void;
	/** A ScriptCat is ready for calls; `enrolledNow`: by the code that a person typed just now. */
	onJoined(enrolledNow: boolean): void;
	/** The session ended before it was ready; `wasGuess`: a proof was tried and was wrong. */
	onFailed(wasGuess: boolean): void;
}

/** How a pairing tells of it: there is one, and it has no profile that it could name. */
export const joinedScriptCat: Joined = {
	kind: "scriptcat",
	profileId: "scriptcat",
	slug: "scriptcat",
	label: "ScriptCat",
};

const rules = rulesOf({ ...sessionMessages, ...scriptMessages, ...cancelMessages });

/** What became of a session, as its audit tells it. */
interface Told {
	enrolled: boolean;
	wasGuess: boolean;
	why: (SessionAudit & { kind: "ended" })["why"] | undefined;
}

function hear(told: Told, event: SessionAudit): void {
	told.enrolled ||= event.kind === "enrolled";
	told.wasGuess ||= isGuess(event);
	if (event.kind === "ended") told.why = event.why;
}

/**
 * ScriptCat verifies our proof asynchronously and drops the connection over any frame that comes meanwhile: then it has
 * kept no key, and dials again with the code it has. So a code that was used on such a connection is good again.
 */
const endedTooEarlyToKeepAKey = ({ enrolled, why }: Told): boolean =>
	enrolled && (why === "gone" || why === "capabilities-late");

/** Takes a socket through the session; once it is ready, the script manager has it. */
export async function acceptScriptCat(transport: Transport, host: ScriptCatHost): Promise<void> {
	const { clock, random, version: serverVersion, enrolment, manager } = host;
	const peer = new Peer({
		transport,
		codec: jsonRpc,
		rules,
		clock,
		maxFrameBytes: limits.scriptCatFrameBytes,
		goneCode: "BROWSER_GONE",
		onFault: (fault) => host.onFault(fault),
		onStrayAnswer: (answer) => manager.take(answer),
	});
	const told: Told = { enrolled: false, wasGuess: false, why: undefined };
	try {
		const { methods, enrolledNow } = await runOwnerSession({
			peer,
			link: "scriptcat",
			clock,
			random,
			serverVersion,
			enrolment,
			greet: () => Promise.reject(new MonkError("INVALID_REQUEST", "ScriptCat does not say hello")),
			onLegacy: () => undefined,
			audit: (event) => {
				hear(told, event);
				host.audit({ event: "session", link: "scriptcat", session: event });
			},
		});
		manager.attach(peer, methods);
		host.onJoined(enrolment.window.confirm(clock.now()) || enrolledNow);
	} catch {
		// The session has told the audit why and the peer nothing.
		if (endedTooEarlyToKeepAKey(told)) enrolment.window.reopen(clock.now());
		if (told.why === "old-code") manager.oldCodeCame();
		host.onFailed(told.wasGuess);
	}
}
