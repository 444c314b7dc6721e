import { type } from "arktype";
import { nothing, notification, request } from "./define.ts";
import { tabInfo } from "./tabs.ts";

/** The version of the messages below; both sides must say the same. */
export const PROTOCOL_VERSION = 1;

/** The version of the capabilities message, compared exactly. */
export const CAPABILITIES_SCHEMA = "1.0.0";

export const hello = type({
	"+": "reject",
	protocol: "number.integer",
	profileId: "string.uuid",
	label: "string <= 64",
	"slug?": "string <= 32",
	"chromeProfileName?": "string <= 128",
	extVersion: "string <= 32",
	tabs: tabInfo.array(),
});

/** What an extension of the 0.2 line sends: read leniently, only to tell it why it is refused. */
export const legacyHello = type({
	profileId: "string <= 128",
	"label?": "string",
	extVersion: "string <= 64",
	"protocol?": "undefined",
});

/** The hello of another version than ours: read leniently for the same reason. */
export const foreignHello = type({
	profileId: "string <= 128",
	extVersion: "string <= 64",
	protocol: type("number.integer").narrow((protocol) => protocol !== PROTOCOL_VERSION),
});

/** What `hello` may carry; only `hello` itself, with our version, can ever be accepted. */
export const anyHello = hello.or(legacyHello).or(foreignHello);

export const helloAck = type({
	"+": "reject",
	ok: "true",
	protocol: "number.integer",
	serverVersion: "string",
	assignedLabel: "string",
	assignedSlug: "string",
}).or({
	"+": "reject",
	ok: "false",
	protocol: "number.integer",
	serverVersion: "string",
	reason: "string",
	/** Present only towards an extension of the 0.2 line, whose parser needs it. */
	"assignedPort?": "0",
});

/** What a server of the 0.2 line answers: it knows no protocol number and gives every browser a port. */
export const legacyAck = type({
	ok: "boolean",
	assignedPort: "number.integer",
	serverVersion: "string <= 64",
	"protocol?": "undefined",
});

const hex32 = type(/^[0-9a-f]{64}$/);
const instanceId = type(/^[0-9a-f]{32}$/);
/** An uncompressed P-256 point: 0x04, x, y, in lower-case hex. */
const publicKey = type(/^04[0-9a-f]{128}$/);

export const authenticateParams = type({ "+": "reject", nonceD: hex32, "keyD?": publicKey });

/** A session answer proves the key minted at pairing; a pairing answer proves the code that a person typed. */
export const authenticateAnswer = type({
	"+": "reject",
	mode: "'session' | 'pairing'",
	nonceE: hex32,
	hmac: hex32,
	"keyE?": publicKey,
	"peer?": { "+": "reject", kind: "'monk'", instanceId },
});

export const authenticatedParams = type({
	"+": "reject",
	hmac: hex32,
	"key?": { "+": "reject", ciphertext: "string == 64", iv: "string == 16" },
});

/** The session on a link, the same for every kind of extension. No step of it is ever sent twice, so each is an act. */
export const sessionMessages = {
	"$session.authenticate": request("owner", "act", 5_000, authenticateParams, authenticateAnswer),
	"$session.authenticated": notification("owner", authenticatedParams),
	/** ScriptCat's greeting; the monk extension greets with `hello` instead. */
	"$session.hello": notification("owner", type({ "+": "reject", daemonVersion: "string" })),
	hello: request("extension", "act", 10_000, anyHello, helloAck.or(legacyAck)),
	"$session.capabilities": request(
		"extension",
		"act",
		5_000,
		type({ "+": "reject", schemaVersion: "string", methods: "string[]" }),
		nothing,
	),
	"$session.shutdown": notification("owner", type({ "+": "reject", "reason?": "string" })),
} as const;

export type Hello = typeof hello.infer;
export type LegacyHello = typeof legacyHello.infer;
export type AnyHello = typeof anyHello.infer;
export type HelloAck = typeof helloAck.infer;
export type LegacyAck = typeof legacyAck.infer;
export type AuthenticateParams = typeof authenticateParams.infer;
export type AuthenticateAnswer = typeof authenticateAnswer.infer;
export type AuthenticatedParams = typeof authenticatedParams.infer;
