import { isConnected, type Profile } from "../profiles/profile.ts";
import type { Parts } from "./parts.ts";

/** What a list of tabs would show, to compare. */
const sharedTabs = (profiles: readonly Profile[]): string =>
	JSON.stringify(profiles.map((profile) => [profile.slug, profile.label, isConnected(profile) && profile.tabs]));

/** Tells every client, from now on, when it should list its tools or the tabs anew. */
export function tellNews({
	clients,
	offer,
	registry,
	scripts,
}: Pick<Parts, "clients" | "offer" | "registry" | "scripts">): void {
	scripts.onChange(() => offer.set("scripts", scripts.state === "connected"));
	offer.onChange((groups) => {
		for (const client of clients) client.tell("groups_changed", { groups: [...groups] });
	});
	let told = sharedTabs(registry.all);
	registry.onChange(() => {
		const now = sharedTabs(registry.all);
		if (now === told) return;
		told = now;
		for (const client of clients) client.tell("tabs_changed", {});
	});
}
