import { actIn } from "../acting.ts";
import type { Attachment } from "../debugger/attachment.ts";
import type { Goods } from "../debugger/handing-over.ts";
import { answerChooser, type Uploaded, uploadTo } from "../debugger/uploading.ts";
import type { Tool } from "../executor.ts";
import { requireTab } from "../tab-access.ts";
import { takeBytes } from "../uploads.ts";

/** The person may have allowed this extension to name files: "Allow access to file URLs". */
const mayNameFiles = (): Promise<boolean> => chrome.extension.isAllowedFileSchemeAccess();

/** Gives files to a file input, to whatever asks for them, or to a drop zone. */
export const uploadFile: Tool<"browser_upload_file"> = async ({ files, upload, ...params }, call, realm) => {
	const { ref } = params;
	if (upload === undefined && !(await mayNameFiles())) {
		await requireTab(params.tabId, "act", call);
		return { needs: "bytes" };
	}
	const goods: Goods = { files, ...(upload === undefined ? {} : { bytes: takeBytes(upload) }) };
	const byDebugger = (attachment: Attachment, begin: () => Promise<void>): Promise<Uploaded> =>
		ref === undefined ? answerChooser(attachment, begin, goods, call) : uploadTo(attachment, begin, ref, goods, call);
	const { acted, told } = await actIn(params, { byDebugger }, call, realm);
	return told === "needs bytes" ? { needs: "bytes" } : acted;
};
