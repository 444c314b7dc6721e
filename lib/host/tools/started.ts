import type { Started } from "../../catalog/started.ts";
import { addressLine, oneLine } from "./plain-text.ts";

/** Characters of an address, a name or a message that are worth telling: a data: address is a whole document. */
const TOLD = 500;

/** The page's words, on one line and in quotes, so that they can pass for nothing else. */
const quoted = (words: string): string => {
	const line = oneLine(words);
	return JSON.stringify(line.length > TOLD ? `${line.slice(0, TOLD)}…` : line);
};

const address = (url: string): string => {
	const line = addressLine(url);
	return line.length > TOLD ? `${line.slice(0, TOLD)}…` : line;
};

const afterwards = {
	loaded: "",
	loading: "; the page is still loading",
	waiting: "; its server has not answered yet, and the tab still shows the page before",
	failed: "",
} as const;

const http = (status: number | undefined): string => (status === undefined ? "" : ` (HTTP ${status})`);

/** What a page still loads, for the end of a line that says that it does. */
export const awaitedText = (awaited: readonly string[] = []): string =>
	awaited.length === 0 ? "" : `: ${awaited.map(address).join(", ")}`;

/** What an act set going, as a line. */
export function startedLine(event: Started): string {
	switch (event.kind) {
		case "navigation": {
			const { url, state, status, error, awaited } = event;
			if (state === "failed") return `NAVIGATION_FAILED: ${address(url)}: ${oneLine(error ?? "the load was stopped")}`;
			const verb = state === "waiting" ? "The tab is on its way to" : "The tab went to";
			return `${verb} ${address(url)}${http(status)}${afterwards[state]}${awaitedText(awaited)}`;
		}
		case "route":
			return `The page's address became ${address(event.url)}`;
		case "tab":
			return event.slot === undefined
				? `A new tab opened, which is not shared: ${address(event.url)}`
				: `New tab ${event.slot} opened: ${address(event.url)}`;
		case "download": {
			const { name, state, bytes, path, error } = event;
			const size = bytes === undefined ? "" : `, ${bytes} bytes`;
			const place = path === undefined ? "" : `, ${quoted(path)}`;
			const why = error === undefined ? "" : ` (${oneLine(error)})`;
			return `Download ${quoted(name)}: ${state}${why}${size}${place}`;
		}
		case "dialog":
			return `The page shows a dialog (${event.type}): ${quoted(event.message)}`;
		case "file chooser":
			return `The page asked for ${event.several ? "files" : "a file"}; nothing was chosen`;
		default:
			return event satisfies never;
	}
}

/** What stands in the way of all else until it is dealt with. */
export function modalLine(event: Started): string | undefined {
	if (event.kind === "dialog") {
		const held = event.defaultPrompt ? `, holding ${quoted(event.defaultPrompt)}` : "";
		return `- ${event.type} ${quoted(event.message)}${held}: answer it with browser_handle_dialog`;
	}
	return event.kind === "file chooser" ? "- file chooser: give the files with browser_upload_file" : undefined;
}

/** Whether the page that the tab shows now is the one to which the act led. */
export const canBeRead = (started: readonly Started[]): boolean =>
	!started.some((event) => event.kind === "dialog" || (event.kind === "navigation" && event.state === "waiting"));
