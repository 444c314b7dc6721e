import { expect, test } from "bun:test";
import { shellHint } from "../../../cmd/terminal/shell-hint.ts";
import { errorRules } from "../../../lib/errors/codes.ts";

test("what is worded for agents is said in the shell's words, and what is not stays", () => {
	const said = (hint: string) => shellHint("STALE_REF", hint);
	expect(said("Take a new browser_snapshot and use a ref from it.")).toBe(
		"Take a new `monk call browser_snapshot` and use a ref from it.",
	);
	expect(said("Repeat it with `confirm: true`, or name one with `profile`, within `timeoutMs`.")).toBe(
		"Repeat it with `--confirm`, or name one with `--profile`, within `--timeout-ms`.",
	);
	expect(said("Ask scripts_source, scripts_metadata or scripts_delete.")).toBe(
		"Ask `monk scripts source`, `monk scripts info` or `monk scripts rm`.",
	);
	expect(said("Call `browser_find`.")).toBe("Call `monk call browser_find`.");
	expect(said("See `monk call browser_click --help`.")).toBe("See `monk call browser_click --help`.");
	expect(said("Run `monk pair`, or `monk serve --replace`.")).toBe("Run `monk pair`, or `monk serve --replace`.");
});

test("the tool that was called is named to the shell, and no command to an agent", () => {
	const { next } = errorRules.INVALID_ARGUMENT;
	expect(shellHint("INVALID_ARGUMENT", next, "browser_click")).toContain("`monk call browser_click --help`");
	expect(shellHint("INVALID_ARGUMENT", next)).not.toContain("TOOL");
	for (const code of ["INVALID_ARGUMENT", "UNKNOWN_TOOL"] as const)
		expect(errorRules[code].next).not.toContain("monk call");
});
