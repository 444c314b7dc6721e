/**
 * Whether a regular expression may take exponential time: a repeated group that holds a repetition or a choice, or a
 * reference back. Also true for some harmless ones: they can be written otherwise, and a worker that hangs cannot be
 * called back.
 */
export function mayTakeForever(source: string): boolean {
	const plain = source.replace(/\\(?:k<[^>]*>|[1-9])/g, "\ufffe").replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, "x");
	if (plain.includes("\ufffe")) return true;
	/** For each open group, whether it holds a repetition or a choice. */
	const open: boolean[] = [];
	for (let at = 0; at < plain.length; at++) {
		const sign = plain[at];
		if (sign === "(") open.push(false);
		else if (sign === ")") {
			const holds = open.pop() ?? false;
			const repeated = isRepetition(plain, at + 1);
			if (holds && repeated) return true;
			if ((holds || repeated) && open.length > 0) open[open.length - 1] = true;
		} else if (open.length > 0 && (sign === "|" || isRepetition(plain, at))) open[open.length - 1] = true;
	}
	return false;
}

/** A repetition of at least two is one; `?` right after a sign is not, nor is the one that begins a group's kind. */
const isRepetition = (plain: string, at: number): boolean =>
	plain[at] === "*" || plain[at] === "+" || /^\{\d*(?:,\d*)?\}/.test(plain.slice(at, at + 12));
