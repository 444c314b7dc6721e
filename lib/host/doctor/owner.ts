import type { OwnerStatus } from "../../catalog/control.ts";
import { asMonkError, errorLine, MonkError } from "../../errors/error.ts";
import { connectOwner } from "../owner/connect.ts";
import { compareVersions, versionProblem } from "../owner/extension-versions.ts";
import type { Ports } from "../paths.ts";
import type { Setting } from "../setting.ts";
import { isListening } from "../sockets/client-transport.ts";
import { describeHolder } from "../sockets/port-holder.ts";
import { VERSION } from "../version.ts";
import { note, ok, type Row, wrong } from "./row.ts";

/** Who answers on the control port. */
export type Seen =
	| { readonly owner: "running"; readonly status: OwnerStatus }
	| { readonly owner: "absent" }
	| { readonly owner: "unusable"; readonly error: MonkError };

export async function lookForOwner(setting: Setting): Promise<Seen> {
	try {
		const connection = await connectOwner(setting, "monk doctor");
		const status = await connection.request("owner_status", {}).finally(() => connection.close());
		return { owner: "running", status };
	} catch (thrown) {
		if (thrown instanceof MonkError && thrown.code === "NO_OWNER") return { owner: "absent" };
		return { owner: "unusable", error: asMonkError(thrown) };
	}
}

function ownerRow(seen: Seen): Row {
	switch (seen.owner) {
		case "absent":
			return note("owner", "none runs", "`monk serve` starts one; so do `monk call` and `monk mcp`");
		case "unusable":
			return wrong("owner", errorLine(seen.error), seen.error.hint);
		case "running": {
			const { version, pid } = seen.status;
			if (compareVersions(version, VERSION) === 0) return ok("owner", `monk ${version}, process ${pid}`);
			return wrong("owner", `monk ${version} runs (process ${pid}) and this one is ${VERSION}`, "monk stop");
		}
		default:
			return seen satisfies never;
	}
}

/** The ports an owner holds are reached; those that it would take are free. */
async function portRow(name: keyof Ports, port: number, seen: Seen): Promise<Row> {
	const check = `${name} port`;
	const isTaken = await isListening(port);
	if (seen.owner === "running")
		return isTaken ? ok(check, `${port} answers`) : wrong(check, `${port} does not answer`, "monk stop");
	if (!isTaken) return ok(check, `${port} is free`);
	const flag = `MONK_${name.toUpperCase()}_PORT`;
	return wrong(check, `${port} is held by ${await describeHolder(port)}`, `end that program, or set ${flag}`);
}

const profileRow = (monk: string, profile: OwnerStatus["profiles"][number]): Row => {
	const { slug, extVersion, state, tabs } = profile;
	const check = `profile ${slug}`;
	if (state === "offline") return note(check, `offline, extension ${extVersion} when it was last seen`);
	const problem = versionProblem(monk, slug, extVersion);
	if (problem !== undefined) return wrong(check, problem, "monk ext pack");
	return ok(check, `connected, extension ${extVersion}, shared tabs: ${tabs}`);
};

function statusRows({ profiles, problems, version }: OwnerStatus): readonly Row[] {
	const known = new Set(profiles.map(({ slug, extVersion }) => versionProblem(version, slug, extVersion)));
	return [
		...(profiles.length === 0 ? [note("profiles", "no browser has joined", "monk pair, or monk open")] : []),
		...profiles.map((profile) => profileRow(version, profile)),
		...problems
			.filter((problem) => !known.has(problem))
			.map((problem) => wrong("problem", problem, "what it says; `monk log` tells more")),
	];
}

/** Who owns the ports, of what version, and how its browsers stand. */
export async function ownerRows(seen: Seen, ports: Ports): Promise<readonly Row[]> {
	// An owner of another version holds its ports by right.
	if (seen.owner === "unusable" && seen.error.code === "VERSION_MISMATCH") return [ownerRow(seen)];
	const bound = seen.owner === "running" ? seen.status.ports : ports;
	return [
		ownerRow(seen),
		await portRow("control", bound.control, seen),
		await portRow("link", bound.link, seen),
		...(seen.owner === "running" ? statusRows(seen.status) : []),
	];
}
