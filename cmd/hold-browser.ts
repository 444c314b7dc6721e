import { defineCommand } from "citty";
import { firstPage, holdBrowser as hold } from "../lib/host/managed-browser/hold.ts";

/**
 * Started by `monk open`, never by a person: keeps a managed browser's pipe for as long as that browser runs. The page
 * to show first comes on standard input.
 */
export const holdBrowser = defineCommand({
	meta: { name: "hold-browser", description: "Keep a managed browser running", hidden: true },
	args: {
		browser: { type: "string", required: true, description: "The browser's path" },
		folder: { type: "string", required: true, description: "The managed browser's folder" },
		instance: { type: "string", description: "The extension's instance id" },
		headless: { type: "boolean", default: false, description: "Without a window" },
	},
	async run({ args: { browser, folder, instance, headless } }) {
		const { promise: interrupted, resolve } = Promise.withResolvers<void>();
		for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => resolve());
		/** The starter leaves once it has read the report; writing on must not end us. */
		process.stdout.on("error", () => undefined);
		const url = await firstPage();
		await hold(
			{ browser, folder, url, headless, ...(instance === undefined ? {} : { instanceId: instance }) },
			(report) => process.stdout.write(`${JSON.stringify(report)}\n`),
			interrupted,
		);
	},
});
