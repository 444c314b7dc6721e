import { afterEach, beforeEach, expect, test } from "bun:test";
import { Once } from "../../../ext/background/once.ts";
import { FakeArea, installChrome } from "../../support/fake-chrome.ts";

let session: FakeArea;
let restore: () => void;

beforeEach(() => {
	session = new FakeArea();
	restore = installChrome({ storage: { session, local: new FakeArea() } });
});
afterEach(() => restore());

test("a request that comes by both ways is carried out once, and both get its answer", async () => {
	let runs = 0;
	const once = new Once();
	const work = async (): Promise<number> => ++runs;
	const answers = await Promise.all([once.answer("a", "act", work), once.answer("a", "act", work)]);
	expect(answers).toEqual([
		{ ok: true, value: 1 },
		{ ok: true, value: 1 },
	]);
});

test("an act that a former life of the worker began is not begun again", async () => {
	let runs = 0;
	const work = async (mayAct: Promise<void>): Promise<number> => {
		await mayAct;
		return ++runs;
	};
	await new Once().answer("a", "act", work);
	expect(await new Once().answer("a", "act", work)).toMatchObject({ ok: false, error: { code: "OUTCOME_UNKNOWN" } });
	expect(runs).toBe(1);
});

test("a read that a former life began is carried out again, and leaves no trace in storage", async () => {
	let runs = 0;
	const work = async (): Promise<number> => ++runs;
	await new Once().answer("a", "read", work);
	expect(await new Once().answer("a", "read", work)).toEqual({ ok: true, value: 2 });
	expect(session.writes).toBe(0);
});

test("of the acts begun only so many are remembered", async () => {
	const once = new Once();
	for (let index = 0; index < 250; index++) await once.answer(`id${index}`, "act", async () => null);
	expect(session.items.begun).toHaveLength(200);
	expect((session.items.begun as string[]).at(-1)).toBe("id249");
});
