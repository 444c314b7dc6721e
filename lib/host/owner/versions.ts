import { MonkError } from "../../errors/error.ts";

const majorMinor = (version: string): string => version.split(".").slice(0, 2).join(".");

/** Two monks work together when their major and minor versions are the same. */
export const worksWith = (one: string, other: string): boolean => majorMinor(one) === majorMinor(other);

/** Names both versions and what mends it. */
export const versionMismatch = (ownerVersion: string, ownVersion: string): MonkError =>
	new MonkError(
		"VERSION_MISMATCH",
		`the monk that runs is ${ownerVersion} and this one is ${ownVersion}; they do not work together`,
	);
