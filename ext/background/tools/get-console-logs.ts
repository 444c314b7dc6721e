import { maskSecrets } from "../../snapshot/secrets.ts";
import type { Attachment } from "../debugger/attachment.ts";
import type { Level, LogEntry } from "../debugger/console-log.ts";
import { withObjects } from "../debugger/console-objects.ts";
import type { Tool } from "../executor.ts";
import { requireTab } from "../tab-access.ts";

/** Least severe first; asking for one gives the more severe ones too. */
const severity: readonly Level[] = ["debug", "info", "warning", "error"];

const isAtLeast =
	(level: Level) =>
	(entry: LogEntry): boolean =>
		severity.indexOf(entry.level) >= severity.indexOf(level);

/** What the network and the page's policies reported comes from a domain of its own, which hands over its past too. */
const listenToLog = (attachment: Attachment): Promise<unknown> =>
	Promise.all(
		attachment.sessions().map((session) => attachment.send("Log.enable", {}, session).catch(() => undefined)),
	);

/** When the document began; a page that stands still, as before a dialog, does not say. */
async function reachBack(attachment: Attachment): Promise<void> {
	const { result } = await attachment.send<{ result: { value?: unknown } }>("Runtime.evaluate", {
		expression: "performance.timeOrigin",
		returnByValue: true,
		timeout: 500,
	});
	if (typeof result.value === "number") attachment.console.reachesBack(result.value);
}

/**
 * Reads the console through the debugger and not by a script in the page: Chrome keeps what a document has logged, from
 * its first line on. A script put there at the navigation came before the page's own first one in 4 of 30 loads
 * (measured), and a page can deceive it.
 */
export const getConsoleLogs: Tool<"browser_get_console_logs"> = async (
	{ tabId, level = "info", since },
	call,
	realm,
) => {
	const tab = await requireTab(tabId, "look", call);
	return realm.debugging.use(tab.id, async (attachment) => {
		await call.within(listenToLog(attachment));
		await call.within(attachment.unlessDialog(reachBack(attachment))).catch(() => call.check());
		const log = attachment.console;
		const entries = log.after(since === undefined ? 0 : Number(since));
		const last = entries.at(-1)?.ts;
		const wanted = entries.filter(isAtLeast(level));
		const told = await call.within(attachment.unlessDialog(withObjects(attachment, wanted)));
		return {
			tabId: tab.id,
			logs: told.map(({ blind: _, ...entry }) => ({ ...entry, text: maskSecrets(entry.text) })),
			next: last === undefined ? (since ?? "0") : String(last),
			dropped: log.dropped,
			since: Math.floor(log.since),
		};
	});
};
