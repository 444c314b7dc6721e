import { expect, test } from "bun:test";
import { PassThrough } from "node:stream";
import { CdpPipe, nulFrames } from "../../../lib/host/managed-browser/cdp-pipe.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const texts = ['{"id":1}', "", '{"method":"Page.é","params":{"title":"日本語 🙂"}}', "{}"];

test("texts come out whole, whether the bytes come at once, in pieces or one by one", () => {
	const stream = bytes(texts.map((text) => `${text}\0`).join(""));
	for (const size of [stream.length, 7, 3, 1]) {
		const frames = nulFrames();
		const seen: string[] = [];
		for (let at = 0; at < stream.length; at += size) seen.push(...frames(stream.subarray(at, at + size)));
		expect(seen).toEqual(texts);
	}
});

test("a text without its end is kept back", () => {
	const frames = nulFrames();
	expect(frames(bytes("half"))).toEqual([]);
	expect(frames(bytes(" done\0next"))).toEqual(["half done"]);
});

test("an answer goes to the request with its id, and an event to the listeners", async () => {
	const [input, output] = [new PassThrough(), new PassThrough()];
	const pipe = new CdpPipe(input, output);
	const events: string[] = [];
	const stop = pipe.listen(({ method }) => events.push(method));
	const first = pipe.send<{ a: number }>("A.first");
	const second = pipe.send("A.second", {}, "s1");
	const written = `${output.read()}${output.read() ?? ""}`;
	expect(written).toBe(
		'{"id":1,"method":"A.first","params":{}}\0{"id":2,"method":"A.second","params":{},"sessionId":"s1"}\0',
	);
	input.write(
		'{"method":"A.happened","params":{}}\0{"id":2,"error":{"message":"no such thing"}}\0{"id":1,"result":{"a":1}}\0',
	);
	expect(await first).toEqual({ a: 1 });
	await expect(second).rejects.toThrow("A.second: no such thing");
	expect(events).toEqual(["A.happened"]);
	stop();
});

test("when the pipe ends, what waits and what comes after is BROWSER_GONE", async () => {
	const [input, output] = [new PassThrough(), new PassThrough()];
	const pipe = new CdpPipe(input, output);
	const waiting = pipe.send("A.waiting");
	input.destroy();
	await expect(waiting).rejects.toMatchObject({ code: "BROWSER_GONE" });
	expect(pipe.isOpen).toBe(false);
	await expect(pipe.send("A.late")).rejects.toMatchObject({ code: "BROWSER_GONE" });
});
