import type { ToolArgs } from "../../catalog/catalog.ts";
import type { listedProfile, TabInfo } from "../../catalog/tabs.ts";
import { isConnected, type Profile } from "../profiles/profile.ts";
import { lostTabsText, nobodyConnected } from "../profiles/resolve.ts";
import type { ProfilesCall, ToolHandler } from "./handler.ts";
import { oneLine } from "./plain-text.ts";

type ListedProfile = typeof listedProfile.infer;
type ListedTab = ListedProfile["tabs"][number];

const listTab = ({ slot, title, url, active, power }: TabInfo): ListedTab => ({
	tab: slot,
	title: oneLine(title),
	url: oneLine(url),
	active,
	power,
});

async function listProfile(profile: Profile, call: ProfilesCall): Promise<ListedProfile> {
	const tabs = isConnected(profile) ? (await call.freshTabs(profile)).map(listTab) : [];
	const lost = isConnected(profile) && tabs.length === 0 ? profile.lostTabs : undefined;
	return {
		profile: profile.slug,
		label: oneLine(profile.label),
		state: profile.state,
		tabs,
		...(lost === undefined ? {} : { lostTabs: lost }),
	};
}

const tabLine = ({ tab, title, url, active, power }: ListedTab): string =>
	`  tab ${tab}: ${title} — ${url}${active ? " (active)" : ""}${power === "look" ? " (look only)" : ""}`;

function profileLines({ profile, label, state, tabs, lostTabs }: ListedProfile): readonly string[] {
	const name = label === profile ? profile : `${profile} (${label})`;
	if (state === "offline") return [`${name}: offline`];
	if (tabs.length === 0) {
		const lost = lostTabsText(lostTabs);
		return [`${name}: no tab is shared${lost}; the person can share one in monk's popup`];
	}
	return [`${name}:`, ...tabs.map(tabLine)];
}

export const listTabs: ToolHandler<ToolArgs<"browser_list_tabs">> = {
	on: "profiles",
	async run(_, call) {
		if (!call.profiles.some(isConnected)) throw nobodyConnected(call.profiles);
		const profiles = await Promise.all(call.profiles.map((profile) => listProfile(profile, call)));
		return { tabs: profiles.flatMap(profileLines).join("\n"), structured: { profiles } };
	},
};
