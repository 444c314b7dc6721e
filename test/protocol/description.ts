import { linkMessages } from "../../lib/catalog/catalog.ts";
import { controlMessages } from "../../lib/catalog/control.ts";
import type { Entry, Shape } from "../../lib/catalog/define.ts";
import { MAX_SOURCE_BYTES } from "../../lib/catalog/script-limits.ts";
import {
	AGENT_SOURCE_BYTES,
	cancelMessages,
	type ScriptMethod,
	scriptAsks,
	scriptMessages,
} from "../../lib/catalog/scripts.ts";
import { CAPABILITIES_SCHEMA, PROTOCOL_VERSION, sessionMessages } from "../../lib/catalog/session.ts";
import { errorRules } from "../../lib/errors/codes.ts";
import { STRETCH_ROUNDS } from "../../lib/session/keys.ts";
import { ALPHABET, CODE_CHARS } from "../../lib/session/pairing.ts";
import { contextOf, derivation, type LinkKind } from "../../lib/session/transcript.ts";
import { limits } from "../../lib/wire/limits.ts";

type Table = Readonly<Record<string, Entry>>;

/** What JSON Schema cannot say is left out of it: the shape itself is the judge. */
function schemaOf(shape: Shape): object {
	const { $schema: _, ...schema } = shape.in.toJsonSchema({ fallback: ({ base }) => base }) as Record<string, unknown>;
	return schema;
}

function describe(method: string, entry: Entry) {
	if (entry.kind === "notification") return { kind: entry.kind, from: entry.from, params: schemaOf(entry.params) };
	const { kind, from, effect, timeoutMs, params, result } = entry;
	const asks = Object.hasOwn(scriptAsks, method) ? { waitsFor: scriptAsks[method as ScriptMethod] } : {};
	return { kind, from, effect, timeoutMs, ...asks, params: schemaOf(params), result: schemaOf(result) };
}

const described = (table: Table) =>
	Object.fromEntries(Object.entries(table).map(([method, entry]) => [method, describe(method, entry)]));

const onlyIn = (names: readonly string[]): Table =>
	Object.fromEntries(Object.entries(sessionMessages).filter(([name]) => names.includes(name)));

const steps = ["$session.authenticate", "$session.authenticated", "$session.capabilities", "$session.shutdown"];

const cryptography = (link: LinkKind) => ({
	mac: "HMAC-SHA-256",
	kdf: "HKDF-SHA-256",
	aead: "AES-256-GCM",
	...(link === "monk" ? { agreement: "ECDH-P-256", stretching: "PBKDF2-SHA-256", rounds: STRETCH_ROUNDS } : {}),
	nonceBytes: 32,
	keyBytes: 32,
	ivBytes: 12,
	contexts: {
		sessionExt: contextOf(link, "session", "extension"),
		sessionDaemon: contextOf(link, "session", "owner"),
		pairExt: contextOf(link, "pairing", "extension"),
		pairDaemon: contextOf(link, "pairing", "owner"),
		pairKdfSalt: derivation(link).salt,
		pairKdfInfoMac: derivation(link).mac,
		pairKdfInfoEnc: derivation(link).enc,
	},
});

/** Everything that a peer of either protocol has to know, as JSON. */
export const describeProtocols = () => ({
	about: "Written from the catalogue by `bun run protocol`; `bun run check` fails when it is stale.",
	monk: {
		version: PROTOCOL_VERSION,
		envelope: "frames",
		port: 9220,
		cryptography: cryptography("monk"),
		session: described(onlyIn([...steps, "hello"])),
		messages: described(linkMessages),
		control: described(controlMessages),
	},
	scriptcat: {
		version: CAPABILITIES_SCHEMA,
		envelope: "json-rpc",
		port: 8643,
		cryptography: cryptography("scriptcat"),
		session: described(onlyIn([...steps, "$session.hello"])),
		messages: described({ ...scriptMessages, ...cancelMessages }),
		maxSourceBytes: MAX_SOURCE_BYTES,
		agentSourceBytes: AGENT_SOURCE_BYTES,
	},
	pairingCode: { alphabet: ALPHABET, chars: CODE_CHARS, shown: "XXXX-XXXX" },
	errors: errorRules,
	limits,
});

export type Protocols = ReturnType<typeof describeProtocols>;
