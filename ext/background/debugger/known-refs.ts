import type { RefLookup } from "../../content-api.ts";
import type { Attachment } from "./attachment.ts";
import { askContent } from "./element.ts";

type State = RefLookup["state"];

/** The first of these refs that no document knows as what the snapshot showed; undefined when all are known. */
export async function unknownRef(attachment: Attachment, refs: readonly string[]): Promise<string | undefined> {
	if (refs.length === 0) return undefined;
	await attachment.settled();
	const question = `${JSON.stringify(refs)}.map((ref) => monk.lookup(ref).state)`;
	const asked = attachment.contentContexts().map((context) =>
		askContent(attachment, context, question).then(
			({ value }) => value as readonly State[],
			() => [],
		),
	);
	const told = await Promise.all(asked);
	return refs.find((_, index) => !told.some((states) => states[index] === "found"));
}
