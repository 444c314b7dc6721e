import { type } from "arktype";
import { request, tabParams, tool } from "./define.ts";

const listArgs = { "record?": "boolean", "url?": "string > 0", "failed?": "boolean" } as const;

const oneArgs = { id: "string > 0", "max_chars?": "number.integer >= 100" } as const;

const entry = {
	/** By which one is asked for. */
	id: "string",
	method: "string",
	url: "string",
	/** Chrome's word for what asked: Document, XHR, Fetch, Image, … */
	type: "string",
	/** Absent while there is no answer. */
	"status?": "number.integer",
	/** Chrome's word for why there is none. */
	"error?": "string",
	/** Milliseconds from the request to the answer's end. */
	"ms?": "number",
	/** As they came over the network. */
	"bytes?": "number",
} as const;

const headers = type({ "[string]": "string" });

const listed = {
	recording: "boolean",
	requests: type({ "+": "reject", ...entry }).array(),
	/** Requests that there was no room for; the oldest go first. */
	dropped: "number.integer",
} as const;

const shown = {
	...entry,
	/** Milliseconds since the epoch. */
	startedAt: "number",
	requestHeaders: headers,
	"requestBody?": "string",
	"mimeType?": "string",
	"responseHeaders?": headers,
	"responseBody?": "string",
	/** Characters of bodies that did not fit. */
	omitted: "number.integer",
	/** Milliseconds, by step: waiting for the server, and receiving. */
	"waitMs?": "number",
	"receiveMs?": "number",
} as const;

export const networkMessages = {
	browser_network_requests: request(
		"owner",
		"read",
		15_000,
		type({ "+": "reject", ...listArgs, ...tabParams }),
		type({ "+": "reject", tabId: "number.integer", ...listed }),
	),
	browser_network_request: request(
		"owner",
		"read",
		15_000,
		type({ "+": "reject", id: "string > 0", "maxChars?": "number.integer >= 100", ...tabParams }),
		type({ "+": "reject", tabId: "number.integer", ...shown }),
	),
} as const;

export const networkTools = {
	browser_network_requests: tool({
		title: "Network requests",
		about:
			"List what a tab has requested since recording began. Pass `record: true` once to begin: the debugger then stays on the tab, which Chrome shows to the person, until `record: false`.",
		group: "network",
		target: "tab",
		effect: "read",
		output: type({ "+": "reject", ...listed }),
		args: type({ "+": "reject", ...listArgs }),
		argsAbout: {
			record: "true begins to record, false ends it and forgets what was recorded",
			url: "Only addresses that contain this",
			failed: "Only those without an answer, or with a status from 400",
		},
		example: "monk call browser_network_requests --record",
	}),
	browser_network_request: tool({
		title: "Network request",
		about:
			"Show one recorded request and its answer: headers, bodies and timing. Cookies, authorization and tokens are masked.",
		group: "network",
		target: "tab",
		effect: "read",
		output: type({ "+": "reject", ...shown }),
		args: type({ "+": "reject", ...oneArgs }),
		argsAbout: {
			id: "Its id from browser_network_requests",
			max_chars: "Characters of each body at most (20000)",
		},
		example: "monk call browser_network_request --id 3",
	}),
} as const;
