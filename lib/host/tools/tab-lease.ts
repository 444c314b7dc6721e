import { MonkError } from "../../errors/error.ts";
import type { LeaseBook, LeaseClient } from "../profiles/lease-book.ts";
import type { CheckedCall } from "./arguments.ts";
import type { Client } from "./dispatch.ts";
import { ONE_SHOT } from "./one-shot.ts";
import { oneLine } from "./plain-text.ts";

/** Who is gone, or will be before anybody could mind its lease, holds none. */
export function leaseClient({ id, name, isGone }: Client): LeaseClient {
	const told = oneLine(name).slice(0, 64);
	return id === undefined || name === ONE_SHOT || isGone ? { name: told } : { id, name: told };
}

const refusals: ReadonlySet<string> = new Set(["NOT_SHARED", "LOOK_ONLY", "OTHER_CLIENT", "SITE_RULED_OUT"]);

const isRefusal = (thrown: unknown): boolean => thrown instanceof MonkError && refusals.has(thrown.code);

/** What a call to a tab does to the tab's lease. */
export function leasing(leases: LeaseBook, asker: Client, { entry, common }: CheckedCall, tab: string, place: string) {
	const does = common.lease === true ? "keeps" : entry.effect === "act" ? "acts" : "reads";
	return {
		require: () => {
			if (does !== "reads") leases.require(tab, leaseClient(asker), place);
		},
		/** What gives the tab back after itself takes none: whoever acts meanwhile waits its turn. */
		begin: () => {
			if (common.lease !== false) leases.note(does, tab, leaseClient(asker));
		},
		/** The time runs from the end of the work. Whom the person lets do nothing in the tab must not keep it from others. */
		end: (thrown?: unknown) =>
			leases.note(common.lease === false || isRefusal(thrown) ? "releases" : does, tab, leaseClient(asker)),
	};
}
