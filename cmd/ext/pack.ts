import { join, resolve } from "node:path";
import { defineCommand } from "citty";
import { writeExtension } from "../../lib/host/extension-folder.ts";
import { jsonArg, meta } from "../terminal/args.ts";
import { print, printJson, say } from "../terminal/output.ts";
import { settingFrom } from "../terminal/setting.ts";

const nextSteps = (folder: string): string =>
	[
		"In Chrome: open chrome://extensions, switch on Developer mode, click Load unpacked and choose",
		`  ${folder}`,
		"Then run `monk pair` and type its code into the extension.",
	].join("\n");

export const pack = defineCommand({
	meta: meta("ext pack", "Write monk's extension into a folder that Chrome can load", "monk ext pack ~/monk-extension"),
	args: {
		dir: { type: "positional", required: false, description: "Folder to write (in monk's own when left out)" },
		...jsonArg,
	},
	async run({ args }) {
		const { paths } = await settingFrom({});
		const folder = args.dir === undefined ? join(paths.extension) : resolve(args.dir);
		await writeExtension(folder);
		if (args.json) printJson({ folder });
		else {
			print(folder);
			say(nextSteps(folder));
		}
	},
});
