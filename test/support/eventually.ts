/** How long and how often a condition is looked at, in milliseconds. */
export interface Patience {
	readonly within?: number;
	readonly every?: number;
}

/**
 * Waits until `look` gives something true and returns it. Throws with the last error or value when `within`
 * (20 s) is over. A throw inside `look` counts as not yet.
 */
export async function eventually<T>(
	look: () => T | Promise<T>,
	{ within = 20_000, every = 20 }: Patience = {},
): Promise<NonNullable<T>> {
	const deadline = performance.now() + within;
	let last: unknown;
	do {
		try {
			const seen = await look();
			if (seen) return seen;
			last = seen;
		} catch (error) {
			last = error;
		}
		await Bun.sleep(every);
	} while (performance.now() < deadline);
	throw new Error(`not within ${within} ms; last seen: ${last instanceof Error ? last.message : Bun.inspect(last)}`);
}
