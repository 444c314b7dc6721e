import type { Grant } from "../grant.ts";
import { local, session } from "../storage.ts";
import { addGrant, currentShares } from "./shares.ts";

/** What `monk open` writes beside the extension of a browser that it starts itself, so that nobody types a code. */
export interface PairFile {
	readonly instanceId: string;
	readonly key: string;
	readonly linkPort: number;
	readonly label: string;
	/** Every tab of that browser is shared to act: its person is whoever started it. */
	readonly shareAll: boolean;
}

export function readPairFile(text: string): PairFile | undefined {
	const { instanceId, key, linkPort, label, shareAll }: Partial<PairFile> = JSON.parse(text);
	const fits =
		/^[0-9a-f]{32}$/.test(instanceId ?? "") &&
		/^[0-9a-f]{64}$/.test(key ?? "") &&
		Number.isInteger(linkPort) &&
		typeof label === "string";
	if (!fits || instanceId === undefined || key === undefined || linkPort === undefined) return undefined;
	return { instanceId, key, linkPort, label: label ?? "", shareAll: shareAll === true };
}

/** `undefined` when there is no such file, which is the usual case: an extension that a person installed. */
async function fetchPairFile(): Promise<PairFile | undefined> {
	try {
		const answer = await fetch(chrome.runtime.getURL("pair.json"), { cache: "no-store" });
		return answer.ok ? readPairFile(await answer.text()) : undefined;
	} catch {
		return undefined;
	}
}

const wholeProfile = (): Grant => ({
	id: crypto.randomUUID(),
	scope: { kind: "profile" },
	power: "act",
	until: { kind: "forever" },
});

async function adopt(file: PairFile): Promise<void> {
	await Promise.all([
		local.set("instanceId", file.instanceId),
		local.set("key", file.key),
		local.set("settings", { label: file.label, linkPort: file.linkPort }),
	]);
	const isShared = (await currentShares()).grants.some(({ scope }) => scope.kind === "profile");
	if (file.shareAll && !isShared) await addGrant(wholeProfile());
}

/** Looks for the file once in each run of the browser. The file's folder is not readable from the web. */
export async function adoptPairFile(): Promise<void> {
	if (await session.get("pairFileRead")) return;
	const file = await fetchPairFile();
	if (file !== undefined) await adopt(file);
	await session.set("pairFileRead", true);
}
