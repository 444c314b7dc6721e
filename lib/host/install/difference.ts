/**
 * What changes from one text to another, as the lines that differ between what both begin and what both end with: `-`
 * before a line that goes, `+` before one that comes. The rest is left out, because other servers' keys stand there.
 */
export function difference(before: string, after: string): readonly string[] {
	const [old, now] = [before.split(/\r?\n/), after.split(/\r?\n/)];
	let start = 0;
	while (start < Math.min(old.length, now.length) && old[start] === now[start]) start++;
	let [oldEnd, nowEnd] = [old.length, now.length];
	while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1]) {
		oldEnd--;
		nowEnd--;
	}
	return [
		...old.slice(start, oldEnd).map((line) => `- ${line}`),
		...now.slice(start, nowEnd).map((line) => `+ ${line}`),
	];
}
