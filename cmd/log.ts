import { defineCommand } from "citty";
import { type AuditLine, readAudit } from "../lib/host/audit-reader.ts";
import { jsonArg, meta } from "./terminal/args.ts";
import { auditJson, auditLine } from "./terminal/audit-line.ts";
import { interruption } from "./terminal/interrupt.ts";
import { print, printJson, say } from "./terminal/output.ts";
import { settingFrom } from "./terminal/setting.ts";
import { readSince } from "./terminal/since.ts";

type Logged = Extract<AuditLine, { kind: "event" }>;

interface Wanted {
	readonly since?: number;
	readonly tool?: string;
	readonly profile?: string;
}

const isWanted = ({ at, facts }: Logged, { since, tool, profile }: Wanted): boolean =>
	(since === undefined || at >= since) &&
	(tool === undefined || facts.tool === tool) &&
	(profile === undefined || facts.profile === profile);

async function show(lines: AsyncIterable<AuditLine>, wanted: Wanted, json: boolean): Promise<void> {
	let unreadable = 0;
	for await (const line of lines) {
		if (line.kind === "unreadable") unreadable++;
		else if (isWanted(line, wanted)) json ? printJson(auditJson(line)) : print(auditLine(line));
	}
	if (unreadable > 0) say(`lines that could not be read: ${unreadable}`);
}

export const log = defineCommand({
	meta: meta(
		"log",
		"Show what was done, and by whom: each call and each security event",
		"monk log --since 2h --follow",
	),
	args: {
		since: { type: "string", valueHint: "time", description: "Only what is newer: 90s, 15m, 2h, 7d ago, or a date" },
		tool: { type: "string", valueHint: "name", description: "Only calls of this tool" },
		profile: { type: "string", valueHint: "name", description: "Only what concerns this browser profile" },
		follow: { type: "boolean", description: "Go on with what happens from now on, until Ctrl-C" },
		...jsonArg,
	},
	async run({ args: { since, tool, profile, follow, json } }) {
		const { paths } = await settingFrom({});
		const wanted: Wanted = {
			...(since === undefined ? {} : { since: readSince(since, Date.now()) }),
			...(tool === undefined ? {} : { tool }),
			...(profile === undefined ? {} : { profile }),
		};
		await show(readAudit(paths.audit, follow ? interruption() : undefined), wanted, json === true);
	},
});
