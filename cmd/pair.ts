import { defineCommand } from "citty";
import type { OwnerConnection } from "../lib/host/owner/control-client.ts";
import { jsonArg, meta, portArgs } from "./terminal/args.ts";
import { interruption } from "./terminal/interrupt.ts";
import { endLine, print, printJson, say, sayOver } from "./terminal/output.ts";
import { settingFrom, withStartedOwner } from "./terminal/setting.ts";

const secondsLeft = (expiresAt: number): number => Math.max(0, Math.ceil((expiresAt - Date.now()) / 1000));

/** Says how long the code still lives: each second on a terminal, seldom in a log. The returned function ends it. */
function countDown(expiresAt: number): () => void {
	const isTerminal = process.stderr.isTTY;
	const tell = () => (isTerminal ? sayOver : say)(`Waiting: ${secondsLeft(expiresAt)} s left`);
	tell();
	const timer = setInterval(tell, isTerminal ? 1_000 : 30_000);
	return () => {
		clearInterval(timer);
		endLine();
	};
}

async function pairOnce(owner: OwnerConnection, json: boolean): Promise<void> {
	const signal = interruption();
	const { code, expiresAt } = await owner.request("pair_open", {});
	if (json) printJson({ code, expiresAt });
	else {
		say("Click monk's icon in the browser, or open ScriptCat's External Access settings, and type this code there:");
		print(code);
	}
	const stopCounting = json ? () => undefined : countDown(expiresAt);
	const joined = await owner.request("pair_wait", {}, { signal }).finally(stopCounting);
	if (json) printJson({ joined });
	else print(`${joined.slug} joined${joined.label === joined.slug ? "" : ` (${joined.label})`}`);
}

export const pair = defineCommand({
	meta: meta("pair", "Show a code that lets a browser's extension join, and wait for it", "monk pair"),
	args: { ...portArgs, ...jsonArg },
	async run({ args }) {
		const setting = await settingFrom(args);
		await withStartedOwner(setting, "monk pair", (owner) => pairOnce(owner, args.json === true));
	},
});
