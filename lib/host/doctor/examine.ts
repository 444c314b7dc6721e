import type { Setting } from "../setting.ts";
import { browserRows } from "./browser.ts";
import { fileRows, tokenRow } from "./files.ts";
import { lookForOwner, ownerRows } from "./owner.ts";
import { type Row, wrong } from "./row.ts";
import { scriptManagerRows } from "./script-manager.ts";

export type { Row } from "./row.ts";

/** Looks at everything that monk needs on this machine, and changes nothing. */
export async function examine(setting: Setting, now: number): Promise<readonly Row[]> {
	const { paths, ports, problems } = setting;
	const seen = await lookForOwner(setting);
	return [
		// A config that could not be used has been put aside by now: that it is not there would be the wrong news.
		...(await fileRows(paths, problems.length > 0 ? ["config"] : [])),
		...problems.map((problem) => wrong("config", problem, "write it anew, or do without")),
		await tokenRow(paths, seen.owner === "running"),
		...(await ownerRows(seen, ports)),
		...(await scriptManagerRows(seen, setting.scriptCatPort)),
		...(await browserRows(paths, now)),
	];
}
