import type { OwnerStatus } from "../../lib/catalog/control.ts";
import { oneLine } from "../../lib/host/tools/plain-text.ts";
import { profileLine } from "./profile-line.ts";

const section = (name: string, lines: readonly string[]): readonly string[] =>
	lines.length === 0 ? [] : [`${name}:`, ...lines.map((line) => `  ${line}`)];

const portsLine = ({ link, control, legacy, scriptcat, http }: OwnerStatus["ports"]): string =>
	[
		`Ports: link ${link}, control ${control}`,
		...(scriptcat === undefined ? [] : [`scriptcat ${scriptcat}`]),
		...(legacy === undefined ? [] : [`legacy ${legacy}`]),
		...(http === undefined ? [] : [`http ${http}`]),
	].join(", ");

/** After a browser's start ScriptCat often does not dial at all, and says nothing about it. */
const scriptCatLines: Readonly<Record<OwnerStatus["scripts"], readonly string[]>> = {
	connected: ["ScriptCat: connected"],
	away: ["ScriptCat: not connected (if it says Connecting, switch its External Access off and on)"],
	unpaired: [],
};

/** A client chooses its name, which may not pass for lines of ours. */
const clientLine = ({ name, pid, version }: OwnerStatus["clients"][number]): string =>
	`process ${pid} calls itself ${oneLine(name ?? "nothing")}, ${oneLine(version)}`;

/** Adds what only the asking side can know: that the owner is of another version than itself. */
export function withOwnVersion(status: OwnerStatus, own: string): OwnerStatus {
	if (status.version === own) return status;
	const problem = `monk ${status.version} runs, and this command is ${own}: \`monk stop\` lets the next one start anew`;
	return { ...status, problems: [...status.problems, problem] };
}

/** What runs, for a person. */
export const statusText = (status: OwnerStatus): string => {
	const { version, pid, startedAt, ports, scripts, profiles, clients, problems } = status;
	return [
		`monk ${version} runs as process ${pid} since ${new Date(startedAt).toISOString()}`,
		portsLine(ports),
		...(profiles.length === 0 ? ["No browser has joined: run `monk pair` or `monk open`"] : []),
		...section("Profiles", profiles.map(profileLine)),
		...scriptCatLines[scripts],
		...section("Clients", clients.map(clientLine)),
		...section("Problems", problems.map(oneLine)),
	].join("\n");
};
