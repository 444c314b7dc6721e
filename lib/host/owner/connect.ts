import type { ClientState } from "../../catalog/control.ts";
import type { Setting } from "../setting.ts";
import { systemClock, systemRandom } from "../system.ts";
import { VERSION } from "../version.ts";
import { dialOrStartOwner } from "./background.ts";
import { type DialOptions, dialOwner, dismissOwner, type OwnerConnection } from "./control-client.ts";

/** An owner on its way out. */
export interface Dismissed {
	readonly version: string;
	readonly pid: number;
}

/** What a client that outlives owners brings to each. */
export interface LastingClient {
	readonly id: string;
	/** As the last owner told it. */
	readonly state: ClientState | undefined;
}

const dialOptions = ({ ports, paths }: Setting, name: string, lasting?: LastingClient): DialOptions => ({
	port: ports.control,
	tokenFile: paths.token,
	version: VERSION,
	pid: process.pid,
	clock: systemClock,
	random: systemRandom,
	client: {
		name,
		version: VERSION,
		...(lasting === undefined ? {} : { id: lasting.id }),
		...(lasting?.state === undefined ? {} : { state: lasting.state }),
	},
});

/**
 * Connects to the owner that runs.
 *
 * @param name how the caller calls itself, such as "monk status"
 * @throws MonkError NO_OWNER, PORT_TAKEN or VERSION_MISMATCH
 */
export const connectOwner = (setting: Setting, name: string, lasting?: LastingClient): Promise<OwnerConnection> =>
	dialOwner(dialOptions(setting, name, lasting));

/**
 * Asks the owner that runs, of whatever version, to end in good order.
 *
 * @throws MonkError NO_OWNER or PORT_TAKEN
 */
export const dismissRunning = (setting: Setting, name: string): Promise<Dismissed> =>
	dismissOwner(dialOptions(setting, name));

/** The same, starting an owner in the background when there is none; `onStart` hears of it. */
export const connectOrStartOwner = (setting: Setting, name: string, onStart: () => void): Promise<OwnerConnection> =>
	dialOrStartOwner(dialOptions(setting, name), setting.paths, setting.ports, onStart);
