import { MonkError } from "../../errors/error.ts";
import type { CdpPipe } from "./cdp-pipe.ts";

/** Loads the unpacked extension in `folder` and returns its id. Throws BROWSER_START_FAILED with Chrome's reason. */
export async function loadExtension(cdp: CdpPipe, folder: string): Promise<string> {
	try {
		return (await cdp.send<{ id: string }>("Extensions.loadUnpacked", { path: folder })).id;
	} catch (cause) {
		const why = cause instanceof Error ? cause.message : String(cause);
		throw new MonkError("BROWSER_START_FAILED", `the browser did not load the extension: ${why}`, { cause });
	}
}
