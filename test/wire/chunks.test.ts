import { describe, expect, test } from "bun:test";
import { frames } from "../../lib/wire/frames.ts";
import { jsonRpc } from "../../lib/wire/json-rpc.ts";
import { limits } from "../../lib/wire/limits.ts";
import type { Codec } from "../../lib/wire/message.ts";
import { codeOf, linkedPeers, scriptedPeer, settle } from "../support/peers.ts";

const long = `${'é"😀'.repeat(800_000)}end`;

/** Calls for a long answer, letting the clock run until it is there. */
async function fetchLong(codec: Codec, link = linkedPeers(codec)) {
	link.right.peer.serve({ notify: () => {}, request: async () => long });
	const call = link.left.peer.request("blob", { n: 1 });
	for (let turn = 0; turn < 40; turn++) {
		await settle();
		link.clock.advance(0);
	}
	return { ...link, text: await call };
}

describe("a result of more than a mebibyte", () => {
	test("arrives whole, in pieces that are each below that size", async () => {
		const { text, far, left, right } = await fetchLong(frames);
		expect(text === long).toBe(true);
		expect(far.sent.length).toBeGreaterThan(4);
		expect(Math.max(...far.sent.map((piece) => Buffer.byteLength(piece)))).toBeLessThanOrEqual(2 * limits.chunkBytes);
		expect([...left.faults, ...right.faults]).toEqual([]);
	});

	test("lets a pong pass between two pieces", async () => {
		const link = linkedPeers(frames);
		link.right.peer.serve({ notify: () => {}, request: async () => long });
		const call = link.left.peer.request("blob", { n: 1 });
		await settle();
		await link.left.peer.ping();
		expect(link.far.sent.at(-1)).toBe('{"k":"pog"}');
		link.left.peer.close();
		expect(await codeOf(call)).toBe("BROWSER_GONE");
	});

	test("goes whole where the envelope has no chunks", async () => {
		const { text, far } = await fetchLong(jsonRpc);
		expect(text === long).toBe(true);
		expect(far.sent).toHaveLength(1);
	});
});

const chunk = (id: string, part: string, last: boolean) => JSON.stringify({ k: "chk", id, part, last });

describe("hostile chunks", () => {
	test("are refused before authentication", () => {
		const { transport } = scriptedPeer(frames);
		transport.say(chunk("1", "{", false));
		expect(transport.closed?.code).toBe(1008);
	});

	test("of an id that nobody waits for are not kept", () => {
		const { peer, transport, faults } = scriptedPeer(frames, { maxFrameBytes: 1_000 });
		peer.trust();
		for (let n = 0; n < 100; n++) transport.say(chunk("9", "x".repeat(500), false));
		expect(peer.isOpen).toBe(true);
		expect(faults).toEqual([]);
	});

	test("that sum up to more than a frame may hold close the connection", async () => {
		const { peer, transport, faults } = scriptedPeer(frames, { maxFrameBytes: 1_000 });
		peer.trust();
		const call = codeOf(peer.request("blob", { n: 1 }));
		for (let n = 0; n < 3; n++) transport.say(chunk("1", "x".repeat(500), false));
		expect(transport.closed?.code).toBe(1009);
		expect(faults).toEqual([{ kind: "oversized-frame" }]);
		expect(await call).toBe("BROWSER_GONE");
	});

	test("of too many answers at once close the connection", () => {
		const { peer, transport } = scriptedPeer(frames);
		peer.trust();
		for (let n = 0; n <= limits.chunkedAtOnce; n++) {
			void codeOf(peer.request("blob", { n }));
			transport.say(chunk(String(n + 1), "x", false));
		}
		expect(transport.closed?.code).toBe(1009);
	});

	test("that make something other than the answer are a broken frame", () => {
		const { peer, transport, faults } = scriptedPeer(frames);
		peer.trust();
		void codeOf(peer.request("blob", { n: 1 }));
		transport.say(chunk("1", '{"k":"res","id":"2","ok":true}', true));
		transport.say(chunk("1", '{"k":"req","id":"1","type":"look","payload":{"n":1}}', true));
		transport.say(chunk("1", '{"k":"res","id"', true));
		expect(faults.map(({ kind }) => kind)).toEqual(["broken-frame", "broken-frame", "broken-frame"]);
		expect(peer.isOpen).toBe(true);
	});
});
