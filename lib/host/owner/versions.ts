import { MonkError } from "../../errors/error.ts";
import { compareVersions } from "./extension-versions.ts";

const majorMinor = (version: string): string => version.split(".").slice(0, 2).join(".");

/** Two monks work together when their major and minor versions are the same. */
export const worksWith = (one: string, other: string): boolean => majorMinor(one) === majorMinor(other);

/** Names both versions and what mends it, which depends on which of them is the newer. */
export function versionMismatch(ownerVersion: string, ownVersion: string): MonkError {
	const facts = `the monk that runs is ${ownerVersion} and this one is ${ownVersion}; they do not work together`;
	const hint =
		compareVersions(ownVersion, ownerVersion) > 0
			? `Run \`monk serve --replace\` or \`monk stop\` with this newer one (${ownVersion}), then start your agents again.`
			: `Use the newer binary (${ownerVersion}): start your agent or command again with it.`;
	return new MonkError("VERSION_MISMATCH", facts, { hint });
}
