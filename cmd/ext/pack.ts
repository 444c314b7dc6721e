import { join, resolve } from "node:path";
import { defineCommand } from "citty";
import { MonkError } from "../../lib/errors/error.ts";
import { writeExtension } from "../../lib/host/extension-folder.ts";
import { writeStoreZip } from "../../lib/host/extension-zip.ts";
import { jsonArg, meta } from "../terminal/args.ts";
import { print, printJson, say } from "../terminal/output.ts";
import { settingFrom } from "../terminal/setting.ts";

const loadIt = (folder: string): string =>
	[
		"In Chrome: open chrome://extensions, switch on Developer mode, click Load unpacked and choose",
		`  ${folder}`,
		"Then run `monk pair` and type its code into the extension.",
		"An extension that was loaded from there before reloads itself within a minute.",
	].join("\n");

const uploadIt =
	"A store gives the extension an id of its own, which monk refuses until `monk config set link-origins chrome-extension://ID`.";

async function packFolder(given: string | undefined, json: boolean): Promise<void> {
	const { paths } = await settingFrom({});
	const folder = given === undefined ? join(paths.extension) : resolve(given);
	await writeExtension(folder);
	if (json) printJson({ folder });
	else {
		print(folder);
		say(loadIt(folder));
	}
}

async function packZip(given: string, json: boolean): Promise<void> {
	const zip = resolve(given);
	await writeStoreZip(zip);
	if (json) printJson({ zip });
	else {
		print(zip);
		say(uploadIt);
	}
}

export const pack = defineCommand({
	meta: meta("ext pack", "Write monk's extension into a folder that Chrome can load", "monk ext pack ~/monk-extension"),
	args: {
		dir: { type: "positional", required: false, description: "Folder to write (in monk's own when left out)" },
		zip: { type: "string", valueHint: "file", description: "Write an archive for a store instead" },
		...jsonArg,
	},
	async run({ args: { dir, zip, json } }) {
		if (zip === undefined) return packFolder(dir, json === true);
		if (zip === "" || dir !== undefined)
			throw new MonkError("INVALID_ARGUMENT", "monk ext pack takes a folder or --zip FILE, one of them", {
				hint: "See `monk ext pack --help`.",
			});
		return packZip(zip, json === true);
	},
});
