import { MonkError } from "../../errors/error.ts";
import type { Clock } from "../../wire/transport.ts";
import { type Listening, type Loopback, listen } from "../sockets/listen.ts";
import { portNames } from "../sockets/port-names.ts";
import { acceptScriptCat, type ScriptCatHost } from "./connection.ts";

/** ScriptCat's page says `localhost`, which may mean either. */
const addresses: readonly Loopback[] = ["127.0.0.1", "::1"];

/**
 * Bytes that the socket itself lets through: a source of 2 MiB whose characters are all escaped in JSON. The peer's own
 * limit is lower, and knows what to say about it.
 */
const socketBytes = 16 * 1024 * 1024;

/** Milliseconds until a port that a stranger held is tried again. */
const retryMs = 10_000;

type Door =
	| { readonly state: "open"; readonly listening: Listening }
	| { readonly state: "taken"; readonly why: string }
	/** This machine has no such address. */
	| { readonly state: "absent" };

const anyExtension = /^(?:chrome-extension|moz-extension|safari-web-extension):\/\//;

export interface ScriptCatPortOptions {
	/** 0 takes any free port, the same on both addresses. */
	readonly port: number;
	readonly host: ScriptCatHost;
}

/**
 * The port on which ScriptCat calls, on both loopback addresses. Where a stranger holds one, monk goes on without it,
 * says so, and takes it as soon as it is free.
 */
export class ScriptCatPort {
	readonly #host: ScriptCatHost;
	readonly #clock: Clock;
	readonly #doors = new Map<Loopback, Door>();
	#port: number;
	#stopTimer: () => void = () => {};
	#isReleased = false;

	constructor({ port, host }: ScriptCatPortOptions) {
		this.#port = port;
		this.#host = host;
		this.#clock = host.clock;
	}

	/** Undefined while no address could be opened. */
	get port(): number | undefined {
		return this.#open.length > 0 ? this.#port : undefined;
	}

	/** One line for each address that a stranger holds. */
	get problems(): readonly string[] {
		return [...this.#doors.values()].flatMap((door) =>
			door.state === "taken" ? [`${door.why}: ScriptCat may not reach monk`] : [],
		);
	}

	/** Opens what can be opened; never rejects over a port that is taken. */
	async open(): Promise<void> {
		for (const address of addresses)
			if (this.#doors.get(address)?.state !== "open") this.#doors.set(address, await this.#try(address));
		if (this.#isReleased) this.release();
		else if (this.problems.length > 0) this.#stopTimer = this.#clock.after(retryMs, () => void this.open());
	}

	release(): void {
		this.#isReleased = true;
		this.#stopTimer();
		for (const listening of this.#open) listening.release();
	}

	async stop(): Promise<void> {
		this.release();
		await Promise.all(this.#open.map((listening) => listening.stop()));
	}

	get #open(): readonly Listening[] {
		return [...this.#doors.values()].flatMap((door) => (door.state === "open" ? [door.listening] : []));
	}

	async #try(hostname: Loopback): Promise<Door> {
		try {
			const listening = await this.#listen(hostname);
			this.#port = listening.port;
			return { state: "open", listening };
		} catch (thrown) {
			if (thrown instanceof MonkError) return { state: "taken", why: thrown.message };
			if (hostname === "::1") return { state: "absent" };
			throw thrown;
		}
	}

	#listen(hostname: Loopback): Promise<Listening> {
		const host = this.#host;
		return listen({
			port: this.#port,
			hostname,
			...portNames.scriptcat,
			maxFrameBytes: socketBytes,
			// A program that sends no Origin has to authenticate like everybody else; a web page always sends its own.
			refuseOrigin: (origin) =>
				origin === null || anyExtension.test(origin) ? undefined : "the Origin on ScriptCat's port is no extension",
			onConnection: (transport) => void acceptScriptCat(transport, host),
			onRefused: (why) => host.audit({ event: "upgrade-refused", port: "scriptcat", why }),
		});
	}
}
