import { showUnseen } from "../../lib/errors/unseen.ts";
import type { AuditLine, Facts } from "../../lib/host/audit-reader.ts";
import { oneLine } from "../../lib/host/tools/plain-text.ts";

type Logged = Extract<AuditLine, { kind: "event" }>;

const word = (value: unknown): string => {
	const text = typeof value === "object" ? JSON.stringify(value) : String(value);
	return /^[\w.:/@+-]+$/.test(text) ? text : showUnseen(JSON.stringify(text));
};

/**
 * Members of members stand beside the others, under the name of what they are members of, so that no name stands twice:
 * a session's reason is worth as much as its link.
 */
const flat = (facts: Facts, of = ""): readonly (readonly [string, unknown])[] =>
	Object.entries(facts).flatMap(([name, value]) =>
		typeof value === "object" && value !== null && !Array.isArray(value)
			? flat(value as Facts, `${of}${name}.`)
			: [[`${of}${name}`, value] as const],
	);

/** One line for a person: the moment, what happened, and its facts. Names come from clients, so each is made plain. */
export const auditLine = ({ at, event, facts }: Logged): string =>
	[
		new Date(at).toISOString(),
		oneLine(event),
		...flat(facts).map(([name, value]) => `${oneLine(name)}=${word(value)}`),
	].join(" ");

export const auditJson = ({ at, event, facts }: Logged) => ({ at: new Date(at).toISOString(), event, ...facts });
