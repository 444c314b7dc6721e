import type { HelloAck } from "../../lib/catalog/session.ts";
import { MonkError } from "../../lib/errors/error.ts";
import type { Credentials, OffscreenRequests, Settings } from "../messages.ts";
import { local } from "../storage.ts";
import { consent } from "./consent.ts";
import { sharedTabs } from "./tab-list.ts";

export const DEFAULT_SETTINGS: Settings = { label: "", linkPort: 9220 };

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const newInstanceId = (): string => hex(crypto.getRandomValues(new Uint8Array(16)));

export const settings = async (): Promise<Settings> => ({ ...DEFAULT_SETTINGS, ...(await local.get("settings")) });

export async function credentials(): Promise<Credentials> {
	const [instanceId, key] = await Promise.all([
		local.update("instanceId", (id) => id ?? newInstanceId()),
		local.get("key"),
	]);
	return key === undefined ? { kind: "none", instanceId } : { kind: "key", instanceId, key };
}

const profileId = (): Promise<string> => local.update("profileId", (id) => id ?? crypto.randomUUID());

/** What the offscreen page needs to dial and to greet. */
export async function linkFacts(): Promise<OffscreenRequests["link-facts"][1]> {
	const [who, wanted, profile, slug, tabs, decided] = await Promise.all([
		credentials(),
		settings(),
		profileId(),
		local.get("slug"),
		sharedTabs(),
		consent(),
	]);
	return {
		credentials: who,
		settings: wanted,
		profileId: profile,
		...(slug === undefined ? {} : { slug }),
		extVersion: chrome.runtime.getManifest().version,
		tabs,
		consent: decided,
	};
}

/** Keeps what the owner assigned: the slug is ours from now on. A label stays the person's own choice. */
export async function keepAck(ack: HelloAck): Promise<void> {
	if (ack.ok) await local.set("slug", ack.assignedSlug);
}

/** Settings that a person typed, tidied. Throws INVALID_ARGUMENT. */
export function tidySettings({ label, linkPort }: Settings): Settings {
	if (!Number.isInteger(linkPort) || linkPort < 1 || linkPort > 65_535)
		throw new MonkError("INVALID_ARGUMENT", "a port is a number from 1 to 65535");
	return { label: label.trim().slice(0, 64), linkPort };
}
