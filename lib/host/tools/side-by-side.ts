import { tools } from "../../catalog/catalog.ts";
import type { ToolResult } from "../../catalog/control.ts";
import { MonkError } from "../../errors/error.ts";
import { maxProfiles } from "../profiles/registry.ts";
import { oneLine } from "./plain-text.ts";

/** A read that names several browser profiles is one call to each. */
export interface Several {
	/** As the caller spelled them. */
	readonly profiles: readonly string[];
	/** The arguments for each. */
	readonly rest: Readonly<Record<string, unknown>>;
}

export interface OfProfile {
	/** Its slug, or what the caller called it when there is none of that name. */
	readonly profile: string;
	readonly result: ToolResult;
}

const isName = (value: unknown): value is string => typeof value === "string" && value !== "";

const invalid = (name: string, why: string): MonkError => new MonkError("INVALID_ARGUMENT", `${name}: ${why}`);

/**
 * The call to each profile when `profile` is a list, else nothing.
 *
 * @throws MonkError INVALID_ARGUMENT for an act, for a list that is no list of names, for a file
 */
export function severalIn(name: string, args: Readonly<Record<string, unknown>>): Several | undefined {
	const { profile, ...rest } = args;
	if (!Array.isArray(profile) || !Object.hasOwn(tools, name)) return undefined;
	const { effect } = tools[name as keyof typeof tools];
	if (effect === "act") throw invalid(name, "an action takes one profile; only reads take a list");
	if (profile.length === 0 || profile.length > maxProfiles || !profile.every(isName))
		throw invalid(name, `profile must be a name or a list of 1 to ${maxProfiles} names`);
	if (rest.file !== undefined) throw invalid(name, "file takes one profile");
	return { profiles: [...new Set(profile)], rest };
}

/** One result that holds all, each under its profile's name. It is an error when each of them is. */
export function sideBySide(each: readonly OfProfile[]): ToolResult {
	const content = each.flatMap(({ profile, result }) => [
		{ type: "text" as const, text: `## Profile ${oneLine(profile)}` },
		...result.content,
	]);
	const profiles = each.map(({ profile, result: { isError, structuredContent } }) => ({
		...structuredContent,
		profile,
		...(isError === true ? { isError } : {}),
	}));
	if (each.some(({ result }) => result.isError !== true)) return { content, structuredContent: { profiles } };
	// What the first one's error says stands for the whole.
	return { content, isError: true, structuredContent: { ...each[0]?.result.structuredContent, profiles } };
}
