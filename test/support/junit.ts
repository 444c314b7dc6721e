export interface Counts {
	readonly passed: number;
	readonly failed: number;
	readonly skipped: number;
	/** Files whose results never came: they did not load, or took their process with them. */
	readonly lost: readonly string[];
}

const numberIn = (text: string, name: string): number => Number(new RegExp(`\\b${name}="(\\d+)"`).exec(text)?.[1] ?? 0);

/** What really passed, read from a JUnit report. A test file that is missing from it counts as one failure. */
export function countResults(report: string, files: readonly string[]): Counts {
	const total = /<testsuites[^>]*>/.exec(report)?.[0] ?? "";
	const reported = new Set([...report.matchAll(/<testsuite [^>]*\bfile="([^"]+)"/g)].map(([, file]) => file));
	const lost = files.filter((file) => !reported.has(file));
	const [tests, failures, skipped] = ["tests", "failures", "skipped"].map((name) => numberIn(total, name)) as [
		number,
		number,
		number,
	];
	return { passed: tests - failures - skipped, failed: failures + lost.length, skipped, lost };
}
