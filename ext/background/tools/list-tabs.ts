import { local } from "../../storage.ts";
import type { Tool } from "../executor.ts";
import { stopError } from "../stops.ts";
import { sharedTabs } from "../tab-list.ts";

export const listTabs: Tool<"list_tabs"> = async (_, call) => {
	if (await local.get("stopped")) throw stopError("everything");
	return { tabs: [...(await sharedTabs(call.client))] };
};
