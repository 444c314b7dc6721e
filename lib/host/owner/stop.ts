import type { OwnerStatus } from "../../catalog/control.ts";
import type { Setting } from "../setting.ts";
import { connectOwner } from "./connect.ts";
import { isAbsent, type OwnerConnection } from "./control-client.ts";

/** Asks the owner for its orderly end and waits until it has let go of the connection. */
export async function stopOwner(owner: OwnerConnection): Promise<void> {
	const { promise: gone, resolve } = Promise.withResolvers<void>();
	owner.onClose(resolve);
	await owner.request("owner_stop", {});
	await gone;
}

/** Milliseconds in which the agents of an owner that ended have chosen the next (550 at worst, measured). */
const successionMs = 2_000;
const lookMs = 50;

/**
 * Who owns the ports after an orderly end: an agent's `monk mcp` keeps monk running for as long as the agent does.
 *
 * @param had clients of the owner that ended; without any there is nobody to follow it
 */
export async function successorOf(setting: Setting, had: number): Promise<OwnerStatus | undefined> {
	const deadline = performance.now() + successionMs;
	while (had > 0 && performance.now() < deadline) {
		try {
			const next = await connectOwner(setting, "monk stop");
			return await next.request("owner_status", {}).finally(() => next.close());
		} catch (thrown) {
			if (!isAbsent(thrown)) throw thrown;
		}
		await Bun.sleep(lookMs);
	}
	return undefined;
}
