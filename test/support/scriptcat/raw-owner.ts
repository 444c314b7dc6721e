import { createCipheriv, randomBytes } from "node:crypto";
import type { ServerWebSocket } from "bun";
import { eventually } from "../eventually.ts";
import { type Credential, contexts, hmac, macKey, sealingKey } from "./secrets.ts";

type Message = Readonly<Record<string, unknown>>;

/** An owner by hand: says what a test says, well or badly, and keeps what it hears. */
export class RawOwner implements AsyncDisposable {
	readonly heard: Message[] = [];
	readonly headers: Headers[] = [];
	closes = 0;
	#socket: ServerWebSocket<undefined> | undefined;
	readonly #server = Bun.serve<undefined>({
		hostname: "localhost",
		port: 0,
		fetch: (request, server) => {
			this.headers.push(request.headers);
			return server.upgrade(request, { data: undefined }) ? undefined : new Response(null, { status: 400 });
		},
		websocket: {
			open: (socket) => {
				this.#socket = socket;
			},
			message: (_, text) => void this.heard.push(JSON.parse(String(text)) as Message),
			close: () => {
				this.closes++;
			},
		},
	});

	get port(): number {
		return this.#server.port ?? 0;
	}

	say(body: Message): void {
		this.sayRaw(JSON.stringify({ jsonrpc: "2.0", ...body }));
	}

	sayRaw(text: string): void {
		this.#socket?.send(text);
	}

	/** What was answered to a request of ours, waited for. */
	answerTo(id: string): Promise<Message> {
		return eventually(() => this.heard.find((message) => message.id === id && !("method" in message)));
	}

	/** The answer to our challenge. */
	async challenge(id: string, nonceD = randomBytes(32).toString("hex")) {
		await eventually(() => this.#socket);
		this.say({ id, method: "$session.authenticate", params: { nonceD } });
		const { result } = (await this.answerTo(id)) as { result: { mode: string; nonceE: string; hmac: string } };
		return { ...result, nonceD };
	}

	/** Our proof for an answer, with the key sealed under the code where there is a code. */
	proofFor(
		credential: Credential,
		{ nonceD, nonceE }: { nonceD: string; nonceE: string },
		mintedKey?: Buffer,
	): Message {
		const mac = hmac(macKey(credential), contexts[credential.mode].theirs, nonceE, nonceD);
		if (credential.mode === "session" || mintedKey === undefined) return { hmac: mac };
		const iv = randomBytes(12);
		const cipher = createCipheriv("aes-256-gcm", sealingKey(credential.code), iv);
		const sealed = Buffer.concat([cipher.update(mintedKey), cipher.final(), cipher.getAuthTag()]);
		return { hmac: mac, key: { ciphertext: sealed.toString("base64"), iv: iv.toString("base64") } };
	}

	/** The whole session in session mode, up to capabilities. */
	async ready(key: string): Promise<void> {
		const answer = await this.challenge("auth");
		this.say({ method: "$session.authenticated", params: this.proofFor({ mode: "session", key }, answer) });
		await Bun.sleep(20);
		this.say({ method: "$session.hello", params: { daemonVersion: "9.9.9" } });
		await eventually(() => this.heard.some(({ method }) => method === "$session.capabilities"));
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.#server.stop(true);
	}
}
