import type { Consent } from "../../lib/catalog/consent.ts";
import type { Grant } from "../grant.ts";
import { hasExpired } from "../grant.ts";
import { local } from "../storage.ts";
import { lostShares } from "./lost-shares.ts";
import { currentShares } from "./shares.ts";

const wideOf = ({ scope, power, client }: Grant): Consent["wide"] => {
	if (scope.kind === "tab") return [];
	return [
		{
			scope: scope.kind,
			power,
			...(scope.kind === "site" ? { site: scope.site } : {}),
			...(client === undefined ? {} : { client }),
		},
	];
};

/** What the owner is told beside the shared tabs. */
export async function consent(): Promise<Consent> {
	const [stopped, endedShares, { grants }] = await Promise.all([local.get("stopped"), lostShares(), currentShares()]);
	const live = grants.filter((grant) => !hasExpired(grant, Date.now()));
	return { stopped: stopped === true, endedShares, wide: live.flatMap(wideOf) };
}
