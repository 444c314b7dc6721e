/**
 * The execution contexts of a tab, in all its sessions, kept from Runtime events. Pure: a table in, a table out.
 *
 * A session is one of the debugger's for a group of frames that share a process; the tab's own has the name "".
 */
export interface Context {
	readonly session: string;
	/** Unique in its session only. */
	readonly id: number;
	/** Unique in the browser, and never used again for a later document. */
	readonly uniqueId: string;
	readonly frameId: string;
	readonly world: "main" | "content-script" | "other";
}

export type Contexts = readonly Context[];

interface Created {
	readonly context: {
		readonly id: number;
		readonly uniqueId: string;
		readonly origin: string;
		readonly name?: string;
		readonly auxData?: { readonly isDefault?: boolean; readonly type?: string; readonly frameId?: string };
	};
}

/** The world that the debugger makes for the content script in pages that Chrome shuts to extensions. No page can name one. */
export const OWN_WORLD = "monk";

/** `ownOrigin` tells our content script's world from those of other extensions. */
const worldOf = ({ context: { auxData, origin, name } }: Created, ownOrigin: string): Context["world"] => {
	if (auxData?.isDefault) return "main";
	const isOwn = origin === ownOrigin || name === OWN_WORLD;
	return auxData?.type === "isolated" && isOwn ? "content-script" : "other";
};

/** The table after an event; any other event leaves it as it is. */
export function afterEvent(
	contexts: Contexts,
	event: { readonly session: string; readonly method: string; readonly params: unknown },
	ownOrigin: string,
): Contexts {
	const { session, method } = event;
	switch (method) {
		case "Runtime.executionContextCreated": {
			const created = event.params as Created;
			const { id, uniqueId, auxData } = created.context;
			const world = worldOf(created, ownOrigin);
			return [...contexts, { session, id, uniqueId, frameId: auxData?.frameId ?? "", world }];
		}
		case "Runtime.executionContextDestroyed": {
			const { executionContextUniqueId: gone } = event.params as { executionContextUniqueId: string };
			return contexts.filter(({ uniqueId }) => uniqueId !== gone);
		}
		case "Runtime.executionContextsCleared":
			return contexts.filter((context) => context.session !== session);
		case "Target.detachedFromTarget": {
			const { sessionId: gone } = event.params as { sessionId: string };
			return contexts.filter((context) => context.session !== gone);
		}
		default:
			return contexts;
	}
}
