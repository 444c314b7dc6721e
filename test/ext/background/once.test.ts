import { expect, test } from "bun:test";
import { Once } from "../../../ext/background/once.ts";

const atOnce = Promise.resolve();
const never = new Promise<void>(() => undefined);

test("a request that comes by both ways is carried out once, and both get its answer", async () => {
	let runs = 0;
	const once = new Once();
	const work = async (mayAct: Promise<void>): Promise<number> => {
		await mayAct;
		return ++runs;
	};
	const answers = await Promise.all([once.answer("a", never, work), once.answer("a", atOnce, work)]);
	expect(answers).toEqual([
		{ ok: true, value: 1 },
		{ ok: true, value: 1 },
	]);
});

test("a request gets ready at once and acts when it may", async () => {
	const said: string[] = [];
	const { promise: mayAct, resolve } = Promise.withResolvers<void>();
	const answer = new Once().answer("a", mayAct, async (free) => {
		said.push("ready");
		await free;
		said.push("done");
	});
	await Bun.sleep(0);
	expect(said).toEqual(["ready"]);
	resolve();
	await answer;
	expect(said).toEqual(["ready", "done"]);
});

test("a read waits for nobody's leave", async () => {
	expect(await new Once().answer("a", never, async () => "read")).toEqual({ ok: true, value: "read" });
});
