import { MonkError } from "../../../lib/errors/error.ts";
import { actIn } from "../acting.ts";
import type { Attachment } from "../debugger/attachment.ts";
import type { Tool } from "../executor.ts";
import { requireTab } from "../tab-access.ts";

/** One that opened while no debugger was there is Chrome's alone: it tells nobody of it and takes no answer (measured). */
const noDialog = (): MonkError =>
	new MonkError("NOT_FOUND", "no dialog is known to stand open in that tab", {
		hint: "If the page does not answer, a person can close what it shows, or browser_navigate leaves the page.",
	});

/** Answers the dialog that stands open in a tab, and waits for what comes of it. */
export const handleDialog: Tool<"browser_handle_dialog"> = async ({ tabId, accept, promptText }, call, realm) => {
	const tab = await requireTab(tabId, "act", call);
	const dialog = realm.debugging.dialogIn(tab.id);
	if (dialog === undefined) throw noDialog();
	if (promptText !== undefined && dialog.type !== "prompt")
		throw new MonkError("INVALID_ARGUMENT", `promptText: the dialog is no prompt but ${dialog.type}`);
	const byDebugger = async (attachment: Attachment, begin: () => Promise<void>): Promise<void> => {
		await begin();
		await attachment.answerDialog(accept, promptText);
	};
	return (await actIn({ tabId: tab.id }, { byDebugger, isAnswer: true }, call, realm)).acted;
};
