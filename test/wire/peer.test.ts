import { describe, expect, test } from "bun:test";
import { MonkError } from "../../lib/errors/error.ts";
import { frames } from "../../lib/wire/frames.ts";
import { jsonRpc } from "../../lib/wire/json-rpc.ts";
import { limits } from "../../lib/wire/limits.ts";
import type { Codec, WireMessage } from "../../lib/wire/message.ts";
import type { Handler, IncomingCall } from "../../lib/wire/peer.ts";
import { codeOf, linkedPeers, scriptedPeer, settle } from "../support/peers.ts";
import { SeededRandom } from "../support/random.ts";

const echo: Handler = { request: async (_method, params) => params, notify: () => {} };

const say = (codec: Codec, message: WireMessage) => codec.encode(message);
const heard = (codec: Codec, sent: readonly string[]) => sent.map((text) => codec.decode(text));

for (const codec of [frames, jsonRpc]) {
	describe(`a peer over ${codec.name}`, () => {
		test("answers a call with what the handler gives", async () => {
			const { left, right } = linkedPeers(codec);
			right.peer.serve(echo);
			expect(await left.peer.request("look", { n: 7 })).toEqual({ n: 7 });
		});

		test("counts its ids as decimal strings from 1", () => {
			const { peer, transport } = scriptedPeer(codec);
			void peer.request("look", { n: 1 });
			void peer.request("act", { n: 2 });
			expect(transport.heard.map(({ id }) => id)).toEqual(["1", "2"]);
		});

		test("tells the caller a domain error with its code, hint and data", async () => {
			const { left, right } = linkedPeers(codec);
			const fail = () => Promise.reject(new MonkError("CONFLICT", "no", { hint: "h", data: { a: 1 } }));
			right.peer.serve({ ...echo, request: fail });
			const error = await left.peer.request("look", { n: 1 }).catch((thrown) => thrown);
			expect(error).toMatchObject({ code: "CONFLICT", message: "no", hint: "h", data: { a: 1 } });
		});

		test("tells the caller nothing of a stranger's error", async () => {
			const { left, right } = linkedPeers(codec);
			right.peer.serve({ ...echo, request: () => Promise.reject(new Error("/home/me/secret")) });
			const error = await left.peer.request("look", { n: 1 }).catch((thrown) => thrown);
			expect(error).toMatchObject({ code: "INTERNAL_ERROR", message: "internal error" });
			expect(right.faults).toEqual([{ kind: "handler-threw", method: "look" }]);
		});

		test("a handler that throws at once is answered for like one that rejects", async () => {
			const { left, right } = linkedPeers(codec);
			right.peer.serve({
				request: () => {
					throw new MonkError("CONFLICT", "no");
				},
				notify: () => {},
			});
			expect(await codeOf(left.peer.request("look", { n: 1 }))).toBe("CONFLICT");
		});

		test("answers an unknown request with METHOD_NOT_FOUND and params that do not fit with INVALID_REQUEST", async () => {
			const { peer, transport, faults } = scriptedPeer(codec);
			peer.serve(echo);
			peer.trust();
			transport.say(say(codec, { kind: "request", id: "a", method: "constructor", params: {} }));
			transport.say(say(codec, { kind: "request", id: "b", method: "look", params: {} }));
			transport.say(say(codec, { kind: "request", id: "c", method: "news", params: { n: 1 } }));
			await settle();
			expect(heard(codec, transport.sent)).toMatchObject([
				{ kind: "error", id: "a", error: { code: "METHOD_NOT_FOUND" } },
				{ kind: "error", id: "b", error: { code: "INVALID_REQUEST" } },
				{ kind: "error", id: "c", error: { code: "METHOD_NOT_FOUND" } },
			]);
			expect(faults.map(({ kind }) => kind)).toEqual(["unknown-method", "invalid-params", "unknown-method"]);
		});

		test("ignores a notification that is unknown or does not fit, and says so", () => {
			const { peer, transport, faults } = scriptedPeer(codec);
			peer.serve({ ...echo, notify: () => expect.unreachable() });
			transport.say(say(codec, { kind: "notification", method: "nope", params: { n: 1 } }));
			transport.say(say(codec, { kind: "notification", method: "news", params: {} }));
			expect(faults.map(({ kind }) => kind)).toEqual(["unknown-method", "invalid-params"]);
		});

		test("refuses its own params that do not fit before anything is sent", async () => {
			const { peer, transport } = scriptedPeer(codec);
			expect(await codeOf(peer.request("look", { n: "x" }))).toBe("INVALID_ARGUMENT");
			expect(() => peer.notify("news", {})).toThrow("it does not fit");
			expect(transport.sent).toEqual([]);
		});

		test("refuses an answer that does not fit", async () => {
			const { peer, transport, faults } = scriptedPeer(codec);
			const call = codeOf(peer.request("look", { n: 1 }));
			transport.say(say(codec, { kind: "result", id: "1", result: { n: "x" } }));
			expect(await call).toBe("INTERNAL_ERROR");
			expect(faults.map(({ kind }) => kind)).toEqual(["invalid-result"]);
		});

		test("does not send its own handler's answer when it does not fit", async () => {
			const { left, right } = linkedPeers(codec);
			right.peer.serve({ ...echo, request: async () => ({ secret: "x" }) });
			expect(await codeOf(left.peer.request("look", { n: 1 }))).toBe("INTERNAL_ERROR");
			expect(right.faults.map(({ kind }) => kind)).toEqual(["invalid-own-result"]);
		});

		test("a read that timed out is sent once more, and then gives up", async () => {
			const { peer, transport, clock } = scriptedPeer(codec);
			const call = codeOf(peer.request("look", { n: 1 }));
			clock.advance(1_000);
			await settle();
			expect(heard(codec, transport.sent).filter(({ kind }) => kind === "request")).toHaveLength(2);
			clock.advance(1_000);
			expect(await call).toBe("TIMEOUT");
			await settle();
			expect(heard(codec, transport.sent).filter(({ kind }) => kind === "request")).toHaveLength(2);
			expect(clock.pending).toBe(0);
		});

		test("the second attempt's answer is the call's answer, and the first one's is late", async () => {
			const { peer, transport, clock, faults } = scriptedPeer(codec);
			const call = peer.request("look", { n: 1 });
			clock.advance(1_000);
			await settle();
			transport.say(say(codec, { kind: "result", id: "1", result: { n: 1 } }));
			transport.say(say(codec, { kind: "result", id: "2", result: { n: 2 } }));
			expect(await call).toEqual({ n: 2 });
			expect(faults).toEqual([{ kind: "late-response", id: "1", outcome: "result" }]);
		});

		test("an act that timed out is never sent again", async () => {
			const { peer, transport, clock } = scriptedPeer(codec);
			const call = codeOf(peer.request("act", { n: 1 }));
			clock.advance(1_000);
			expect(await call).toBe("TIMEOUT");
			await settle();
			expect(heard(codec, transport.sent)).toMatchObject([
				{ kind: "request", id: "1" },
				{ kind: "notification", method: "$/cancelRequest", params: { id: "1" } },
			]);
		});

		test("a call's own timeout stands instead of the rule's", async () => {
			const { peer, clock } = scriptedPeer(codec);
			const call = codeOf(peer.request("act", { n: 1 }, { timeoutMs: 5_000 }));
			clock.advance(4_999);
			await settle();
			expect(clock.pending).toBe(1);
			clock.advance(1);
			expect(await call).toBe("TIMEOUT");
		});

		test("cancelling rejects at once, tells the other side, and aborts its handler", async () => {
			const { left, right } = linkedPeers(codec);
			const signals: AbortSignal[] = [];
			const wait = (_method: string, _params: unknown, call: IncomingCall) => {
				signals.push(call.signal);
				return new Promise((_resolve, reject) =>
					call.signal.addEventListener("abort", () => reject(new MonkError("CANCELLED", "stopped"))),
				);
			};
			right.peer.serve({ ...echo, request: wait });
			const canceller = new AbortController();
			const call = codeOf(left.peer.request("act", { n: 1 }, { signal: canceller.signal }));
			await settle();
			canceller.abort();
			expect(await call).toBe("CANCELLED");
			await settle();
			expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
			expect(left.faults).toEqual([{ kind: "late-response", id: "1", outcome: "error" }]);
		});

		test("a cancelled call may wait for the other side's last words, and no longer than it said", async () => {
			const { peer, transport, clock } = scriptedPeer(codec);
			const cancelled = (): Promise<string> => {
				const canceller = new AbortController();
				const call = codeOf(peer.request("act", { n: 1 }, { signal: canceller.signal, lastWordsMs: 250 }));
				canceller.abort();
				return call;
			};
			const told = cancelled();
			transport.say(say(codec, { kind: "error", id: "1", error: { code: "OUTCOME_UNKNOWN", message: "half of it" } }));
			expect(await told).toBe("OUTCOME_UNKNOWN");
			const silent = cancelled();
			clock.advance(250);
			expect(await silent).toBe("CANCELLED");
			expect(heard(codec, transport.sent).filter(({ kind }) => kind === "notification")).toHaveLength(2);
			expect(clock.pending).toBe(0);
		});

		test("a call that was cancelled before it began is not sent", async () => {
			const { peer, transport } = scriptedPeer(codec);
			expect(await codeOf(peer.request("act", { n: 1 }, { signal: AbortSignal.abort() }))).toBe("CANCELLED");
			expect(transport.sent).toEqual([]);
		});

		test("a call that was cancelled while it waited for a handler never reaches one", async () => {
			const { peer, transport } = scriptedPeer(codec);
			transport.say(say(codec, { kind: "request", id: "a", method: "act", params: { n: 1 } }));
			transport.say(say(codec, { kind: "notification", method: "$/cancelRequest", params: { id: "a" } }));
			peer.serve({ ...echo, request: () => expect.unreachable() });
			await settle();
			expect(heard(codec, transport.sent)).toMatchObject([{ kind: "error", id: "a", error: { code: "CANCELLED" } }]);
		});

		test("an id that is in flight already is ignored, so that none is answered twice", async () => {
			const { peer, transport, faults } = scriptedPeer(codec);
			const text = say(codec, { kind: "request", id: "a", method: "look", params: { n: 1 } });
			transport.say(text);
			transport.say(text);
			peer.serve(echo);
			await settle();
			expect(transport.sent).toHaveLength(1);
			expect(faults).toEqual([{ kind: "duplicate-id", id: "a" }]);
		});

		test("an answer that nobody waits for is ignored and told", () => {
			const { peer, transport, faults } = scriptedPeer(codec);
			transport.say(say(codec, { kind: "result", id: "99", result: {} }));
			transport.say(say(codec, { kind: "error", id: "99", error: { code: "X", message: "" } }));
			expect(peer.isOpen).toBe(true);
			expect(faults).toEqual([
				{ kind: "late-response", id: "99", outcome: "result" },
				{ kind: "late-response", id: "99", outcome: "error" },
			]);
		});

		test("closing rejects every call, ping and later call at once", async () => {
			const { left, right, clock } = linkedPeers(codec);
			right.peer.serve({ ...echo, request: () => new Promise(() => {}) });
			const calls = [left.peer.request("look", { n: 1 }), left.peer.request("act", { n: 2 })].map(codeOf);
			right.peer.close(1001, "bye");
			const pinged = codeOf(left.peer.ping());
			expect(await Promise.all([...calls, pinged])).toEqual(["BROWSER_GONE", "BROWSER_GONE", "BROWSER_GONE"]);
			expect(await codeOf(left.peer.request("look", { n: 1 }))).toBe("BROWSER_GONE");
			expect(clock.pending).toBe(0);
		});

		test("closing aborts what the other side's calls run here", async () => {
			const { peer, transport } = scriptedPeer(codec);
			const seen: AbortSignal[] = [];
			peer.serve({
				notify: () => {},
				request: (_method, _params, call) => {
					seen.push(call.signal);
					return new Promise(() => {});
				},
			});
			transport.say(say(codec, { kind: "request", id: "a", method: "look", params: { n: 1 } }));
			transport.hangUp();
			expect(seen.map(({ aborted }) => aborted)).toEqual([true]);
		});

		test("listeners hear a close once, and at once when it is past", () => {
			const { peer, transport } = scriptedPeer(codec);
			const heardCloses: string[] = [];
			peer.onClose((code, reason) => heardCloses.push(`early ${code} ${reason}`));
			peer.close(1000, "done");
			transport.hangUp(1000, "done");
			peer.onClose((code, reason) => heardCloses.push(`late ${code} ${reason}`));
			expect(heardCloses).toEqual(["early 1000 done", "late 1000 done"]);
		});

		test("a transport that cannot take a message closes the connection and loses no call", async () => {
			const { peer, transport, faults } = scriptedPeer(codec);
			const waiting = codeOf(peer.request("look", { n: 1 }));
			transport.isFull = true;
			expect(await codeOf(peer.request("act", { n: 2 }))).toBe("BROWSER_GONE");
			expect(await waiting).toBe("BROWSER_GONE");
			expect(transport.closed?.code).toBe(1011);
			expect(faults).toEqual([{ kind: "send-failed" }]);
		});

		test("the calls in flight are bounded in both directions", async () => {
			const { left, right } = linkedPeers(codec);
			right.peer.serve({ ...echo, request: () => new Promise(() => {}) });
			for (let n = 0; n < limits.callsInFlight; n++) void codeOf(left.peer.request("act", { n }));
			expect(await codeOf(left.peer.request("act", { n: 0 }))).toBe("RATE_LIMITED");
			const scripted = scriptedPeer(codec);
			scripted.peer.serve({ ...echo, request: () => new Promise(() => {}) });
			for (let n = 0; n <= limits.callsInFlight; n++) {
				scripted.transport.say(say(codec, { kind: "request", id: `i${n}`, method: "act", params: { n } }));
			}
			await settle();
			const refused = { kind: "error", id: `i${limits.callsInFlight}`, error: { code: "RATE_LIMITED" } };
			expect(heard(codec, scripted.transport.sent)).toMatchObject([refused]);
		});

		test("what comes between two handlers waits for the second, in order", async () => {
			const { left, right } = linkedPeers(codec);
			const seen: string[] = [];
			const named = (name: string): Handler => ({
				notify: (_method, params) => {
					const n = Number(Reflect.get(params as object, "n"));
					seen.push(`${name} ${n}`);
					if (n === 2) right.peer.hold();
				},
				request: async (_method, params) => {
					seen.push(`${name} call`);
					return params;
				},
			});
			left.peer.notify("news", { n: 1 });
			await settle();
			right.peer.serve(named("first"));
			for (const n of [2, 3]) left.peer.notify("news", { n });
			const call = left.peer.request("look", { n: 4 });
			await settle();
			expect(seen).toEqual(["first 1", "first 2"]);
			right.peer.serve(named("second"));
			expect(await call).toEqual({ n: 4 });
			expect(seen).toEqual(["first 1", "first 2", "second 3", "second call"]);
		});

		test("more than can be held closes the connection instead of losing a message", () => {
			const { peer, transport } = scriptedPeer(codec);
			const news = say(codec, { kind: "notification", method: "news", params: { n: 1 } });
			for (let n = 0; n < limits.heldMessages; n++) transport.say(news);
			expect(peer.isOpen).toBe(true);
			transport.say(news);
			expect(transport.closed?.code).toBe(1008);
		});

		test("pings are answered, and each ping settles with its pong", async () => {
			const { left, right } = linkedPeers(codec);
			await Promise.all([left.peer.ping(), left.peer.ping(), right.peer.ping()]);
			expect(left.faults).toEqual([]);
		});

		test("a peer that answers no ping is closed after the allowed misses, one that does is not", async () => {
			const silent = scriptedPeer(codec);
			silent.peer.startPinging(10_000, 3);
			silent.clock.advance(30_000);
			expect(silent.peer.isOpen).toBe(true);
			silent.clock.advance(10_000);
			expect(silent.transport.closed).toEqual({ code: 1001, reason: "heartbeat timeout" });
			const { left, clock } = linkedPeers(codec);
			left.peer.startPinging(10_000, 3);
			for (let beat = 0; beat < 10; beat++) {
				clock.advance(10_000);
				await settle();
			}
			expect(left.peer.isOpen).toBe(true);
		});

		test("time in which this side slept is no missed ping, and the count begins anew", () => {
			const { peer, clock, transport } = scriptedPeer(codec);
			peer.startPinging(10_000, 3);
			clock.advance(30_000);
			clock.sleep(3_600_000);
			expect(peer.isOpen).toBe(true);
			clock.advance(29_000);
			expect(peer.isOpen).toBe(true);
			clock.advance(1_000);
			expect(transport.closed?.reason).toBe("heartbeat timeout");
		});

		test("before authentication a broken frame closes without a word; after it, as the codec says", () => {
			const before = scriptedPeer(codec);
			before.transport.say("not json");
			expect(before.transport.closed).toEqual({ code: 1008, reason: "" });
			const after = scriptedPeer(codec);
			after.peer.trust();
			after.transport.say("not json");
			expect(after.transport.closed?.code).toBe(codec.onBroken === "close" ? 1002 : undefined);
			expect(after.faults).toEqual([{ kind: "broken-frame", why: "not a JSON object" }]);
		});

		test("a frame of the limit is read, and of the limit plus one byte closes unread", () => {
			const empty = say(codec, { kind: "notification", method: "news", params: { n: 1, t: "" } });
			const maxFrameBytes = 1_000;
			const sized = (bytes: number) =>
				say(codec, {
					kind: "notification",
					method: "news",
					params: { n: 1, t: "é".repeat((bytes - empty.length) / 2) },
				});
			const even = empty.length % 2 === 0 ? maxFrameBytes : maxFrameBytes - 1;
			const { peer, transport, faults } = scriptedPeer(codec, { maxFrameBytes: even });
			peer.trust();
			transport.say(sized(even));
			expect(faults).toEqual([]);
			transport.say(`${sized(even)} `);
			expect(transport.closed?.code).toBe(1009);
			expect(faults).toEqual([{ kind: "oversized-frame" }]);
		});

		test("before authentication a frame may be no longer than a handshake needs", () => {
			const { transport, faults } = scriptedPeer(codec);
			transport.say("[".repeat(limits.handshakeBytes + 1));
			expect(faults).toEqual([{ kind: "oversized-frame" }]);
			expect(transport.closed).toEqual({ code: 1008, reason: "" });
		});

		test("a request that is too large is not sent, and an answer that is gets a refusal in its place", async () => {
			const { left, right } = linkedPeers(codec, { maxFrameBytes: 1_000 });
			expect(await codeOf(left.peer.request("look", { n: 1, t: "x".repeat(2_000) }))).toBe("PAYLOAD_TOO_LARGE");
			right.peer.serve({ ...echo, request: async () => ({ n: 1, t: "x".repeat(2_000) }) });
			expect(await codeOf(left.peer.request("look", { n: 1 }))).toBe("PAYLOAD_TOO_LARGE");
			expect(left.peer.isOpen && right.peer.isOpen).toBe(true);
		});

		const seed = Date.now() >>> 0;
		test(`whatever the order of answers, every call settles once with its own (seed ${seed})`, async () => {
			const random = new SeededRandom(seed);
			const { left, right } = linkedPeers(codec);
			const parked: (() => void)[] = [];
			right.peer.serve({
				...echo,
				request: (_method, params) => new Promise((resolve) => parked.push(() => resolve(params))),
			});
			const calls = Array.from({ length: 200 }, (_, n) => left.peer.request("act", { n }));
			await settle();
			while (parked.length > 0) parked.splice(random.int(parked.length), 1)[0]?.();
			expect(await Promise.all(calls)).toEqual(Array.from({ length: 200 }, (_, n) => ({ n })));
			expect([...left.faults, ...right.faults]).toEqual([]);
		});
	});
}
