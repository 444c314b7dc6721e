import { linkMessages } from "../../lib/catalog/catalog.ts";
import type { consentMessages } from "../../lib/catalog/consent.ts";
import type { ParamsOf } from "../../lib/catalog/define.ts";
import { MonkError } from "../../lib/errors/error.ts";
import type { Handler, Peer } from "../../lib/wire/peer.ts";
import type { WorkerPort } from "./worker-port.ts";

type ClientsChanged = ParamsOf<(typeof consentMessages)["clients_changed"]>;

/** What the owner may ask of this extension. */
export const methods: readonly string[] = Object.entries(linkMessages)
	.filter(([, entry]) => entry.kind === "request" && entry.from === "owner")
	.map(([name]) => name);

const effectOf = (method: string): "read" | "act" => {
	const entry = linkMessages[method as keyof typeof linkMessages];
	return entry.kind === "request" ? entry.effect : "read";
};

/** Passes the owner's requests on to the worker. The peer has checked them by the catalogue already. */
export const carryOut = (worker: WorkerPort, peer: Peer): Handler => ({
	async request(method, params, call) {
		if (!methods.includes(method)) throw new MonkError("METHOD_NOT_FOUND", `this extension does not know ${method}`);
		const id = crypto.randomUUID();
		const cancel = (): void => {
			worker.request("cancel", { id }).catch(() => undefined);
		};
		call.signal.addEventListener("abort", cancel, { once: true });
		try {
			const effect = effectOf(method);
			return await worker.request("execute", { method, params, effect }, effect, id);
		} finally {
			call.signal.removeEventListener("abort", cancel);
		}
	},
	notify(method, params) {
		if (method === "$session.shutdown") peer.close();
		// For the popup alone, which asks again when it is opened.
		if (method === "clients_changed") worker.request("clients", params as ClientsChanged).catch(() => undefined);
	},
});
