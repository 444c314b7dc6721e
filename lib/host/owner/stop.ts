import type { OwnerConnection } from "./control-client.ts";

/** Asks the owner for its orderly end and waits until it has let go of the connection. */
export async function stopOwner(owner: OwnerConnection): Promise<void> {
	const { promise: gone, resolve } = Promise.withResolvers<void>();
	owner.onClose(resolve);
	await owner.request("owner_stop", {});
	await gone;
}
