import type { NavigationEvent } from "./navigation.ts";

/** How a tab's top document stands, seen from the moment of watching. */
export type NavigationState =
	| { readonly kind: "still" }
	/** Another address in the same document. */
	| { readonly kind: "moved"; readonly url: string }
	/** On the way to another document: the one before is still there. */
	| { readonly kind: "waiting"; readonly url: string }
	/** `parsed`: it can be used, and waits for pictures, frames or late scripts. */
	| { readonly kind: "loading"; readonly url: string; readonly parsed?: true }
	| { readonly kind: "loaded"; readonly url: string }
	| { readonly kind: "failed"; readonly url: string; readonly error: string };

const hasDocument = (state: NavigationState): state is NavigationState & { readonly kind: "loading" | "loaded" } =>
	state.kind === "loading" || state.kind === "loaded";

function next(state: NavigationState, event: NavigationEvent): NavigationState {
	switch (event.kind) {
		case "started":
			return { kind: "waiting", url: event.url };
		case "committed":
			return { kind: "loading", url: event.url };
		case "parsed":
			return state.kind === "loading" ? { ...state, parsed: true } : state;
		case "loaded":
			// An old page may finish at the last moment.
			return state.kind === "loading" ? { kind: "loaded", url: state.url } : state;
		case "failed":
			if (state.kind === "waiting") return { kind: "failed", url: state.url, error: event.error };
			// Stopped while it loaded: what came of it is there.
			return state.kind === "loading" ? { kind: "loaded", url: state.url } : state;
		case "moved":
			if (state.kind === "still" || state.kind === "moved") return { kind: "moved", url: event.url };
			return hasDocument(state) ? { ...state, url: event.url } : state;
		default:
			return event satisfies never;
	}
}

/**
 * The state after events. What was on its way or still loading before (`before`) ends with a failure of its own, which
 * may come when the new navigation has begun, so the first failure of each of those addresses tells nothing.
 */
export function stateAfter(events: readonly NavigationEvent[], before: readonly string[]): NavigationState {
	const unheard = new Set(before);
	return events.reduce<NavigationState>(
		(state, event) => (event.kind === "failed" && unheard.delete(event.url) ? state : next(state, event)),
		{ kind: "still" },
	);
}
