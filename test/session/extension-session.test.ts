import { describe, expect, test } from "bun:test";
import { runExtensionSession } from "../../lib/session/extension-session.ts";
import { displayCode } from "../../lib/session/pairing.ts";
import { frames } from "../../lib/wire/frames.ts";
import { jsonRpc } from "../../lib/wire/json-rpc.ts";
import { limits } from "../../lib/wire/limits.ts";
import type { Codec } from "../../lib/wire/message.ts";
import { Peer } from "../../lib/wire/peer.ts";
import type { Transport } from "../../lib/wire/transport.ts";
import { linkTransports } from "../support/linked-transports.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { linkRules, OwnerSide, until } from "../support/owner-side.ts";
import { codeOf, settle } from "../support/peers.ts";
import { SeededRandom } from "../support/random.ts";
import { ScriptedTransport } from "../support/scripted-transport.ts";

const instanceId = "00112233445566778899aabbccddeeff";
const key = new Uint8Array(32).fill(0x40);
const hello = {
	protocol: 1,
	profileId: "3f0c2f5e-8f0a-4c1e-9b9e-2f8b3a1c4d5e",
	label: "",
	extVersion: "1.0",
	tabs: [],
};

/** One source for all connections: an extension that began it anew each time would repeat its nonces. */
const random = new SeededRandom(5);

type Secret = { readonly key: Uint8Array } | { readonly code: string };

/** The extension's end over any transport, and what it kept and told. */
function extension(transport: Transport, codec: Codec, secret: Secret, clock = new ManualClock()) {
	const options = { rules: linkRules, maxFrameBytes: 4 * 1024 * 1024, goneCode: "OWNER_GONE" } as const;
	const peer = new Peer({ transport, codec, clock, ...options });
	const kept: Uint8Array<ArrayBuffer>[] = [];
	let hellos = 0;
	const outcome = runExtensionSession({
		peer,
		clock,
		random,
		credentials: { instanceId, ...secret },
		hello: async () => {
			hellos += 1;
			return hello;
		},
		methods: ["list_tabs"],
		onEnrolled: async (minted) => void kept.push(minted),
	});
	return { peer, outcome, kept, clock, saidHello: () => hellos > 0 };
}

for (const codec of [frames, jsonRpc]) {
	describe(`both sides of monk's link over ${codec.name}`, () => {
		const link = (owner: OwnerSide, secret: Secret) => {
			const [near, far] = linkTransports();
			return { owner: owner.run(near), extension: extension(far, codec, secret, owner.clock) };
		};

		test("pair with the code as a person types it, and meet again with the key", async () => {
			const owner = new OwnerSide("monk", codec);
			const code = owner.openWindow();
			const first = link(owner, { code: ` ${displayCode(code).toLowerCase()}` });
			const ready = await first.owner.ready;
			expect(ready).toMatchObject({
				who: { kind: "monk", instanceId },
				enrolledNow: true,
				hello,
				methods: ["list_tabs"],
			});
			expect(await first.extension.outcome).toMatchObject({ state: "ready", ack: { assignedSlug: "a" } });
			const minted = first.extension.kept[0] ?? new Uint8Array();
			expect(Buffer.from(minted).toString("hex")).toBe(owner.keyHex(instanceId) ?? "none");
			const second = link(owner, { key: minted });
			expect((await second.owner.ready).enrolledNow).toBe(false);
			expect((await second.extension.outcome).state).toBe("ready");
			expect(owner.clock.pending).toBe(0);
		});

		test("a wrong code tells the extension so, and the owner nothing is kept", async () => {
			const owner = new OwnerSide("monk", codec);
			owner.openWindow();
			const { extension: ours } = link(owner, { code: "0000-0000" });
			expect(await ours.outcome).toEqual({ state: "wrong-code" });
			expect(ours.saidHello()).toBe(false);
			expect(ours.kept).toEqual([]);
			expect(owner.ends).toEqual(["wrong-code"]);
		});

		test("a key that the owner does not know is told apart from a line that was cut", async () => {
			const owner = new OwnerSide("monk", codec);
			const { extension: ours } = link(owner, { key });
			expect(await ours.outcome).toEqual({ state: "not-known" });
		});

		test("a refusal reaches the extension with its reason", async () => {
			const owner = new OwnerSide("monk", codec);
			owner.enrol(instanceId, "40".repeat(32));
			owner.greet = async () => ({
				ok: false,
				protocol: 1,
				serverVersion: "0.1.0",
				reason: "32 profiles are known already",
			});
			const { extension: ours } = link(owner, { key });
			expect(await ours.outcome).toEqual({ state: "refused", reason: "32 profiles are known already" });
		});

		test("nothing is lost that either side sends before the other's handler is there", async () => {
			const owner = new OwnerSide("monk", codec);
			owner.enrol(instanceId, "40".repeat(32));
			const { owner: ours, extension: theirs } = link(owner, { key });
			const ready = await ours.ready;
			const tabs = ready.peer.request("list_tabs", {});
			await theirs.outcome;
			theirs.peer.notify("tabs_changed", { tabs: [] });
			await settle();
			theirs.peer.serve({ request: async () => ({ tabs: [] }), notify: () => {} });
			expect(await tabs).toEqual({ tabs: [] });
			const news: string[] = [];
			ready.peer.serve({ request: () => Promise.reject(), notify: (method) => void news.push(method) });
			expect(news).toEqual(["tabs_changed"]);
		});
	});
}

describe("an extension that meets a stranger", () => {
	const nonceD = "ab".repeat(32);
	const keyD =
		"046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5";

	/** The extension's end, with the test as its owner. */
	function meet(secret: Secret) {
		const transport = new ScriptedTransport();
		return { transport, ...extension(transport, frames, secret) };
	}

	const ask = (transport: ScriptedTransport, params: object) =>
		transport.sayJson({ k: "req", id: "1", type: "$session.authenticate", payload: params });

	test("learns nothing of tabs from it, keeps no key, and leaves", async () => {
		for (const secret of [{ key }, { code: "3F9K7Q2A" }]) {
			const { transport, outcome, kept, saidHello } = meet(secret);
			ask(transport, { nonceD, keyD });
			await until(() => transport.sent.length === 1);
			const forged = { hmac: "00".repeat(32), key: { ciphertext: "A".repeat(64), iv: "A".repeat(16) } };
			transport.sayJson({ k: "ntf", type: "$session.authenticated", payload: forged });
			expect(await outcome).toEqual({ state: "closed", code: 1008 });
			expect([transport.closed?.code, kept.length, saidHello()]).toEqual([1008, 0, false]);
		}
	});

	test("tells it neither the code nor the key in any form but a MAC", async () => {
		const { transport } = meet({ code: "3F9K7Q2A" });
		ask(transport, { nonceD, keyD });
		await until(() => transport.sent.length === 1);
		const answer = transport.heard[0]?.result as Record<string, unknown>;
		expect(Object.keys(answer).sort()).toEqual(["hmac", "keyE", "mode", "nonceE", "peer"]);
		expect(transport.sent.join("")).not.toContain("3F9K");
	});

	test("answers one challenge, and no request before the proof", async () => {
		const acts: ((transport: ScriptedTransport) => void)[] = [
			(transport) => ask(transport, { nonceD, keyD }),
			(transport) => transport.sayJson({ k: "req", id: "2", type: "list_tabs", payload: {} }),
			(transport) => transport.sayJson({ k: "req", id: "2", type: "browser_click", payload: { ref: "e1" } }),
			(transport) => transport.sayJson({ k: "ntf", type: "$session.shutdown", payload: {} }),
			(transport) => transport.say("not json"),
		];
		for (const act of acts) {
			const { transport, outcome } = meet({ key });
			ask(transport, { nonceD, keyD });
			await until(() => transport.sent.length === 1);
			act(transport);
			expect(await outcome).toEqual({ state: "closed", code: 1008 });
			expect(transport.sent).toHaveLength(1);
		}
	});

	test("pairs with no one who sends no public key, or none on the curve", async () => {
		for (const params of [
			{ nonceD },
			{ nonceD, keyD: `04${"0".repeat(127)}1` },
			{ nonceD, keyD: keyD.toUpperCase() },
		]) {
			const { transport, outcome } = meet({ code: "3F9K7Q2A" });
			ask(transport, params);
			expect(await outcome).toEqual({ state: "closed", code: 1008 });
			expect(transport.sent).toEqual([]);
		}
	});

	test("waits for no challenge and no proof longer than the limits", async () => {
		const unasked = meet({ key });
		unasked.clock.advance(limits.authenticateMs);
		expect(await unasked.outcome).toEqual({ state: "closed", code: 1008 });
		const unproved = meet({ key });
		ask(unproved.transport, { nonceD });
		await until(() => unproved.transport.sent.length === 1);
		unproved.clock.advance(limits.helloMs);
		expect(await unproved.outcome).toEqual({ state: "closed", code: 1008 });
		expect(unproved.clock.pending).toBe(0);
	});

	test("calls a cut line a cut line, not a wrong code", async () => {
		const { transport, outcome, peer } = meet({ code: "3F9K7Q2A" });
		ask(transport, { nonceD, keyD });
		await until(() => transport.sent.length === 1);
		transport.hangUp(1006);
		expect(await outcome).toEqual({ state: "closed", code: 1006 });
		expect(await codeOf(peer.request("hello", hello))).toBe("OWNER_GONE");
	});
});
