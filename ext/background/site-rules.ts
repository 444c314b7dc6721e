import { MonkError } from "../../lib/errors/error.ts";
import { hostOf, ruleOver } from "../grant.ts";
import { local } from "../storage.ts";

/** Rules a site out, with all that lies under its host name. Throws INVALID_ARGUMENT for what is no host name. */
export async function ruleOut(host: string): Promise<void> {
	if (hostOf(`https://${host}/`) !== host) throw new MonkError("INVALID_ARGUMENT", "that is no site of the web");
	await local.update("never", (never = []) => (never.includes(host) ? never : [...never, host].toSorted()));
}

export const liftRule = (host: string): Promise<unknown> =>
	local.update("never", (never = []) => never.filter((ruled) => ruled !== host));

/** For a part of a page that is out of reach although the page around it is not. */
export const ruledOutFrame = (): MonkError =>
	new MonkError("SITE_RULED_OUT", "that frame shows a site that the person has ruled out");

/** Throws SITE_RULED_OUT for an address that the person keeps monk away from. */
export async function refuseRuledOut(url: string): Promise<void> {
	const rule = ruleOver((await local.get("never")) ?? [], url);
	if (rule !== undefined) throw new MonkError("SITE_RULED_OUT", `the person has ruled out ${rule}`);
}
