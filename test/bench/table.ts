import type { Bench, Row } from "./measure.ts";

const ms = (value: number): string =>
	value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : value.toFixed(0);

const ratio = ({ median, floor }: Row): string =>
	floor === undefined ? "floor" : `${(median / floor.median).toFixed(2)}× ${floor.what}`;

const line = (row: Row): string =>
	`| ${row.what} | ${ms(row.median)} | ${ms(row.p95)} | ${row.runs} | ${ratio(row)} | ${row.note ?? ""} |`;

/** One bench's part of the README, in Markdown. */
export const tableOf = ({ title, unit = "ms" }: Bench, rows: readonly Row[]): string =>
	[
		`### ${title}`,
		"",
		`| what | median ${unit} | p95 ${unit} | runs | against the floor | note |`,
		"|---|---|---|---|---|---|",
		...rows.map(line),
	].join("\n");

const marks = (title: string) => ({ begin: `<!-- begin ${title} -->`, end: `<!-- end ${title} -->` });

/** Puts a bench's table in its place in the README, or at the end when it is new. */
export function replaceTable(readme: string, bench: Bench, table: string): string {
	const { begin, end } = marks(bench.title);
	const block = `${begin}\n${table}\n${end}`;
	const from = readme.indexOf(begin);
	const to = readme.indexOf(end);
	if (from < 0 || to < 0) return `${readme.trimEnd()}\n\n${block}\n`;
	return readme.slice(0, from) + block + readme.slice(to + end.length);
}
