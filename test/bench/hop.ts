import { connectOwner } from "../../lib/host/owner/connect.ts";
import type { OwnerConnection } from "../../lib/host/owner/control-client.ts";
import { readSetting } from "../../lib/host/setting.ts";
import { compiledMonk } from "../support/compiled.ts";
import { McpClient } from "../support/mcp-client.ts";
import { MonkHome } from "../support/monk-process.ts";
import { ScriptedExtension } from "../support/scripted-extension.ts";
import { alternate, type Bench, type Row } from "./measure.ts";

const rounds = 300;
const call = { name: "browser_evaluate", args: { expression: "1", lease: false } };

/** A browser that answers at once, so that what is measured is the way there. */
async function joinScripted(owner: OwnerConnection): Promise<ScriptedExtension> {
	const { instanceId, key, linkPort } = await owner.request("enroll", { label: "scripted" });
	return ScriptedExtension.connect({ linkPort, credentials: { instanceId, key: Uint8Array.fromHex(key) } });
}

async function measure(): Promise<readonly Row[]> {
	await using home = await MonkHome.make({ monk: await compiledMonk() });
	await using owning = await McpClient.start(home, "owner");
	await using forwarding = await McpClient.start(home, "forwarder");
	const direct = await connectOwner(await readSetting({}, home.env), "direct");
	const extension = await joinScripted(direct);
	const took = await alternate(rounds, {
		direct: () => direct.request("call_tool", call),
		owning: () => owning.call(call.name, call.args),
		forwarding: () => forwarding.call(call.name, call.args),
	});
	extension.close();
	direct.close();
	const floor = { what: "the owner's own agent", median: took.owning.median };
	const added = took.forwarding.median - took.owning.median;
	return [
		{ what: "an agent whose `monk mcp` is the owner", ...took.owning },
		{
			what: "an agent whose `monk mcp` forwards",
			...took.forwarding,
			floor,
			note: `the hop adds ${added.toFixed(2)} ms at the median`,
		},
		{ what: "the control port alone, without MCP", ...took.direct, floor },
	];
}

/** The same call by each way, against an extension that answers at once. */
export const hop: Bench = { title: "What a forwarder adds", run: measure };
