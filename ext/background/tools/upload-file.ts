import { actIn, type DomPlace } from "../acting.ts";
import type { Attachment } from "../debugger/attachment.ts";
import type { Goods } from "../debugger/handing-over.ts";
import { answerChooser, type Uploaded, uploadTo } from "../debugger/uploading.ts";
import { uploadByDom } from "../dom-upload.ts";
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
	const sizes = files.map(({ size }) => size);
	const bytes = upload === undefined ? undefined : takeBytes(upload, sizes);
	if (upload !== undefined && bytes === undefined) {
		await requireTab(params.tabId, "act", call);
		return { needs: "bytes" };
	}
	const goods: Goods = { files, ...(bytes === undefined ? {} : { bytes }) };
	const byDebugger = (attachment: Attachment, begin: () => Promise<void>): Promise<Uploaded> =>
		ref === undefined ? answerChooser(attachment, begin, goods, call) : uploadTo(attachment, begin, ref, goods, call);
	const byDom = (place: DomPlace, begin: () => Promise<void>): Promise<Uploaded> =>
		uploadByDom(place, begin, ref ?? "", goods, call);
	const { acted, told } = await actIn(params, { byDebugger, byDom }, call, realm);
	return told === "needs bytes" ? { needs: "bytes" } : acted;
};
