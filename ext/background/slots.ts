import { type SlotTable, session } from "../storage.ts";

/** A slot is the small number by which people and agents know a tab. None is used twice while the browser runs. */
const none: SlotTable = { next: 1, byTab: {} };

/** Gives each tab that has none the next free slot, in the order given. */
export function assignSlots(table: SlotTable = none, tabIds: readonly number[]): SlotTable {
	const fresh = tabIds.filter((id) => table.byTab[id] === undefined);
	if (fresh.length === 0) return table;
	const added = fresh.map((id, index) => [String(id), table.next + index]);
	return { next: table.next + fresh.length, byTab: { ...table.byTab, ...Object.fromEntries(added) } };
}

/** Chrome replaces a tab's id when it swaps in a prerendered page: the person still sees the same tab. */
export function moveSlot(table: SlotTable = none, from: number, to: number): SlotTable {
	const { [String(from)]: slot, ...rest } = table.byTab;
	return slot === undefined ? table : { ...table, byTab: { ...rest, [String(to)]: slot } };
}

/** Slots of these tabs, assigning those that lack one. */
export async function slotsOf(tabIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
	const { byTab } = await session.update("slots", (table) => assignSlots(table, tabIds));
	return new Map(tabIds.map((id) => [id, byTab[id] ?? 0]));
}

export async function replaceSlot(from: number, to: number): Promise<void> {
	await session.update("slots", (table) => moveSlot(table, from, to));
}
