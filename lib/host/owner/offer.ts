import type { ToolEntry } from "../../catalog/define.ts";

export type ToolGroup = ToolEntry["group"];

/**
 * Groups of tools that are worth listing only now: those of a script manager while one is connected, those that ask a
 * person once an extension allows it. Every tool can be called, listed or not.
 */
export class Offer {
	readonly #groups = new Set<ToolGroup>();
	#listeners: readonly ((groups: readonly ToolGroup[]) => void)[] = [];

	get groups(): readonly ToolGroup[] {
		return [...this.#groups];
	}

	/** Begins or ends to offer a group; said to listeners when it makes a difference. */
	set(group: ToolGroup, isOffered: boolean): void {
		if (this.#groups.has(group) === isOffered) return;
		if (isOffered) this.#groups.add(group);
		else this.#groups.delete(group);
		for (const listener of this.#listeners) listener(this.groups);
	}

	onChange(listener: (groups: readonly ToolGroup[]) => void): void {
		this.#listeners = [...this.#listeners, listener];
	}
}
