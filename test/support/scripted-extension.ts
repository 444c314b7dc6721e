import { linkMessages } from "../../lib/catalog/catalog.ts";
import { rulesOf } from "../../lib/catalog/rules.ts";
import { type Hello, PROTOCOL_VERSION, sessionMessages } from "../../lib/catalog/session.ts";
import type { TabInfo } from "../../lib/catalog/tabs.ts";
import { MonkError } from "../../lib/errors/error.ts";
import { EXTENSION_ORIGIN } from "../../lib/host/extension-id.ts";
import { clientTransport } from "../../lib/host/sockets/client-transport.ts";
import { systemClock, systemRandom } from "../../lib/host/system.ts";
import { type Credentials, type ExtensionOutcome, runExtensionSession } from "../../lib/session/extension-session.ts";
import { frames } from "../../lib/wire/frames.ts";
import { limits } from "../../lib/wire/limits.ts";
import { type IncomingCall, Peer } from "../../lib/wire/peer.ts";

const rules = rulesOf({ ...sessionMessages, ...linkMessages });

export type Script = (params: Record<string, unknown>, call: IncomingCall) => unknown;

export interface ExtensionOptions {
	readonly linkPort: number;
	readonly credentials: Credentials;
	readonly profileId?: string;
	readonly label?: string;
	readonly slug?: string;
	/** Of the extension; the owner's own when left out. */
	readonly extVersion?: string;
	readonly tabs?: readonly TabInfo[];
	/** What to answer to each request; a tab-scoped one without a script gets a plain answer. */
	readonly scripts?: Readonly<Record<string, Script>>;
}

export const tab = (slot: number, more: Partial<TabInfo> = {}): TabInfo => ({
	tabId: 100 + slot,
	slot,
	url: `https://site-${slot}.example/path?secret=1`,
	title: `Page ${slot}`,
	active: slot === 1,
	windowId: 1,
	power: "act",
	...more,
});

/** Opens a socket as the browser does for an extension's page. */
export async function dialLink(port: number, origin: string | undefined = EXTENSION_ORIGIN): Promise<WebSocket> {
	const headers = origin === undefined ? {} : { Origin: origin };
	const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { headers } as Bun.WebSocketOptions as unknown as string[]);
	const { promise, resolve, reject } = Promise.withResolvers<WebSocket>();
	socket.addEventListener("open", () => resolve(socket), { once: true });
	socket.addEventListener("close", ({ code }) => reject(new Error(`closed with ${code}`)), { once: true });
	return promise;
}

/** Our extension's side of a link over a real socket, answering what the owner asks as it is told. */
export class ScriptedExtension {
	/** The requests that came, in order. */
	readonly asked: { readonly method: string; readonly params: Record<string, unknown> }[] = [];
	/** Notifications that came, and the clients that the last of `clients_changed` named. */
	readonly told: string[] = [];
	clients: readonly string[] = [];
	readonly closed: Promise<number>;
	readonly scripts: Record<string, Script>;

	private constructor(
		readonly peer: Peer,
		readonly outcome: ExtensionOutcome,
		readonly key: Uint8Array<ArrayBuffer> | undefined,
		scripts: Readonly<Record<string, Script>>,
		private tabs: readonly TabInfo[],
	) {
		this.scripts = { ...scripts };
		this.closed = new Promise((resolve) => peer.onClose(resolve));
		if (outcome.state === "ready")
			peer.serve({
				request: (...call) => this.#answer(...call),
				notify: (method, params) => {
					this.told.push(method);
					if (method === "clients_changed") ({ clients: this.clients } = params as { clients: readonly string[] });
				},
			});
	}

	static async connect(options: ExtensionOptions): Promise<ScriptedExtension> {
		const { linkPort, credentials, scripts = {}, tabs = [tab(1)] } = options;
		const peer = new Peer({
			transport: clientTransport(await dialLink(linkPort)),
			codec: frames,
			rules,
			clock: systemClock,
			maxFrameBytes: limits.linkFrameBytes,
			goneCode: "OWNER_GONE",
		});
		let key: Uint8Array<ArrayBuffer> | undefined;
		const outcome = await runExtensionSession({
			peer,
			clock: systemClock,
			random: systemRandom,
			credentials,
			hello: async () => helloOf(options, tabs),
			methods: Object.keys(linkMessages),
			onEnrolled: async (minted) => {
				key = minted;
			},
		});
		return new ScriptedExtension(peer, outcome, key, scripts, tabs);
	}

	setTabs(tabs: readonly TabInfo[]): void {
		this.tabs = tabs;
		this.peer.notify("tabs_changed", { tabs });
	}

	close(): void {
		this.peer.close();
	}

	async #answer(method: string, params: unknown, call: IncomingCall): Promise<unknown> {
		const facts = params as Record<string, unknown>;
		this.asked.push({ method, params: facts });
		const script = this.scripts[method];
		if (script) return script(facts, call);
		return this.#plainAnswer(method, facts);
	}

	#plainAnswer(method: string, { tabId, url, expression }: Record<string, unknown>): unknown {
		switch (method) {
			case "list_tabs":
				return { tabs: this.tabs };
			case "browser_snapshot":
				return { tabId, url: "https://site.example/now", title: "Now", snapshot: '- button "Send" [ref=e1]' };
			case "browser_navigate":
				return { tabId, url, status: 200, loaded: true };
			case "browser_click":
				return { tabId, via: "debugger" };
			case "browser_evaluate":
				return { tabId, value: JSON.stringify(expression) };
			default:
				throw new MonkError("METHOD_NOT_FOUND", `no ${method}`);
		}
	}
}

const helloOf = (
	{ profileId, label = "", slug, extVersion = "0.1.0" }: ExtensionOptions,
	tabs: readonly TabInfo[],
): Hello => ({
	protocol: PROTOCOL_VERSION,
	profileId: profileId ?? crypto.randomUUID(),
	label,
	...(slug === undefined ? {} : { slug }),
	extVersion,
	tabs: [...tabs],
});
