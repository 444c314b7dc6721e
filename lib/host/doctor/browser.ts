import { asMonkError, errorLine } from "../../errors/error.ts";
import { readAudit } from "../audit-reader.ts";
import { extensionFiles } from "../embedded-extension.ts";
import { type PackedExtension, packedIn } from "../extension-folder.ts";
import { findBrowser } from "../managed-browser/find.ts";
import type { Paths } from "../paths.ts";
import { note, ok, type Row, wrong } from "./row.ts";

export function browserRow(): Row {
	try {
		return ok("browser", findBrowser());
	} catch (thrown) {
		return wrong(
			"browser",
			errorLine(asMonkError(thrown)),
			"install Chrome or Chromium, or set MONK_BROWSER to its path",
		);
	}
}

const listingOf = (files: ReadonlyMap<string, Uint8Array>): PackedExtension => {
	const { version, version_name } = JSON.parse(new TextDecoder().decode(files.get("manifest.json")));
	return { version, build: version_name };
};

/** The packed extension against the one that this monk carries; a build may differ though its version does not. */
export function packedRow(folder: string, packed: PackedExtension | undefined, carried: PackedExtension): Row {
	const check = "packed extension";
	if (packed === undefined) return note(check, `none in ${folder}`, "monk ext pack");
	if (packed.build === carried.build) return ok(check, `${packed.build} in ${folder}`);
	return wrong(check, `${packed.build} in ${folder}, and this monk carries ${carried.build}`, "monk ext pack");
}

const weekMs = 7 * 24 * 3_600_000;

/** Extensions of the 0.2 line that called within a week: they show their user nothing, and call no more. */
async function legacySeen(audit: string, now: number): Promise<readonly string[]> {
	const versions = new Set<string>();
	for await (const line of readAudit(audit)) {
		if (line.kind !== "event" || line.event !== "session" || line.at < now - weekMs) continue;
		const { session } = line.facts as { session?: { kind?: unknown; extVersion?: unknown } };
		if (session?.kind === "legacy") versions.add(String(session.extVersion).slice(0, 32));
	}
	return [...versions];
}

async function legacyRow({ audit }: Paths, now: number): Promise<Row> {
	const seen = await legacySeen(audit, now);
	if (seen.length === 0) return ok("old extensions", "none called within a week");
	return note(
		"old extensions",
		`called within a week and were refused: ${seen.join(", ")}`,
		"monk ext pack, and load that one",
	);
}

export async function browserRows(paths: Paths, now: number): Promise<readonly Row[]> {
	const carried = listingOf(await extensionFiles());
	return [browserRow(), packedRow(paths.extension, packedIn(paths.extension), carried), await legacyRow(paths, now)];
}
