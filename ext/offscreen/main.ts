/**
 * The page that holds the link to the owner. It lives as long as the browser, while the service worker sleeps; the
 * socket, the session and all checks of shape are here.
 */
import "../../lib/catalog/jitless.ts";
import { answerWith } from "../answer.ts";
import type { BackgroundRequests, RealmMessage } from "../messages.ts";
import { Link } from "./link.ts";
import { WorkerPort } from "./worker-port.ts";

const link = new Link(new WorkerPort());

const handlers: {
	readonly [N in keyof BackgroundRequests]: (body: BackgroundRequests[N][0]) => BackgroundRequests[N][1];
} = {
	"tabs-changed": ({ tabs, consent }) => {
		link.tabsChanged(tabs, consent);
		return null;
	},
	redial: ({ code }) => {
		link.redial(code);
		return null;
	},
	"link-status": () => link.status,
};

const isForUs = (message: unknown, sender: chrome.runtime.MessageSender): message is RealmMessage =>
	(message as Partial<RealmMessage> | null)?.to === "offscreen" &&
	sender.id === chrome.runtime.id &&
	sender.tab === undefined;

chrome.runtime.onMessage.addListener((message: unknown, sender, respond) => {
	if (!isForUs(message, sender) || !Object.hasOwn(handlers, message.name)) return false;
	const handle = handlers[message.name as keyof BackgroundRequests] as (body: unknown) => unknown;
	answerWith(async () => handle(message.body)).then(respond);
	return true;
});

link.run();
