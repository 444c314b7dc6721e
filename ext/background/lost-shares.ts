/**
 * Shares of single tabs and of groups end with the browser, and with a reload of the extension. How many did is kept,
 * so that the person is told and not left to find out.
 */
import { local, session } from "../storage.ts";

/**
 * Milliseconds before a smaller number is written: a browser that closes takes its tabs away one by one, and would
 * otherwise leave nothing to tell of.
 */
const SETTLE_MS = 3_000;

let settling: ReturnType<typeof setTimeout> | undefined;

/** How many ended when the browser or the extension last started, until the person shares again. */
export async function lostShares(): Promise<number> {
	const known = await session.get("lostShares");
	if (known !== undefined) return known;
	const before = (await local.get("shortShares")) ?? 0;
	return session.update("lostShares", (already) => already ?? before);
}

export const forgetLostShares = (): Promise<void> => session.set("lostShares", 0);

/** Notes how many shares would end with the browser now. */
export async function noteShares(count: number): Promise<void> {
	await lostShares();
	clearTimeout(settling);
	const write = (): Promise<void> => local.set("shortShares", count);
	if (count >= ((await local.get("shortShares")) ?? 0)) await write();
	else settling = setTimeout(write, SETTLE_MS);
}
