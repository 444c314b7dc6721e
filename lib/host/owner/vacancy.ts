import { MonkError } from "../../errors/error.ts";
import type { Setting } from "../setting.ts";
import { isListening } from "../sockets/client-transport.ts";
import { describeHolder, portTaken } from "../sockets/port-holder.ts";
import { portNames } from "../sockets/port-names.ts";
import { connectOwner } from "./connect.ts";

/** The ports of the owner that runs; undefined when it is of another version and tells nothing. */
async function portsOfOwner(setting: Setting): Promise<ReadonlySet<number> | undefined> {
	try {
		const connection = await connectOwner(setting, "monk serve");
		const { ports } = await connection.request("owner_status", {});
		connection.close();
		return new Set(Object.values(ports));
	} catch (thrown) {
		if (thrown instanceof MonkError && thrown.code === "VERSION_MISMATCH") return undefined;
		throw thrown;
	}
}

/**
 * Makes sure, before an owner is asked to leave, that whoever takes its place can have the ports without which it would
 * end again: else nobody would be left. An owner of another version is known by its process, where the system tells
 * that.
 *
 * @throws MonkError PORT_TAKEN when a stranger holds one; NO_OWNER when there is no owner after all
 */
export async function checkVacancy(setting: Setting): Promise<void> {
	const { ports, httpPort } = setting;
	const wanted = [
		{ ...portNames.link, port: ports.link },
		...(httpPort === undefined ? [] : [{ ...portNames.http, port: httpPort }]),
	];
	const owned = await portsOfOwner(setting);
	for (const one of wanted) {
		if (owned?.has(one.port) || !(await isListening(one.port))) continue;
		const isOwners = owned === undefined && (await describeHolder(one.port)) === (await describeHolder(ports.control));
		if (!isOwners) throw await portTaken(one);
	}
}
