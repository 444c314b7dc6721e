import type { Answer, LinkStatus, OffscreenRequests, RealmMessage } from "../messages.ts";
import { local, session } from "../storage.ts";
import { drawBadges } from "./badge.ts";
import type { Executor } from "./executor.ts";
import { keepAck, linkFacts } from "./identity.ts";
import { Once } from "./once.ts";
import { adoptPairFile } from "./pair-file.ts";

type Handlers = {
	readonly [N in keyof OffscreenRequests]: (
		body: OffscreenRequests[N][0],
		id: string,
		mayAct: Promise<void>,
	) => Promise<OffscreenRequests[N][1]>;
};

/** What the offscreen page asks of the worker; `onLink` hears how the link stands whenever that changes. */
export const offscreenHandlers = (executor: Executor, onLink: (link: LinkStatus) => void): Handlers => ({
	"link-facts": async () => {
		await adoptPairFile();
		return linkFacts();
	},
	execute: ({ method, params }, id, mayAct) => executor.execute(id, method, params, mayAct),
	cancel: async ({ id }) => {
		executor.cancel(id);
		return null;
	},
	enrolled: async ({ key }) => {
		await local.set("key", key);
		return null;
	},
	clients: async ({ clients }) => {
		await session.set("clients", clients);
		return null;
	},
	acknowledged: async ({ ack }) => {
		await keepAck(ack);
		return null;
	},
	status: async (link) => {
		await session.set("link", link);
		await drawBadges();
		onLink(link);
		return null;
	},
});

/** Answers a message of the offscreen page, whichever way and how often it came; it acts by none before it may. */
export function offscreenAnswerer(
	executor: Executor,
	onLink: (link: LinkStatus) => void,
): (message: RealmMessage, mayAct: Promise<void>) => Promise<Answer<unknown>> {
	const handlers = offscreenHandlers(executor, onLink);
	const once = new Once();
	return (message, isFree) =>
		once.answer(message.id, isFree, (mayAct) => {
			if (!Object.hasOwn(handlers, message.name)) throw new Error(`unknown request ${message.name}`);
			const handle = handlers[message.name as keyof OffscreenRequests] as (
				body: unknown,
				id: string,
				mayAct: Promise<void>,
			) => Promise<unknown>;
			return handle(message.body, message.id, mayAct);
		});
}
