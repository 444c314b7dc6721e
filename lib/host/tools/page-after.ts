import { usualChars } from "../../catalog/snapshot.ts";
import type { Started } from "../../catalog/started.ts";
import { asMonkError, errorLine } from "../../errors/error.ts";
import type { ActReport } from "./acted.ts";
import type { PageFacts, TabCall, ToolOutput } from "./handler.ts";
import type { Told } from "./snapshot-memory.ts";
import { canBeRead, modalLine, startedLine } from "./started.ts";

/** What is read of a tab: which part, and how it is filtered and cut. */
export interface View {
	readonly root?: string;
	readonly depth?: number;
	readonly filter?: "all" | "interactive";
	readonly maxChars?: number;
}

/** The view that an act is answered with. */
export const usualView: View = { maxChars: usualChars };

const viewKey = ({ profile, tab }: TabCall, { root, depth, filter, maxChars }: View): string =>
	JSON.stringify([profile.profileId, tab.tabId, root, depth, filter ?? "all", maxChars]);

const factsOf = ({ profile, tab }: TabCall, { url, title }: { url: string; title: string }): PageFacts => ({
	profile: profile.slug,
	tab: tab.slot,
	url,
	title,
});

export const placeOf = ({ profile, tab }: TabCall): PageFacts => ({
	profile: profile.slug,
	tab: tab.slot,
	url: tab.url,
});

const shown = (page: PageFacts, { id, text, base }: Told): ToolOutput => ({
	page: { ...page, snapshot: { id, ...(base === undefined ? {} : { base }) } },
	snapshot: text,
});

/** Reads a view of the page for whoever keeps nothing, or as changes to the snapshot `since`. */
export async function readPage(call: TabCall, view: View, since?: string): Promise<ToolOutput> {
	const { snapshot, ...read } = await call.ask("browser_snapshot", { ...view });
	const page = factsOf(call, read);
	const { snapshots } = call;
	if (snapshots === undefined) return { ...(since === undefined ? {} : { result: notKept(since) }), page, snapshot };
	const of = viewKey(call, view);
	const base = since === undefined ? undefined : snapshots.find(since);
	const output = shown(page, snapshots.tell({ of, text: snapshot, page }, base, "always"));
	return since === undefined || base?.of === of ? output : { result: notKept(since), ...output };
}

const notKept = (since: string): string =>
	`There is no snapshot ${JSON.stringify(since.slice(0, 20))} of this view to compare with, so here is all of it.`;

/** The page after an act: as changes to the last snapshot that the client has of it, where that is much shorter. */
async function readAfter(call: TabCall): Promise<ToolOutput> {
	if (call.snapshots === undefined) return readPage(call, usualView);
	const { snapshot, ...read } = await call.ask("browser_snapshot", { ...usualView });
	const of = viewKey(call, usualView);
	const page = factsOf(call, read);
	const told = call.snapshots.tell({ of, text: snapshot, page }, call.snapshots.lastOf(of), "when shorter");
	return shown(page, told);
}

/** The events and the modal state that an act led to; nothing where there are none. */
function consequences(started: readonly Started[]): ToolOutput {
	if (started.length === 0) return {};
	const modal = started.map(modalLine).filter((line) => line !== undefined);
	return {
		events: started.map((event) => `- ${startedLine(event)}`).join("\n"),
		...(modal.length === 0 ? {} : { modal: modal.join("\n") }),
		structured: { started },
	};
}

/** A tab that the client's own act opened is the client's to close. */
function keepOpened({ profile: { profileId }, memory }: TabCall, started: readonly Started[]): void {
	for (const event of started)
		if (event.kind === "tab" && event.tabId !== undefined)
			memory.addOpened({ profileId, tabId: event.tabId, isTemporary: false });
}

/**
 * What an act answers: what was done and what that set going, then the page as it is now. The act has happened, so a
 * page that cannot be read afterwards is told and is no error; one that is about to be replaced is not read.
 */
export async function pageAfter(call: TabCall, done: string | ActReport): Promise<ToolOutput> {
	const { result, started } = typeof done === "string" ? { result: done, started: [] } : done;
	keepOpened(call, started);
	const told = { result, ...consequences(started) };
	const page = { profile: call.profile.slug, tab: call.tab.slot };
	if (!canBeRead(started)) return { ...told, page };
	try {
		return { ...told, ...(await readAfter(call)) };
	} catch (thrown) {
		return {
			...told,
			result: `${result}\nThe page could not be read afterwards: ${errorLine(asMonkError(thrown))}`,
			page,
		};
	}
}
