import { SeededRandom } from "../support/random.ts";

/** Generated pages, the same in every run. Sizes are elements of the body. */
const words = [
	...(["amber", "birch", "cliff", "dune", "elm", "fern", "grove", "heath", "isle", "jetty", "knoll", "lake"] as const),
	...([
		"marsh",
		"north",
		"orchard",
		"pine",
		"quarry",
		"ridge",
		"shore",
		"tide",
		"upland",
		"vale",
		"west",
		"yew",
	] as const),
] as const;

class Text {
	readonly #random: SeededRandom;

	constructor(seed: number) {
		this.#random = new SeededRandom(seed);
	}

	words(count: number): string {
		return Array.from({ length: count }, () => this.#random.pick(words)).join(" ");
	}

	number(below: number): number {
		return this.#random.int(below);
	}
}

const style = `<style>body { font: 14px sans-serif } .cards { display: grid; grid-template-columns: repeat(4, 1fr) }
	.cards article { border: 1px solid } .new::after { content: "new" } button { cursor: pointer }</style>`;

const page = (title: string, body: string): string =>
	`<!doctype html><html lang="en"><title>${title}</title>${style}<body>${body}</body></html>`;

/** Twelve elements: what a shop shows of one thing. */
const card = (text: Text, index: number): string => `<article>
	<a href="/thing/${index}"><img alt="${text.words(2)}"><h3>${text.words(3)}</h3></a>
	<p>${text.words(8)} <em>${text.words(1)}</em> ${text.words(6)}</p>
	<div><span${text.number(5) === 0 ? ' class="new"' : ""}>${text.number(900)} EUR</span>
	<label><input type="checkbox"> Compare</label></div>
	<button aria-label="Add ${text.words(2)}">Add</button></article>`;
const cardSize = 11;

function shop(size: number): string {
	const text = new Text(size);
	const cards = Array.from({ length: Math.floor((size - 8) / cardSize) }, (_, index) => card(text, index));
	const nav = `<header><nav aria-label="Main"><a href="/">${text.words(1)}</a></nav></header>`;
	return page(
		`shop ${size}`,
		`${nav}<main><h1>${text.words(3)}</h1><section class="cards" aria-label="Things">
		${cards.join("\n")}</section><p>The end</p></main>`,
	);
}

function frames(count: number): string {
	const text = new Text(count);
	const inner = (): string => `<h2>${text.words(2)}</h2><p>${text.words(12)}</p><button>${text.words(1)}</button>`;
	return page(
		`frames ${count}`,
		Array.from({ length: count }, () => `<iframe srcdoc="${inner()}"></iframe>`).join("\n"),
	);
}

function roots(count: number): string {
	const text = new Text(count);
	const root = (): string => `<x-item><template shadowrootmode="open"><style>p { margin: 0 }</style>
		<p>${text.words(4)} <slot></slot></p><button>${text.words(1)}</button></template>${text.words(2)}</x-item>`;
	return page(`roots ${count}`, Array.from({ length: count }, root).join("\n"));
}

export interface BenchPage {
	readonly name: string;
	readonly html: string;
	/** How often it is measured: a large page takes long. */
	readonly rounds: number;
}

export const benchPages: readonly BenchPage[] = [
	{ name: "20 nodes", html: shop(20), rounds: 5 },
	{ name: "1,500 nodes", html: shop(1_500), rounds: 5 },
	{ name: "10,000 nodes", html: shop(10_000), rounds: 3 },
	{ name: "50,000 nodes", html: shop(50_000), rounds: 2 },
	{ name: "20 frames", html: frames(20), rounds: 5 },
	{ name: "500 shadow roots", html: roots(500), rounds: 5 },
];
