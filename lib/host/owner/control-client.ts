import { MonkError } from "../../errors/error.ts";
import { frames } from "../../wire/frames.ts";
import { limits } from "../../wire/limits.ts";
import { Peer, type RequestOptions } from "../../wire/peer.ts";
import type { Clock, Random } from "../../wire/transport.ts";
import { clientTransport, dialPort } from "../sockets/client-transport.ts";
import { describeHolder } from "../sockets/port-holder.ts";
import {
	type ClientParams,
	type ClientRequest,
	type ClientResult,
	clientRules,
	type NoticeParams,
	type OwnerNotice,
} from "./client-rules.ts";
import { ownerProof } from "./proof.ts";
import { isSameSecret, readToken } from "./token.ts";
import { versionMismatch, worksWith } from "./versions.ts";

export interface DialOptions {
	readonly port: number;
	/** Path of the control token's file. */
	readonly tokenFile: string;
	readonly version: string;
	readonly pid: number;
	readonly clock: Clock;
	readonly random: Random;
	/** How the caller calls itself, for the audit and the person. */
	readonly client?: NonNullable<ClientParams<"fwd_hello">["client"]>;
}

/** A connection on which both sides have proved who they are. */
export interface OwnerConnection {
	readonly version: string;
	/** Groups of tools that were worth listing when the owner greeted. */
	readonly groups: readonly string[];
	request<M extends ClientRequest>(
		method: M,
		params: ClientParams<M>,
		options?: RequestOptions,
	): Promise<ClientResult<M>>;
	/** Hears what the owner says unasked, from now on; the returned function ends that. */
	onNotice<M extends OwnerNotice>(name: M, listener: (params: NoticeParams<M>) => void): () => void;
	onClose(listener: () => void): void;
	close(): void;
}

/** A new owner binds the port before it writes its token, so a mismatch is looked at again for this long. */
const tokenGraceMs = 1_000;
const tokenPollMs = 50;

async function stranger(port: number): Promise<MonkError> {
	return new MonkError(
		"PORT_TAKEN",
		`what answers on the control port ${port} is not your monk: ${await describeHolder(port)} holds it`,
		{ hint: "Stop what holds the port, or choose another with --control-port or MONK_CONTROL_PORT." },
	);
}

/** Nothing was asked of it yet, so this is no OWNER_GONE. */
const endedEarly = (port: number): MonkError =>
	new MonkError("NO_OWNER", `the monk on port ${port} ended during the greeting`);

const pause = (clock: Clock, ms: number): Promise<void> => new Promise((resolve) => clock.after(ms, resolve));

/** Finds the token under which the other side's proof holds. */
async function provenToken(
	peer: Peer,
	{ tokenFile, clock, port }: DialOptions,
	nonce: string,
	proof: string,
): Promise<string> {
	const deadline = clock.now() + tokenGraceMs;
	for (;;) {
		let doubt: unknown;
		const token = await readToken(tokenFile).catch((thrown: unknown) => {
			doubt = thrown;
			return undefined;
		});
		if (token !== undefined && isSameSecret(await ownerProof(token, nonce), proof)) return token;
		// An owner that ends takes its token with it, and then closes.
		if (!peer.isOpen) throw endedEarly(port);
		if (clock.now() >= deadline) throw doubt ?? (await stranger(port));
		await pause(clock, tokenPollMs);
	}
}

function askProof(peer: Peer, port: number, nonce: string): Promise<string> {
	return peer.request("owner_proof", { nonce }).then(
		(result) => (result as ClientResult<"owner_proof">).proof,
		async (thrown: unknown) => {
			throw thrown instanceof MonkError && thrown.code === "OWNER_GONE" ? thrown : await stranger(port);
		},
	);
}

type Greeting = Pick<OwnerConnection, "version" | "groups">;

/** Sends the token, which the other side has proved to know. */
async function greet(peer: Peer, options: DialOptions, token: string): Promise<Greeting> {
	const { pid, version, client, port } = options;
	const hello = { pid, version, token, ...(client === undefined ? {} : { client }) };
	const answer = (await peer.request("fwd_hello", hello)) as ClientResult<"fwd_hello">;
	if (answer.ok) return { version: answer.version, groups: answer.groups ?? [] };
	if (!worksWith(answer.version, version)) throw versionMismatch(answer.version, version);
	throw new MonkError("PORT_TAKEN", `the monk on port ${port} refused: ${answer.reason ?? "no reason given"}`);
}

/**
 * Connects to the owner on this machine.
 *
 * @throws MonkError NO_OWNER when nobody listens, PORT_TAKEN when a stranger does, VERSION_MISMATCH
 */
export function dialOwner(options: DialOptions): Promise<OwnerConnection> {
	return reach(options, async (peer, token) => {
		const greeting = await greet(peer, options, token);
		peer.trust();
		// An owner that was stopped in its tracks keeps its sockets: only a missing pong tells.
		peer.startPinging(limits.framesPingMs, limits.framesPingsMissed);
		return connection(peer, greeting);
	});
}

/**
 * Asks the owner, of whatever version, to end in good order; gives which it is.
 *
 * @throws MonkError NO_OWNER when nobody listens, PORT_TAKEN when a stranger does
 */
export function dismissOwner(options: DialOptions): Promise<ClientResult<"owner_dismiss">> {
	return reach(options, async (peer, token) => {
		const { version } = options;
		const leaving = await peer.request("owner_dismiss", { token, version });
		peer.close();
		return leaving as ClientResult<"owner_dismiss">;
	});
}

/** Dials, lets the owner prove itself, and goes on with the token that it has proved to know. */
async function reach<T>(options: DialOptions, goOn: (peer: Peer, token: string) => Promise<T>): Promise<T> {
	const { port, clock, random } = options;
	const transport = clientTransport(await dialPort(port));
	const maxFrameBytes = limits.controlFrameBytes;
	const peer = new Peer({ transport, codec: frames, rules: clientRules, clock, maxFrameBytes, goneCode: "OWNER_GONE" });
	try {
		const nonce = random.bytes(32).toHex();
		return await goOn(peer, await provenToken(peer, options, nonce, await askProof(peer, port, nonce)));
	} catch (thrown) {
		const isGone = thrown instanceof MonkError && thrown.code === "OWNER_GONE";
		peer.close();
		throw isGone ? endedEarly(port) : thrown;
	}
}

/** Whether dialling failed because nobody owns the port. */
export const isAbsent = (thrown: unknown): boolean => thrown instanceof MonkError && thrown.code === "NO_OWNER";

type Listener = (params: unknown) => void;

function connection(peer: Peer, greeting: Greeting): OwnerConnection {
	const listeners = new Map<string, Set<Listener>>();
	peer.serve({
		request: (method) => Promise.reject(new MonkError("METHOD_NOT_FOUND", `a client answers no ${method}`)),
		notify: (name, params) => {
			for (const listener of listeners.get(name) ?? []) listener(params);
		},
	});
	return {
		...greeting,
		request: <M extends ClientRequest>(method: M, params: ClientParams<M>, options = {}) =>
			peer.request(method, params, options) as Promise<ClientResult<M>>,
		onNotice(name, listener) {
			const heard = listeners.get(name) ?? new Set();
			listeners.set(name, heard.add(listener as Listener));
			return () => heard.delete(listener as Listener);
		},
		onClose: (listener) => peer.onClose(listener),
		close: () => peer.close(),
	};
}
