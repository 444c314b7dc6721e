/** A client that says just what a test wants. */
export class RawClient {
	readonly #socket: WebSocket;
	readonly #frames: Record<string, unknown>[] = [];
	readonly closed: Promise<number>;
	#wake: () => void = () => undefined;
	#id = 0;

	private constructor(port: number) {
		this.#socket = new WebSocket(`ws://127.0.0.1:${port}/`);
		this.#socket.addEventListener("message", ({ data }) => {
			this.#frames.push(JSON.parse(String(data)));
			this.#wake();
		});
		this.closed = new Promise((resolve) => this.#socket.addEventListener("close", ({ code }) => resolve(code)));
	}

	static async dial(port: number): Promise<RawClient> {
		const client = new RawClient(port);
		await new Promise((resolve) => client.#socket.addEventListener("open", resolve, { once: true }));
		return client;
	}

	/** Proves nothing of the owner, and says hello with its token. */
	async greet(token: string): Promise<this> {
		await this.ask("owner_proof", { nonce: "0f".repeat(32) });
		await this.ask("fwd_hello", { pid: 1, version: "0.1.0", token });
		return this;
	}

	close(): void {
		this.#socket.close();
	}

	/** Asks and does not wait; gives the request's id. */
	say(type: string, payload: unknown): string {
		const id = `${++this.#id}`;
		this.#socket.send(JSON.stringify({ k: "req", id, type, payload }));
		return id;
	}

	/** All that answers have come to, by id. */
	get answers(): readonly Record<string, unknown>[] {
		return this.#frames.filter((frame) => frame.k === "res");
	}

	async ask(type: string, payload: unknown): Promise<Record<string, unknown>> {
		const id = this.say(type, payload);
		for (;;) {
			const answer = this.#frames.find((frame) => frame.k === "res" && frame.id === id);
			if (answer) return answer;
			await new Promise<void>((resolve) => {
				this.#wake = resolve;
			});
		}
	}
}
