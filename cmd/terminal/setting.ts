import { connectOrStartOwner, connectOwner } from "../../lib/host/owner/connect.ts";
import type { OwnerConnection } from "../../lib/host/owner/control-client.ts";
import { readSetting, type Setting } from "../../lib/host/setting.ts";
import { say } from "./output.ts";

export interface PortFlags {
	readonly "control-port"?: string | undefined;
	readonly "link-port"?: string | undefined;
	readonly "legacy-link"?: boolean | undefined;
	readonly "scriptcat-port"?: string | undefined;
	readonly http?: string | undefined;
}

/** The setting that the flags and this process's environment make; what is wrong with it is said. */
export async function settingFrom(flags: PortFlags): Promise<Setting> {
	const asked = {
		control: flags["control-port"],
		link: flags["link-port"],
		legacyLink: flags["legacy-link"],
		scriptCat: flags["scriptcat-port"],
		http: flags.http,
	};
	const setting = await readSetting(asked, process.env);
	for (const problem of setting.problems) say(problem);
	return setting;
}

/** Works with the owner that runs, then lets go of it. */
export async function withOwner<T>(
	setting: Setting,
	name: string,
	work: (owner: OwnerConnection) => Promise<T>,
): Promise<T> {
	return use(await connectOwner(setting, name), work);
}

/** The same, with an owner started in the background when none runs; that is said on stderr. */
export async function withStartedOwner<T>(
	setting: Setting,
	name: string,
	work: (owner: OwnerConnection) => Promise<T>,
): Promise<T> {
	const onStart = () => say("monk is not running: starting it in the background (monk stop ends it)");
	return use(await connectOrStartOwner(setting, name, onStart), work);
}

async function use<T>(owner: OwnerConnection, work: (owner: OwnerConnection) => Promise<T>): Promise<T> {
	try {
		return await work(owner);
	} finally {
		owner.close();
	}
}
