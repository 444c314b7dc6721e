import { defineCommand } from "citty";
import { MonkError } from "../lib/errors/error.ts";
import { endHeldBrowsers } from "../lib/host/managed-browser/lease.ts";
import { dismissRunning } from "../lib/host/owner/connect.ts";
import { isAbsent, type OwnerConnection } from "../lib/host/owner/control-client.ts";
import { stopOwner, successorOf } from "../lib/host/owner/stop.ts";
import type { Setting } from "../lib/host/setting.ts";
import { controlPortArg, jsonArg, meta } from "./terminal/args.ts";
import { printJson, say } from "./terminal/output.ts";
import { settingFrom, withOwner } from "./terminal/setting.ts";

/** The rest of what it does is an owner's of this version; an end is something that every version understands. */
async function dismiss(setting: Setting): Promise<number> {
	const { version, pid } = await dismissRunning(setting, "monk stop");
	say(`monk ${version} (process ${pid}) was asked to leave`);
	return 0;
}

/** Gives how many others used the owner, or undefined when none ran. */
async function stopRunning(setting: Setting): Promise<number | undefined> {
	const stopCounted = async (owner: OwnerConnection): Promise<number> => {
		const { clients } = await owner.request("owner_status", {});
		await stopOwner(owner);
		return clients.filter(({ pid }) => pid !== process.pid).length;
	};
	return withOwner(setting, "monk stop", stopCounted).catch((thrown: unknown) => {
		if (isAbsent(thrown)) return undefined;
		if (isOtherVersion(thrown)) return dismiss(setting);
		throw thrown;
	});
}

const isOtherVersion = (thrown: unknown): boolean => thrown instanceof MonkError && thrown.code === "VERSION_MISMATCH";

/** That monk has stopped must not be said while an agent goes on with it. */
async function refuseSuccessor(setting: Setting, had: number): Promise<void> {
	const next = await successorOf(setting, had);
	if (next === undefined) return;
	throw new MonkError("TAKEN_OVER", `the owner stopped, and an agent's monk took over (process ${next.pid})`);
}

export const stop = defineCommand({
	meta: meta("stop", "End monk in good order, and the browsers that it opened itself", "monk stop"),
	args: { ...controlPortArg, ...jsonArg },
	async run({ args }) {
		const setting = await settingFrom(args);
		const had = await stopRunning(setting);
		const browsers = await endHeldBrowsers(setting.paths.profiles);
		await refuseSuccessor(setting, had ?? 0);
		const stopped = had !== undefined;
		if (args.json) printJson({ stopped, browsers });
		else
			say(
				`${stopped ? "monk has stopped" : "monk was not running"}${browsers > 0 ? `; browsers closed: ${browsers}` : ""}`,
			);
	},
});
