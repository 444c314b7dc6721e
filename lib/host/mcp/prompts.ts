import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
	ErrorCode,
	GetPromptRequestSchema,
	ListPromptsRequestSchema,
	McpError,
	type Prompt,
} from "@modelcontextprotocol/sdk/types.js";

type Words = Readonly<Record<string, string>>;

interface Job {
	readonly title: string;
	readonly description: string;
	/** Arguments by name; those whose description ends with "?" may be left out. */
	readonly takes: Words;
	write(given: Words): string;
}

const inTab = ({ tab }: Words): string => (tab === undefined ? "the shared tab that is meant" : `tab ${tab}`);

const tabArgument = "Number of the tab?";

/** Common jobs, each with the way of doing it that costs least. */
const jobs: Readonly<Record<string, Job>> = {
	read_page: {
		title: "Answer a question from a page",
		description: "Read what a shared tab shows and answer a question from it",
		takes: { question: "What is to be found out", tab: tabArgument },
		write: (given) =>
			`Answer from ${inTab(given)} of my browser: ${given.question}\n\n` +
			"Look with browser_find first; where that is not enough, read with browser_get_text. Quote the words that the " +
			"answer rests on, and say so if the page does not answer it. Change nothing there.",
	},
	fill_form: {
		title: "Fill in a form",
		description: "Fill in the form of a shared tab, and stop before it is sent",
		takes: { values: "What to fill in, in your words", tab: tabArgument },
		write: (given) =>
			`Fill in the form in ${inTab(given)} of my browser with: ${given.values}\n\n` +
			"Take a browser_snapshot with filter interactive, then fill all fields in one browser_fill_form. Do not send the " +
			"form: show me what stands in each field, and name those that you left empty.",
	},
	compare_tabs: {
		title: "Compare shared tabs",
		description: "Read all shared tabs and set them side by side",
		takes: { what: "What is to be compared, such as price and delivery" },
		write: ({ what }) =>
			`Compare the tabs that I shared by: ${what}\n\n` +
			"List them with browser_list_tabs, read each with browser_find or browser_get_text, and give one table with a row " +
			"for each tab. Leave a cell empty rather than guess.",
	},
	watch_page: {
		title: "Wait for something on a page",
		description: "Wait until a shared tab shows something, then tell",
		takes: { what: "What should appear or go", tab: tabArgument },
		write: (given) =>
			`Wait in ${inTab(given)} of my browser until: ${given.what}\n\n` +
			"Use browser_wait with the text that tells it and a long timeoutMs, as a task where you can. Reload only if the " +
			"page does not change by itself. Then tell me what it shows.",
	},
	try_page: {
		title: "Try out a page",
		description: "Work through steps on a page and report what happened at each",
		takes: { steps: "The steps and what should happen", address: "Where to begin?" },
		write: ({ steps, address }) =>
			`Try this out in my browser${address === undefined ? "" : `, beginning at ${address}`}: ${steps}\n\n` +
			"Work in a tab of your own where you may open one. After each step compare the snapshot with what should have " +
			"happened; at the first that differs look at browser_get_console_logs too, stop, and report both.",
	},
};

const isOptional = (about: string): boolean => about.endsWith("?");

const listed = ([name, { title, description, takes }]: [string, Job]): Prompt => ({
	name,
	title,
	description,
	arguments: Object.entries(takes).map(([argument, about]) => ({
		name: argument,
		description: about.replace(/\?$/, ""),
		required: !isOptional(about),
	})),
});

function write(name: string, given: Words) {
	const job = Object.hasOwn(jobs, name) ? jobs[name] : undefined;
	if (job === undefined)
		throw new McpError(ErrorCode.InvalidParams, "there is no such prompt: prompts/list names them");
	const missing = Object.keys(job.takes).find((key) => !isOptional(job.takes[key] ?? "") && !given[key]);
	if (missing !== undefined) throw new McpError(ErrorCode.InvalidParams, `${name} needs the argument ${missing}`);
	const message = { role: "user" as const, content: { type: "text" as const, text: job.write(given) } };
	return { description: job.description, messages: [message] };
}

export function servePrompts(server: Server): void {
	server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: Object.entries(jobs).map(listed) }));
	server.setRequestHandler(GetPromptRequestSchema, ({ params }) => write(params.name, params.arguments ?? {}));
}
