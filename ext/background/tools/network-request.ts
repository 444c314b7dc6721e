import { MonkError } from "../../../lib/errors/error.ts";
import { maskSecrets } from "../../snapshot/secrets.ts";
import type { Attachment } from "../debugger/attachment.ts";
import type { NetworkEntry } from "../debugger/network-log.ts";
import type { Tool } from "../executor.ts";
import { between, listedEntry, maskHeaders } from "../network-entry.ts";
import { requireTab } from "../tab-access.ts";

/** Characters of a body that are told unless the call says otherwise. */
const USUAL_CHARS = 20_000;

/** Chrome keeps bodies for as long as the document lives; a picture's says nothing as text. */
async function bodyOf(attachment: Attachment, { key, ended, answer }: NetworkEntry): Promise<string | undefined> {
	if (ended === undefined || answer === undefined) return undefined;
	const told = await attachment
		.send<{ body: string; base64Encoded: boolean }>(
			"Network.getResponseBody",
			{ requestId: key.requestId },
			key.session,
		)
		.catch(() => undefined);
	if (told === undefined) return undefined;
	return told.base64Encoded ? `[${Math.floor((told.body.length * 3) / 4)} bytes that are no text]` : told.body;
}

function cut(text: string | undefined, max: number): { readonly text?: string; readonly omitted: number } {
	if (text === undefined) return { omitted: 0 };
	const masked = maskSecrets(text);
	return { text: masked.slice(0, max), omitted: Math.max(0, masked.length - max) };
}

/** Shows one recorded request whole, with whatever is secret by its name or shape masked. */
export const networkRequest: Tool<"browser_network_request"> = async (params, call, { debugging }) => {
	const { id, maxChars = USUAL_CHARS } = params;
	const tab = await requireTab(params.tabId, "look", call);
	return debugging.use(tab.id, async (attachment) => {
		const entry = attachment.network.all.find((one) => one.id === id);
		if (entry === undefined) {
			throw new MonkError("NOT_FOUND", `no request ${JSON.stringify(id.slice(0, 20))} is recorded in this tab`, {
				hint: "List them with browser_network_requests; `record: true` begins to record.",
			});
		}
		const { answer, sent, ended } = entry;
		const [asked, answered] = [
			cut(entry.requestBody, maxChars),
			cut(await call.within(bodyOf(attachment, entry)), maxChars),
		];
		const waitMs = between(sent, answer?.at);
		const receiveMs = answer === undefined ? undefined : between(answer.at, ended);
		return {
			tabId: tab.id,
			...listedEntry(entry),
			startedAt: entry.startedAt,
			requestHeaders: maskHeaders(entry.requestHeaders),
			...(asked.text === undefined ? {} : { requestBody: asked.text }),
			...(answer === undefined ? {} : { mimeType: answer.mimeType, responseHeaders: maskHeaders(answer.headers) }),
			...(answered.text === undefined ? {} : { responseBody: answered.text }),
			omitted: asked.omitted + answered.omitted,
			...(waitMs === undefined ? {} : { waitMs }),
			...(receiveMs === undefined ? {} : { receiveMs }),
		};
	});
};
