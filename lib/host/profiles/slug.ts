const maxLength = 32;

/** A label as a slug: lower case, `[a-z0-9-]`, at most 32 characters; empty when nothing of it is left. */
export const slugOf = (label: string): string =>
	label
		.normalize("NFKD")
		.toLowerCase()
		.replace(/\p{M}/gu, "")
		.replace(/[^a-z0-9]+/g, "-")
		.slice(0, maxLength)
		.replace(/^-+|-+$/g, "");

const isSlug = (text: string): boolean => text.length > 0 && text === slugOf(text);

function* numbered(base: string): Generator<string> {
	for (let number = 2; ; number++) {
		const ending = `-${number}`;
		yield `${base.slice(0, maxLength - ending.length)}${ending}`;
	}
}

/** The first of `base`, `base-2`, `base-3`… that is free. */
function firstFree(base: string, taken: ReadonlySet<string>): string {
	if (!taken.has(base)) return base;
	for (const slug of numbered(base)) if (!taken.has(slug)) return slug;
	throw new Error("unreachable: the numbers do not end");
}

export interface Naming {
	readonly label: string;
	readonly slug: string;
}

/**
 * Chooses a profile's names. The slug that the extension kept is honoured when it is free, so that it survives a
 * restart of the owner; a profile without a label becomes `chrome-1`, `chrome-2`…
 *
 * @param taken slugs of all other known profiles
 */
export function nameProfile(label: string, kept: string | undefined, taken: ReadonlySet<string>): Naming {
	const given = label.trim();
	if (kept !== undefined && isSlug(kept) && !taken.has(kept)) return { label: given || kept, slug: kept };
	if (given) return { label: given, slug: firstFree(slugOf(given) || "chrome", taken) };
	let number = 1;
	while (taken.has(`chrome-${number}`)) number++;
	return { label: `chrome-${number}`, slug: `chrome-${number}` };
}
