import { MonkError } from "../../errors/error.ts";
import type { Setting } from "../setting.ts";
import { isListening } from "../sockets/client-transport.ts";
import { claimOwner, isControlTaken } from "./claim.ts";
import { type Dismissed, dismissRunning } from "./connect.ts";
import { isAbsent } from "./control-client.ts";
import type { Owner } from "./owner.ts";
import { checkVacancy } from "./vacancy.ts";

/** Milliseconds for an owner that was dismissed to let go of its port; it does so before its calls have ended. */
const leavingMs = 3_000;

/** Agents of the owner that left bid as well, and one of them may be quicker: it is asked to leave in its turn. */
const rounds = 10;

/** Agents bid within 100 ms at random, so this is quick enough to win nearly always. */
const lookMs = 2;

async function dismiss(setting: Setting): Promise<Dismissed | undefined> {
	try {
		await checkVacancy(setting);
		return await dismissRunning(setting, "monk serve");
	} catch (thrown) {
		if (isAbsent(thrown)) return undefined;
		throw thrown;
	}
}

async function vacated(port: number): Promise<void> {
	const deadline = performance.now() + leavingMs;
	while (performance.now() < deadline && (await isListening(port))) await Bun.sleep(lookMs);
}

/**
 * Makes this process the owner in place of the one that runs, whatever its version. Agents of the version that leaves
 * are refused from then on, and told what mends it.
 *
 * @throws MonkError PORT_TAKEN when a stranger holds a port that is needed, and then nobody was asked to leave; or when agents are quicker again and again
 */
export async function replaceOwner(
	setting: Setting,
	log: (line: string) => void,
	idleMinutes?: number,
): Promise<Owner> {
	for (let left = rounds; ; left--) {
		const leaving = await dismiss(setting);
		if (leaving !== undefined) {
			log(`monk ${leaving.version} (process ${leaving.pid}) was asked to leave`);
			await vacated(setting.ports.control);
		}
		try {
			const owner = await claimOwner(setting, log, idleMinutes);
			// The one that leaves serves HTTP to its end, after it has let go of the other ports.
			if (leaving !== undefined && setting.httpPort !== undefined) await vacated(setting.httpPort);
			return owner;
		} catch (thrown) {
			if (left === 0 || !(thrown instanceof MonkError) || !isControlTaken(thrown, setting)) throw thrown;
		}
	}
}
