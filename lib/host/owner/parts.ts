import { PairingWindow } from "../../session/pairing.ts";
import type { Clock, Random } from "../../wire/transport.ts";
import { AuditLog } from "../audit.ts";
import type { LinkHost, OpenPeers } from "../links/connection.ts";
import { enrolmentIn } from "../links/enrolment.ts";
import { faultLine } from "../links/fault-line.ts";
import { makeFolders, type Paths, type Ports } from "../paths.ts";
import { FreshTabs } from "../profiles/fresh-tabs.ts";
import { Homecoming } from "../profiles/homecoming.ts";
import { LeaseBook } from "../profiles/lease-book.ts";
import { isConnected } from "../profiles/profile.ts";
import { ProfileRegistry } from "../profiles/registry.ts";
import { TabQueues } from "../profiles/tab-queue.ts";
import { joinedScriptCat, type ScriptCatHost } from "../scriptcat/connection.ts";
import { ScriptManager } from "../scriptcat/script-manager.ts";
import { Guesses } from "../sockets/guesses.ts";
import { portNames } from "../sockets/port-names.ts";
import { PeerStore } from "../stores/peers.ts";
import { TaskShelf } from "../tasks/shelf.ts";
import type { OpenedTab } from "../tools/client-memory.ts";
import type { ToolHost } from "../tools/dispatch.ts";
import { CallsInFlight } from "./calls-in-flight.ts";
import { ClientList, shortName } from "./client-list.ts";
import { joinedOf } from "./control-handlers.ts";
import { Departures } from "./departures.ts";
import { LegacyExtensions } from "./legacy-extensions.ts";
import { Offer } from "./offer.ts";
import { PairingDesk } from "./pairing-desk.ts";

export interface OwnerOptions {
	readonly paths: Paths;
	/** 0 takes any free port. */
	readonly ports: Ports;
	/** Where extensions of the 0.2 line are told why they are refused; nowhere when left out. */
	readonly legacyPort?: number;
	readonly version: string;
	readonly pid: number;
	readonly clock: Clock;
	readonly random: Random;
	/** Origins beside our own extension's that may call on the link port. */
	readonly linkOrigins: readonly string[];
	/** Where ScriptCat calls; nowhere when left out. */
	readonly scriptCatPort?: number;
	/** Milliseconds without a client and a browser after which the owner ends itself; it stays when left out. */
	readonly idleMs?: number;
	/** What went wrong before the owner started, for `monk status`. */
	readonly problems?: readonly string[];
	/** Takes a line for the log: faults of peers, never a payload. */
	readonly log?: (line: string) => void;
}

/** What an owner is made of, before and beside its ports. */
export interface Parts {
	readonly options: OwnerOptions;
	readonly audit: AuditLog;
	readonly peers: PeerStore;
	readonly registry: ProfileRegistry;
	readonly window: PairingWindow;
	readonly pairing: PairingDesk;
	readonly legacy: LegacyExtensions;
	readonly clients: ClientList;
	readonly departures: Departures;
	readonly links: OpenPeers;
	readonly calls: CallsInFlight;
	/** Whoever brings tools that are worth listing says so here, and every client hears it. */
	readonly offer: Offer;
	readonly tasks: TaskShelf;
	readonly scripts: ScriptManager;
	/** Wrong keys and codes, port by port. */
	readonly guesses: { readonly link: Guesses; readonly scriptcat: Guesses };
	readonly toolHost: ToolHost;
	readonly problems: readonly string[];
}

async function closeTab(registry: ProfileRegistry, { profileId, tabId }: OpenedTab, name: string): Promise<void> {
	const profile = registry.get(profileId);
	if (profile && isConnected(profile))
		await profile.link.request("browser_close_tab", { tabId, client: shortName(name) }, {});
}

/** Reads the state and puts the pieces together; nothing listens yet. */
export async function assemble(options: OwnerOptions): Promise<Parts> {
	const { clock, random, paths, version } = options;
	makeFolders(paths);
	const { store: peers, problem } = await PeerStore.load(paths.peers, clock.now());
	const audit = new AuditLog(paths.audit, () => clock.now());
	const registry = new ProfileRegistry(version, peers.all);
	const window = new PairingWindow(random);
	const legacy = new LegacyExtensions();
	const calls = new CallsInFlight(clock);
	const scripts = new ScriptManager({
		clock,
		newId: () => random.bytes(16).toHex(),
		isPaired: () => peers.find({ kind: "scriptcat" }) !== undefined,
		audit: (event) => audit.write(event),
	});
	return {
		options,
		audit,
		peers,
		registry,
		window,
		pairing: new PairingDesk(window, clock, (event) => audit.write(event)),
		legacy,
		clients: new ClientList(),
		departures: new Departures(clock, (tab, name) => closeTab(registry, tab, name)),
		links: new Set(),
		calls,
		offer: new Offer(),
		tasks: new TaskShelf({ clock, random }),
		scripts,
		guesses: { link: new Guesses(clock, portNames.link.name), scriptcat: new Guesses(clock, portNames.scriptcat.name) },
		toolHost: {
			registry,
			scripts,
			homecoming: new Homecoming(registry, peers.connected, clock),
			queues: new TabQueues(),
			freshTabs: new FreshTabs(),
			leases: new LeaseBook(clock),
			clock,
			audit: (event) => audit.write(event),
			nonce: () => random.bytes(8).toHex(),
			explain: (error) => legacy.explain(error),
		},
		problems: [...(options.problems ?? []), ...[problem, audit.kept].filter((kept) => kept !== undefined)],
	};
}

/** The owner as its links see it. */
export const linkHost = ({
	options,
	audit,
	peers,
	registry,
	window,
	pairing,
	legacy,
	calls,
	clients,
	guesses,
}: Parts): LinkHost => ({
	version: options.version,
	clock: options.clock,
	random: options.random,
	registry,
	peers,
	clients,
	enrolment: enrolmentIn(peers, window),
	audit: (event) => audit.write(event),
	onFault: (fault) => options.log?.(faultLine(fault)),
	onLegacy: (extension) => legacy.add(extension),
	onJoined: (profile, enrolledNow) => {
		if (enrolledNow) pairing.joined(joinedOf(profile));
	},
	onFailed: (wasGuess) => {
		if (wasGuess) guesses.link.add();
		pairing.sessionFailed();
	},
	isEnding: () => calls.isEnding,
});

/** The owner as ScriptCat's connections see it. */
export const scriptCatHost = ({ options, audit, peers, window, pairing, scripts, guesses }: Parts): ScriptCatHost => ({
	version: options.version,
	clock: options.clock,
	random: options.random,
	enrolment: enrolmentIn(peers, window),
	manager: scripts,
	audit: (event) => audit.write(event),
	onFault: (fault) => options.log?.(faultLine(fault)),
	onJoined: (enrolledNow) => {
		if (enrolledNow) pairing.joined(joinedScriptCat);
	},
	onFailed: (wasGuess) => {
		if (wasGuess) guesses.scriptcat.add();
		pairing.sessionFailed();
	},
});
