import type { Attachment } from "./attachment.ts";
import type { Context } from "./contexts.ts";
import type { Point } from "./mouse.ts";
import type { Evaluated, RemoteValue } from "./remote-value.ts";
import { polygonsOf } from "./view.ts";

interface Properties {
	readonly result: readonly { readonly name: string; readonly value?: RemoteValue }[];
}

async function fieldsIn(attachment: Attachment, { uniqueId, session }: Context): Promise<readonly string[]> {
	const { result } = await attachment.send<Evaluated>(
		"Runtime.evaluate",
		{ expression: "globalThis.monk?.secretFields()", uniqueContextId: uniqueId },
		session,
	);
	if (result.objectId === undefined) return [];
	const listed = await attachment.send<Properties>(
		"Runtime.getProperties",
		{ objectId: result.objectId, ownProperties: true },
		session,
	);
	return listed.result.flatMap(({ name, value }) =>
		/^\d+$/.test(name) && value?.objectId !== undefined ? [value.objectId] : [],
	);
}

/**
 * Where secrets are drawn in the tab's view, in all frames that the content script is in. Throws when a frame could
 * not be asked: a picture must not be given out then.
 */
export async function secretPlaces(attachment: Attachment): Promise<readonly (readonly Point[])[]> {
	await attachment.settled();
	const places = attachment.contentContexts().map(async (context) => {
		const fields = await fieldsIn(attachment, context);
		return (await Promise.all(fields.map((id) => polygonsOf(attachment, context.session, { objectId: id })))).flat();
	});
	return (await Promise.all(places)).flat();
}
