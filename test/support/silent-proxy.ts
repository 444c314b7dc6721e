import { connect, createServer, type Server, type Socket } from "node:net";

interface Pair {
	readonly near: Socket;
	readonly far: Socket;
}

/**
 * Stands between a dialler and a port of this machine. It can fall silent as a line does when a machine sleeps or a
 * cable is pulled: both ends stay connected, and nothing that is said arrives or is refused.
 */
export class SilentProxy implements AsyncDisposable {
	/** Pieces that came in on silent lines. */
	swallowed = 0;
	readonly #pairs = new Set<Pair>();
	readonly #silent = new Set<Pair>();
	readonly #deaf = new Set<Socket>();

	private constructor(private readonly server: Server) {}

	static async to(port: number): Promise<SilentProxy> {
		const server = createServer();
		const proxy = new SilentProxy(server);
		server.on("connection", (near) => proxy.#join(near, connect({ host: "127.0.0.1", port })));
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		return proxy;
	}

	get port(): number {
		const address = this.server.address();
		if (address === null || typeof address === "string") throw new Error("the proxy does not listen");
		return address.port;
	}

	/** The lines that are open now carry nothing more; new ones do. */
	fallSilent(): void {
		for (const pair of this.#pairs) this.#silent.add(pair);
	}

	/** Whoever dialled reads nothing more, though it still speaks. */
	stopReading(): void {
		for (const { far } of this.#pairs) {
			this.#deaf.add(far);
			far.pause();
		}
	}

	/** Reads on after `stopReading`. */
	readOn(): void {
		this.#deaf.clear();
		for (const { far } of this.#pairs) far.resume();
	}

	/** Breaks every line. */
	cut(): void {
		for (const { near, far } of this.#pairs) {
			near.destroy();
			far.destroy();
		}
	}

	async [Symbol.asyncDispose](): Promise<void> {
		this.cut();
		await new Promise<void>((resolve) => this.server.close(() => resolve()));
	}

	#join(near: Socket, far: Socket): void {
		const pair = { near, far };
		this.#pairs.add(pair);
		this.#carry(pair, near, far);
		this.#carry(pair, far, near);
	}

	#carry(pair: Pair, from: Socket, to: Socket): void {
		from.on("data", (bytes) => {
			if (this.#silent.has(pair)) this.swallowed++;
			else if (!to.write(bytes)) {
				from.pause();
				to.once("drain", () => !this.#deaf.has(from) && from.resume());
			}
		});
		// An end that closes is not told to the other either.
		from.on("close", () => {
			if (this.#silent.has(pair)) return;
			this.#pairs.delete(pair);
			to.destroy();
		});
		from.on("error", () => undefined);
	}
}
