import { isConnected, type Profile } from "../profiles/profile.ts";

const numbers = (version: string): readonly number[] =>
	version.split(".").map((part) => Number.parseInt(part, 10) || 0);

/** Negative when `one` is the older, 0 when both are the same. */
export function compareVersions(one: string, other: string): number {
	const [a, b] = [numbers(one), numbers(other)];
	const differs = a.findIndex((part, index) => part !== (b[index] ?? 0));
	if (differs >= 0) return (a[differs] ?? 0) - (b[differs] ?? 0);
	return a.length < b.length && b.slice(a.length).some((part) => part > 0) ? -1 : 0;
}

/** Why an extension's version is not monk's own, and which command mends it; nothing when it is. */
export function versionProblem(monk: string, name: string, extension: string): string | undefined {
	const order = compareVersions(extension, monk);
	if (order === 0) return undefined;
	const facts = `${name} runs extension ${extension} and monk is ${monk}`;
	return order < 0
		? `${facts}: run \`monk ext pack\` on the folder that the browser loaded; the extension then reloads itself`
		: `${facts}: run \`monk stop\`, then start the newer monk`;
}

/** One line for each connected profile whose extension is of another version. */
export const versionProblems = (monk: string, profiles: readonly Profile[]): readonly string[] =>
	profiles
		.filter(isConnected)
		.map(({ slug, extVersion }) => versionProblem(monk, slug, extVersion))
		.filter((problem) => problem !== undefined);
