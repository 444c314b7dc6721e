import type { Tool } from "../executor.ts";
import { requireTab } from "../tab-access.ts";
import { keepBytes } from "../uploads.ts";

/** Keeps a piece of a file for the upload that follows. */
export const uploadBytes: Tool<"upload_bytes"> = async ({ tabId, upload, file, data }, call) => {
	await requireTab(tabId, "act", call);
	await call.mayAct;
	keepBytes(upload, file, data);
	return {};
};
