import { type } from "arktype";
import { consent } from "./consent.ts";
import { nothing, notification, request } from "./define.ts";
import { scriptMethods } from "./scripts.ts";

const hex32 = type(/^[0-9a-f]{64}$/);

const profileStatus = type({
	"+": "reject",
	profileId: "string",
	slug: "string",
	label: "string",
	/** Version of the extension in that profile. */
	extVersion: "string",
	state: "'connected' | 'offline'",
	tabs: "number.integer",
	/** Of one that is connected, once its extension has told. */
	"consent?": consent,
	/** Milliseconds since the epoch, of a profile that is offline. */
	"lastSeen?": "number.integer",
});

export const ownerStatus = type({
	"+": "reject",
	version: "string",
	pid: "number.integer",
	/** Milliseconds since the epoch. */
	startedAt: "number.integer",
	ports: {
		"+": "reject",
		control: "number.integer",
		link: "number.integer",
		"legacy?": "number.integer",
		"scriptcat?": "number.integer",
		/** MCP over HTTP. */
		"http?": "number.integer",
	},
	/** ScriptCat: `away` when it was paired and is not connected. */
	scripts: "'connected' | 'away' | 'unpaired'",
	profiles: profileStatus.array(),
	clients: type({ "+": "reject", pid: "number.integer", version: "string", "name?": "string" }).array(),
	/** One line each: what does not work as it should, and the next step. */
	problems: "string[]",
});

export const toolResult = type({
	"+": "reject",
	content: type({ "+": "reject", type: "'text'", text: "string" })
		.or({ "+": "reject", type: "'image'", data: "string", mimeType: "string" })
		.array(),
	"isError?": "boolean",
	"structuredContent?": "object",
});

/**
 * What an owner remembers of a client from call to call, as the client brings it to the next owner. The owner tells it
 * whenever it has changed, so that nothing is lost with an owner that is killed.
 */
export const clientState = type({
	"+": "reject",
	"lastProfileId?": "string <= 64",
	/** Tabs that it opened; `temporary`: to be closed when it leaves. */
	opened: type({ "+": "reject", profileId: "string <= 64", tabId: "number.integer", "temporary?": "true" })
		.array()
		.atMostLength(128),
	/** Tabs that it has to itself, until a time in milliseconds since the epoch; `kept`: because it asked for that. */
	leases: type({ "+": "reject", tab: "string <= 96", until: "number.integer", "kept?": "true" })
		.array()
		.atMostLength(128),
});

/** A call that goes on by itself: times in milliseconds since the epoch, `ttlMs` from its end. */
export const taskInfo = type({
	"+": "reject",
	id: "string",
	tool: "string",
	status: "'working' | 'completed' | 'failed' | 'cancelled'",
	/** What it waits for, or how it ended. */
	"message?": "string",
	createdAt: "number.integer",
	updatedAt: "number.integer",
	ttlMs: "number.integer",
});

const taskId = type({ "+": "reject", id: "string <= 64" });

/** Who has joined: what `monk pair` and `monk open` show. */
export const joined = type({
	"+": "reject",
	/** Absent: a browser with monk's extension. */
	"kind?": "'scriptcat'",
	profileId: "string",
	slug: "string",
	label: "string",
});

/** The control port: what forwarders and commands ask of the owner, after both have proved who they are. */
export const controlMessages = {
	/** HMAC-SHA-256(token, "monk-control-v1/owner" ‖ nonce), so that the token is never shown to a stranger on the port. */
	owner_proof: request(
		"client",
		"read",
		5_000,
		type({ "+": "reject", nonce: hex32 }),
		type({ "+": "reject", proof: hex32 }),
	),
	fwd_hello: request(
		"client",
		"read",
		5_000,
		type({
			"+": "reject",
			pid: "number.integer",
			version: "string <= 64",
			token: hex32,
			"client?": {
				"+": "reject",
				/** The same for as long as the client runs, whichever owner it speaks to. */
				"id?": "string <= 64",
				"name?": "string <= 64",
				"version?": "string <= 64",
				"state?": clientState,
			},
		}),
		type({ "+": "reject", ok: "boolean", version: "string", "reason?": "string", "groups?": "string[]" }),
	),
	/**
	 * Asks an owner of whatever version to end in good order, so that another may take its place. It goes without the
	 * greeting, which refuses other versions, and so its shape must never change.
	 */
	owner_dismiss: request(
		"client",
		"act",
		10_000,
		type({ "+": "reject", token: hex32, version: "string <= 64" }),
		type({ "+": "reject", version: "string", pid: "number.integer" }),
	),
	/** With `progress`, a word of the caller's, the owner tells meanwhile what the call waits for. */
	call_tool: request(
		"client",
		"act",
		300_000,
		type({ "+": "reject", name: "string", args: "object", "progress?": "string <= 64" }),
		toolResult,
	),
	/** Begins a call that outlives its client's connection; its result is kept for a while. */
	task_start: request(
		"client",
		"act",
		5_000,
		type({ "+": "reject", name: "string", args: "object", "ttlMs?": "number.integer > 0" }),
		taskInfo,
	),
	task_get: request("client", "read", 5_000, taskId, taskInfo),
	/** Answers when the task has ended. */
	task_result: request("client", "read", 300_000, taskId, toolResult),
	/** The client's own, and those of clients of its name that have left. */
	task_list: request("client", "read", 5_000, nothing, type({ "+": "reject", tasks: taskInfo.array() })),
	task_cancel: request("client", "act", 5_000, taskId, taskInfo),
	/** The snapshots that the client was given and that are still kept. */
	snapshots_kept: request(
		"client",
		"read",
		5_000,
		nothing,
		type({
			"+": "reject",
			snapshots: type({
				"+": "reject",
				id: "string",
				profile: "string",
				tab: "number.integer",
				chars: "number.integer",
			}).array(),
		}),
	),
	/** One of them, whole, as a tool would tell it. */
	snapshot_read: request("client", "read", 5_000, type({ "+": "reject", id: "string <= 64" }), toolResult),
	call_progress: notification("owner", type({ "+": "reject", progress: "string", message: "string" })),
	/** Groups of tools that came to be worth listing, or ceased to be: all that are now, beside the core. */
	groups_changed: notification("owner", type({ "+": "reject", groups: "string[]" })),
	/** For the client to bring to the next owner. */
	client_state: notification("owner", clientState),
	/** Some browser's shared tabs are others than before. */
	tabs_changed: notification("owner", nothing),
	owner_status: request("client", "read", 5_000, nothing, ownerStatus),
	owner_stop: request("client", "act", 10_000, nothing, nothing),
	/** Opens the one pairing window: a code for a person to type. */
	pair_open: request(
		"client",
		"act",
		5_000,
		nothing,
		type({ "+": "reject", code: "string", expiresAt: "number.integer" }),
	),
	/** Answers when a browser has joined with the code; a cancel closes the window. */
	pair_wait: request("client", "read", 130_000, nothing, joined),
	/** Mints a key for a browser that monk itself starts, whose key file no person has to type. */
	enroll: request(
		"client",
		"act",
		5_000,
		type({ "+": "reject", label: "string <= 64" }),
		type({ "+": "reject", instanceId: "string", key: hex32, linkPort: "number.integer" }),
	),
	/** Answers when the extension with that instance id is connected. */
	profile_wait: request("client", "read", 60_000, type({ "+": "reject", instanceId: "string" }), joined),
	/** Asks the script manager as a command does: without an agent's limits, and answered with data. */
	scripts_call: request(
		"client",
		"act",
		330_000,
		type({ "+": "reject", method: type.enumerated(...scriptMethods), input: "object", "progress?": "string <= 64" }),
		type({ "+": "reject", result: "object" }),
	),
	/** Takes a profile's key away and closes its connection; `profile` is its slug or profileId, whole. */
	profile_forget: request(
		"client",
		"act",
		5_000,
		type({ "+": "reject", profile: "string", "confirm?": "boolean" }),
		joined,
	),
} as const;

export type OwnerStatus = typeof ownerStatus.infer;
export type ToolResult = typeof toolResult.infer;
export type ClientState = typeof clientState.infer;
export type TaskInfo = typeof taskInfo.infer;
export type Joined = typeof joined.infer;
