import type { ToolArgs } from "../../catalog/catalog.ts";
import type { listedProfile, TabInfo } from "../../catalog/tabs.ts";
import { isConnected, type Profile } from "../profiles/profile.ts";
import { lostTabsText, nobodyConnected } from "../profiles/resolve.ts";
import type { ProfilesCall, ToolHandler } from "./handler.ts";
import { addressLine, oneLine } from "./plain-text.ts";

type ListedProfile = typeof listedProfile.infer;
type ListedTab = ListedProfile["tabs"][number];

const listTab = ({ slot, title, url, active, power }: TabInfo): ListedTab => ({
	tab: slot,
	title: oneLine(title),
	url: addressLine(url),
	active,
	power,
});

async function listProfile(profile: Profile, call: ProfilesCall): Promise<ListedProfile> {
	const fresh = isConnected(profile) ? await call.freshTabs(profile) : [];
	const isStopped = fresh === "stopped";
	const tabs = isStopped ? [] : fresh.map(listTab);
	const lost = isConnected(profile) && tabs.length === 0 && !isStopped ? profile.lostTabs : undefined;
	return {
		profile: profile.slug,
		label: oneLine(profile.label),
		state: profile.state,
		tabs,
		...(isStopped ? { stopped: true as const } : {}),
		...(lost === undefined ? {} : { lostTabs: lost }),
	};
}

const tabLine = ({ tab, title, url, active, power }: ListedTab): string =>
	`  tab ${tab}: ${title} — ${url}${active ? " (active)" : ""}${power === "look" ? " (look only)" : ""}`;

function profileLines({ profile, label, state, tabs, stopped, lostTabs }: ListedProfile): readonly string[] {
	const name = label === profile ? profile : `${profile} (${label})`;
	if (state === "offline") return [`${name}: offline`];
	if (stopped) return [`${name}: stopped by the person; nothing is shared until they resume in monk's popup`];
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
