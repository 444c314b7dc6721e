import { MonkError } from "../../errors/error.ts";
import type { Setting } from "../setting.ts";
import { systemClock, systemRandom } from "../system.ts";
import { VERSION } from "../version.ts";
import { connectOwner } from "./connect.ts";
import { type Owner, startOwner } from "./owner.ts";

/** When the control port is taken by a monk of the same person, that monk is named. */
async function nameOwner(setting: Setting, taken: MonkError): Promise<MonkError> {
	try {
		const connection = await connectOwner(setting, "monk serve");
		const { pid, version } = await connection.request("owner_status", {});
		connection.close();
		return new MonkError("PORT_TAKEN", `monk ${version} runs already (process ${pid})`, {
			hint: "Use it as it is, or take its place with `monk serve --replace`.",
			data: taken.data,
		});
	} catch (thrown) {
		if (!(thrown instanceof MonkError) || thrown.code !== "VERSION_MISMATCH") return taken;
		return new MonkError("PORT_TAKEN", thrown.message, {
			hint: "Take its place with `monk serve --replace`.",
			data: taken.data,
		});
	}
}

/** Whether claiming failed because another process owns the control port, not for another port's sake. */
export const isControlTaken = (thrown: unknown, { ports }: Setting): thrown is MonkError => {
	if (!(thrown instanceof MonkError) || thrown.code !== "PORT_TAKEN") return false;
	const { data } = thrown;
	return typeof data === "object" && data !== null && "port" in data && data.port === ports.control;
};

/**
 * Makes this process the owner.
 *
 * @param idleMinutes after so long without a client and a browser it ends itself; never when left out
 * @throws MonkError PORT_TAKEN, saying who holds the port as far as that can be known; STATE_UNREADABLE
 */
export async function claimOwner(setting: Setting, log: (line: string) => void, idleMinutes?: number): Promise<Owner> {
	const { paths, ports, config, problems, legacyPort, scriptCatPort } = setting;
	try {
		return await startOwner({
			paths,
			ports,
			version: VERSION,
			pid: process.pid,
			clock: systemClock,
			random: systemRandom,
			linkOrigins: config.linkOrigins,
			scriptCatPort,
			...(idleMinutes === undefined ? {} : { idleMs: idleMinutes * 60_000 }),
			...(legacyPort === undefined ? {} : { legacyPort }),
			problems,
			log,
		});
	} catch (thrown) {
		throw isControlTaken(thrown, setting) ? await nameOwner(setting, thrown) : thrown;
	}
}
