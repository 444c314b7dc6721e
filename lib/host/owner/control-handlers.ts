import type { Joined, OwnerStatus } from "../../catalog/control.ts";
import { MonkError } from "../../errors/error.ts";
import type { Clock } from "../../wire/transport.ts";
import type { AuditEvent } from "../audit.ts";
import { type ConnectedProfile, isConnected, type Profile } from "../profiles/profile.ts";
import type { ProfileRegistry } from "../profiles/registry.ts";
import { exactProfile } from "../profiles/resolve.ts";
import type { ScriptsRequest } from "../scriptcat/call.ts";
import type { PeerStore } from "../stores/peers.ts";
import type { ToolRequest } from "../tools/dispatch.ts";
import type { AcceptedClient, ControlHandlers } from "./control-server.ts";
import type { PairingDesk } from "./pairing-desk.ts";
import { keepUnheard, type TaskDesk, taskHandlers } from "./task-handlers.ts";

/** A browser that was started and whose starter went away may still be on its way to the link port. */
const unusedKeyMs = 60_000;

export interface ControlDesk extends TaskDesk {
	readonly clock: Clock;
	readonly registry: ProfileRegistry;
	readonly peers: PeerStore;
	readonly pairing: PairingDesk;
	audit(event: AuditEvent): void;
	callScripts(request: ScriptsRequest): Promise<object>;
	status(): OwnerStatus;
	linkPort(): number;
	/** Begins the orderly end; returns before it. */
	stopSoon(): void;
}

export const joinedOf = ({ profileId, slug, label }: Profile): Joined => ({ profileId, slug, label });

/** Settles when the extension of that instance is connected. */
function profileOf(registry: ProfileRegistry, instanceId: string, signal: AbortSignal): Promise<ConnectedProfile> {
	const { promise, resolve, reject } = Promise.withResolvers<ConnectedProfile>();
	const look = (): void => {
		const profile = registry.connectedAs(instanceId);
		if (profile) resolve(profile);
	};
	const stop = registry.onChange(look);
	signal.addEventListener("abort", () => reject(new MonkError("CANCELLED", "nobody waits for the profile any more")), {
		once: true,
	});
	look();
	return promise.finally(stop);
}

/** The key goes first: whoever redials while the connection closes is unknown already. */
async function forget({ registry, peers, audit }: ControlDesk, wanted: string, isConfirmed: boolean): Promise<Profile> {
	const profile = exactProfile(registry.all, wanted);
	const { slug, instanceId, profileId } = profile;
	if (!isConfirmed)
		throw new MonkError("CONFIRM_REQUIRED", `${slug} would have to be paired again`, {
			hint: `Repeat it with \`--confirm\` if that is what the person wants: \`monk profiles forget ${slug} --confirm\`.`,
		});
	await peers.forget(instanceId);
	registry.forget(profileId);
	audit({ event: "profile-forgotten", profile: slug });
	return profile;
}

const progressTo = (client: AcceptedClient, progress: string | undefined): Pick<ToolRequest, "onProgress"> =>
	progress === undefined ? {} : { onProgress: (message) => client.tell("call_progress", { progress, message }) };

/** What the owner answers on the control port. */
export const controlHandlers = (desk: ControlDesk): ControlHandlers => ({
	async call_tool({ name, args, progress }, client, { signal }) {
		const onProgress = progressTo(client, progress);
		const result = await desk.callTool({ name, args: { ...args }, client, signal, ...onProgress });
		keepUnheard(desk, client, name, result);
		return result;
	},
	...taskHandlers(desk),
	scripts_call: async ({ method, input, progress }, client, { signal }) => ({
		result: await desk.callScripts({
			method,
			input: { ...input },
			client: client.name,
			signal,
			...progressTo(client, progress),
		}),
	}),
	owner_status: async () => desk.status(),
	owner_stop: async () => {
		desk.stopSoon();
		return {};
	},
	pair_open: async (_, client) => {
		const opened = desk.pairing.open(client);
		client.onGone(() => desk.pairing.cancel(client));
		return opened;
	},
	pair_wait: (_, client, { signal }) => desk.pairing.wait(client, signal),
	enroll: async ({ label }, client) => {
		const instanceId = desk.random.bytes(16).toHex();
		const key = desk.random.bytes(32).toHex();
		await desk.peers.enrol({ kind: "monk", instanceId }, key);
		desk.audit({ event: "enrolled", label });
		const forget = () => void desk.peers.forgetUnused(instanceId).catch(() => undefined);
		client.onGone(() => void desk.clock.after(unusedKeyMs, forget));
		return { instanceId, key, linkPort: desk.linkPort() };
	},
	profile_wait: async ({ instanceId }, _, { signal }) => joinedOf(await profileOf(desk.registry, instanceId, signal)),
	profile_forget: async ({ profile, confirm }) => joinedOf(await forget(desk, profile, confirm === true)),
});

export const profileStatus = (profile: Profile): OwnerStatus["profiles"][number] => ({
	profileId: profile.profileId,
	slug: profile.slug,
	label: profile.label,
	extVersion: profile.extVersion,
	state: profile.state,
	tabs: isConnected(profile) ? profile.tabs.length : 0,
	...(isConnected(profile) && profile.consent ? { consent: profile.consent } : {}),
	...(isConnected(profile) ? {} : { lastSeen: profile.lastSeen }),
});
