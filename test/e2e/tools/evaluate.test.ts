import { afterAll, beforeAll, expect, test } from "bun:test";
import { Stage } from "../../support/stage.ts";

let stage: Stage;
let tabId: number;

const ask = (expression: string) => stage.browser.owner.ask("browser_evaluate", { tabId, expression });

beforeAll(async () => {
	stage = await Stage.start({ "/": "<title>Evaluate</title><p id=here class=deep>words</p>" });
	({ tabId } = await stage.show());
}, 60_000);

afterAll(() => stage[Symbol.asyncDispose]());

test.each([
	["document.body.firstElementChild", '"<p#here>"'],
	["({at: document.body, all: [window]})", '{"at":"<body>","all":["[window]"]}'],
	["(() => { const a = {n: 1}; a.self = a; return a })()", '{"n":1,"self":"[circular]"}'],
	["(() => { const a = {n: 1}; return [a, a] })()", '[{"n":1},{"n":1}]'],
	["new Map([['a', new Set([1])]])", '[["a",[1]]]'],
	["({e: new TypeError('no'), n: 5n})", '{"e":"TypeError: no","n":"5n"}'],
	["12n", '"12n"'],
	["[NaN, Infinity, -Infinity, -0, undefined, 0]", '["[NaN]","[Infinity]","[-Infinity]","[-0]","[undefined]",0]'],
	[
		"({f() {}, g: () => 1, s: Symbol('mark'), u: undefined, r: /a+/g})",
		'{"f":"[function f]","g":"[function g]","s":"[Symbol(mark)]","u":"[undefined]","r":"/a+/g"}',
	],
	["0 / 0", '"[NaN]"'],
	["-0", '"[-0]"'],
	["Symbol('mark')", '"[Symbol(mark)]"'],
	["() => function later() {}", '"[function later]"'],
	["undefined", "undefined"],
	["new Date(0)", '"1970-01-01T00:00:00.000Z"'],
])("%s is told as %s", async (expression, value) => {
	expect((await ask(expression)).value).toBe(value);
});

test.each(["'x'.repeat(3e6)", "Array(1e6).fill('xy')"])(
	"a result as large as %s is cut, and says by how much",
	async (large) => {
		const { value, omitted = 0 } = await ask(large);
		expect(value.length).toBe(100_000);
		expect(omitted).toBeGreaterThan(2_000_000);
	},
);
