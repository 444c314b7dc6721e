import type { OwnerStatus } from "../../catalog/control.ts";
import { asMonkError } from "../../errors/error.ts";
import { serveLegacyLink } from "../links/legacy-listen.ts";
import { serveLinks } from "../links/listen.ts";
import type { Ports } from "../paths.ts";
import { ScriptCatPort } from "../scriptcat/listen.ts";
import type { Listening } from "../sockets/listen.ts";
import { linkHost, type Parts, scriptCatHost } from "./parts.ts";

/** The port for extensions of the 0.2 line, once it was asked for. */
type LegacyPort = { readonly state: "open"; readonly port: number } | { readonly state: "taken"; readonly why: string };

/** The ports that an owner holds, from the bid for the first of them to its end. */
export class OwnerPorts {
	readonly #parts: Parts;
	#listening: readonly Listening[];
	#bound: Ports;
	#legacy: LegacyPort | undefined;
	#scriptCat: ScriptCatPort | undefined;
	#http: number | undefined;

	constructor(parts: Parts, control: Listening) {
		this.#parts = parts;
		this.#listening = [control];
		this.#bound = { ...parts.options.ports, control: control.port };
	}

	/** Those that an owner cannot be without. */
	get bound(): Ports {
		return this.#bound;
	}

	/** All that are open, for `monk status`. */
	get all(): OwnerStatus["ports"] {
		const scriptcat = this.#scriptCat?.port;
		return {
			...this.#bound,
			...(this.#legacy?.state === "open" ? { legacy: this.#legacy.port } : {}),
			...(scriptcat === undefined ? {} : { scriptcat }),
			...(this.#http === undefined ? {} : { http: this.#http }),
		};
	}

	/** One line for each port that a stranger holds. */
	get problems(): readonly string[] {
		return [...(this.#legacy?.state === "taken" ? [this.#legacy.why] : []), ...(this.#scriptCat?.problems ?? [])];
	}

	/** Another door of this process serves MCP over HTTP there. */
	tellHttp(port: number): void {
		this.#http = port;
	}

	/** @throws MonkError PORT_TAKEN for the link; the other ports may be taken, which `problems` says. */
	async open(): Promise<void> {
		const { options, links } = this.#parts;
		const { ports, linkOrigins: origins } = options;
		const link = await serveLinks({ port: ports.link, origins, host: linkHost(this.#parts), open: links });
		this.#listening = [...this.#listening, link];
		this.#bound = { ...this.#bound, link: link.port };
		await this.#openLegacyLink();
		await this.#openScriptCat();
	}

	/** Another process may bind them from now on; connections that are open stay so. */
	release(): void {
		for (const port of this.#listening) port.release();
		this.#scriptCat?.release();
	}

	/** Ends all connections. */
	async close(): Promise<void> {
		await Promise.all([...this.#listening.map((port) => port.stop()), this.#scriptCat?.stop()]);
	}

	/** Chrome's usual debugging port may be held by a browser: monk goes on without it, and says so. */
	async #openLegacyLink(): Promise<void> {
		const { legacyPort } = this.#parts.options;
		if (legacyPort === undefined) return;
		try {
			const listening = await serveLegacyLink(legacyPort, linkHost(this.#parts));
			this.#listening = [...this.#listening, listening];
			this.#legacy = { state: "open", port: listening.port };
		} catch (thrown) {
			this.#legacy = { state: "taken", why: `${asMonkError(thrown).message}: old extensions are not told to update` };
		}
	}

	/** A port that a stranger holds is said, and nothing else suffers. */
	async #openScriptCat(): Promise<void> {
		const { scriptCatPort: port } = this.#parts.options;
		if (port === undefined) return;
		this.#scriptCat = new ScriptCatPort({ port, host: scriptCatHost(this.#parts) });
		await this.#scriptCat.open();
	}
}
