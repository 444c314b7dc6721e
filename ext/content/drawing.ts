/**
 * Waits for so many animation frames, at most `patienceMs`: a tab in the background draws when Chrome likes, and then
 * time stands in for them.
 */
export function draws(count: number, patienceMs: number): Promise<void> {
	return new Promise((resolve) => {
		const timer = setTimeout(resolve, patienceMs);
		const next = (left: number): void => {
			if (left > 0) {
				requestAnimationFrame(() => next(left - 1));
				return;
			}
			clearTimeout(timer);
			resolve();
		};
		next(count);
	});
}
