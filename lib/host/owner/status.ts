import type { OwnerStatus } from "../../catalog/control.ts";
import { profileStatus } from "./control-handlers.ts";
import { versionProblems } from "./extension-versions.ts";
import type { Parts } from "./parts.ts";

/** What only the owner's ports can tell. */
type OfPorts = Pick<OwnerStatus, "startedAt" | "ports"> & { readonly problems: readonly string[] };

/** What `monk status` shows. */
export function statusOf(parts: Parts, { startedAt, ports, problems }: OfPorts): OwnerStatus {
	const { options, registry, clients, legacy, audit, peers, scripts, guesses } = parts;
	const own = [audit.problem, peers.problem].filter((problem) => problem !== undefined);
	return {
		version: options.version,
		pid: options.pid,
		startedAt,
		ports,
		scripts: scripts.state,
		profiles: registry.all.map(profileStatus),
		clients: [...clients].map(({ pid, version, name }) => ({ pid, version, name })),
		problems: [
			...parts.problems,
			...own,
			...problems,
			...scripts.notices,
			...guesses.link.problems,
			...guesses.scriptcat.problems,
			...legacy.problems,
			...versionProblems(options.version, registry.all),
		],
	};
}
