import type { NavigationState } from "./navigation-state.ts";

/** A tab as it was before an act. */
export interface TabBefore {
	readonly id: number;
	readonly pendingUrl?: string | undefined;
	readonly url?: string | undefined;
	readonly status?: string | undefined;
}

/** Tab → address of a navigation that had no end yet when its call's time was over. Chrome does not tell it. */
const onTheWay = new Map<number, string>();

/** What was on its way in a tab or still loading there. */
export const onTheWayIn = ({ id, pendingUrl, url, status }: TabBefore): readonly string[] =>
	[onTheWay.get(id), pendingUrl, status === "loading" ? url : undefined].filter((one) => one !== undefined);

export function keepOnTheWay(tabId: number, state: NavigationState): void {
	onTheWay.delete(tabId);
	if (state.kind === "waiting") onTheWay.set(tabId, state.url);
}
