import { defineCommand } from "citty";
import { examine, type Row } from "../lib/host/doctor/examine.ts";
import { jsonArg, meta, portArgs } from "./terminal/args.ts";
import type { ExitStatus } from "./terminal/exit.ts";
import { print, printJson } from "./terminal/output.ts";
import { settingFrom } from "./terminal/setting.ts";

const signs = { ok: "ok   ", note: "note ", wrong: "WRONG" } as const satisfies Record<Row["state"], string>;

function nextStep(row: Row): readonly string[] {
	switch (row.state) {
		case "ok":
			return [];
		case "note":
			return row.next === undefined ? [] : [`       next: ${row.next}`];
		case "wrong":
			return [`       mend: ${row.mend}`];
		default:
			return row satisfies never;
	}
}

const lines = (row: Row): string => [`${signs[row.state]}  ${row.check}: ${row.found}`, ...nextStep(row)].join("\n");

export const doctor = defineCommand({
	meta: meta("doctor", "Look at everything that monk needs here, and say what mends what is wrong", "monk doctor"),
	args: { ...portArgs, ...jsonArg },
	async run({ args }): Promise<ExitStatus> {
		const rows = await examine(await settingFrom(args), Date.now());
		for (const row of rows) args.json ? printJson(row) : print(lines(row));
		return rows.some(({ state }) => state === "wrong") ? 3 : 0;
	},
});
