import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { frames } from "../../lib/wire/frames.ts";
import { jsonRpc } from "../../lib/wire/json-rpc.ts";
import { limits } from "../../lib/wire/limits.ts";
import * as handMade from "../support/hand-made-extension.ts";
import { OwnerSide, until } from "../support/owner-side.ts";
import { settle } from "../support/peers.ts";
import { quickRounds, stretchQuickly } from "../support/quick-stretch.ts";

const instance = "00112233445566778899aabbccddeeff";
const other = "ffeeddccbbaa99887766554433221100";
const key = "40".repeat(32);
const hello = {
	protocol: 1,
	profileId: "3f0c2f5e-8f0a-4c1e-9b9e-2f8b3a1c4d5e",
	label: "",
	extVersion: "1.0",
	tabs: [],
};
const capabilities = { schemaVersion: "1.0.0", methods: ["list_tabs"] };
type Credentials = handMade.Credentials;

const makeAnswer = (link: "monk" | "scriptcat", challenge: { nonceD: string; keyD?: string }, proof: Credentials) =>
	handMade.makeAnswer(link, challenge, { ...proof, rounds: quickRounds });

let stretchFully: () => void;
beforeAll(() => {
	stretchFully = stretchQuickly();
});
afterAll(() => stretchFully());

const wordless = { code: 1008, reason: "" };

for (const link of ["monk", "scriptcat"] as const) {
	for (const codec of [frames, jsonRpc]) {
		const enrolled = () => {
			const owner = new OwnerSide(link, codec);
			owner.enrol(link === "monk" ? instance : undefined, key);
			return owner;
		};
		const id = link === "monk" ? instance : undefined;

		/** A connection that has proved itself. */
		const proved = async (owner: OwnerSide, credentials: Credentials = { key }) => {
			const dialled = await owner.dial();
			const made = makeAnswer(link, dialled.challenge, credentials);
			dialled.answer(made.answer);
			await until(() => dialled.notified("$session.authenticated") !== undefined || dialled.closed !== undefined);
			return { dialled, made };
		};

		/** The same, up to where capabilities are due. */
		const greeted = async (owner: OwnerSide) => {
			const { dialled } = await proved(owner);
			if (link === "monk") {
				dialled.request("h", "hello", hello);
				await until(() => dialled.replyTo("h") !== undefined);
			} else {
				owner.clock.advance(limits.greetingGapMs);
				await settle();
			}
			return dialled;
		};

		describe(`a session on the ${link} link over ${codec.name}`, () => {
			test("an extension with the key becomes ready, and the owner proves itself too", async () => {
				const owner = enrolled();
				const { dialled, made } = await proved(owner);
				expect(dialled.notified("$session.authenticated")).toEqual({ hmac: made.ownerMac });
				if (link === "monk") dialled.request("h", "hello", hello);
				else owner.clock.advance(limits.greetingGapMs);
				await settle();
				if (link === "scriptcat") expect(dialled.notified("$session.hello")).toEqual({ daemonVersion: "0.1.0" });
				dialled.request("c", "$session.capabilities", capabilities);
				const ready = await dialled.ready;
				expect(ready).toMatchObject({ who: { kind: link }, methods: ["list_tabs"], enrolledNow: false });
				expect(ready.hello).toEqual(link === "monk" ? hello : undefined);
				await settle();
				expect(dialled.replyTo("c")).toEqual({ kind: "result", id: "c", result: {} });
				expect(owner.audits.map(({ kind }) => kind)).toEqual(["authenticated", "ready"]);
				expect(owner.clock.pending).toBe(0);
			});

			test("an extension with the code is given a key, which opens the next session", async () => {
				const owner = new OwnerSide(link, codec);
				const code = owner.openWindow();
				const { dialled, made } = await proved(owner, { code });
				const said = dialled.notified("$session.authenticated") as {
					hmac: string;
					key: { ciphertext: string; iv: string };
				};
				expect(said.hmac).toBe(made.ownerMac);
				const minted = made.open(said.key);
				await until(() => owner.keyHex(id) !== undefined);
				expect(owner.keyHex(id)).toBe(minted);
				const again = await proved(owner, { key: minted });
				expect(again.dialled.notified("$session.authenticated")).toEqual({ hmac: again.made.ownerMac });
				expect(owner.audits.map(({ kind }) => kind)).toEqual(["enrolled", "authenticated", "authenticated"]);
			});

			test("a code is used once: the second extension that sends it is refused, and not counted", async () => {
				const owner = new OwnerSide(link, codec);
				const code = owner.openWindow();
				await proved(owner, { code });
				owner.openWindow();
				for (let run = 0; run < 4; run++) expect((await proved(owner, { code })).dialled.closed).toEqual(wordless);
				expect(owner.ends).toEqual(["old-code", "old-code", "old-code", "old-code"]);
				expect(owner.window.expiresAt(owner.clock.now())).toBeDefined();
			});

			test("the third wrong code kills the window, and the right one comes too late", async () => {
				const owner = new OwnerSide(link, codec);
				const code = owner.openWindow();
				for (const wrong of ["00000000", "00000001", "00000002", code]) {
					expect((await proved(owner, { code: wrong })).dialled.closed).toEqual(wordless);
				}
				// The right code is the code before by now.
				expect(owner.ends).toEqual(["wrong-code", "wrong-code", "last-wrong-code", "old-code"]);
				expect(owner.keys.size).toBe(0);
			});

			test("a code is refused once its time is up, and when none was ever shown", async () => {
				const owner = new OwnerSide(link, codec);
				await proved(owner, { code: "00000000" });
				const code = owner.openWindow();
				owner.clock.advance(limits.pairingCodeMs);
				expect((await proved(owner, { code })).dialled.closed).toEqual(wordless);
				expect(owner.ends).toEqual(["no-window", "old-code"]);
			});

			test("a MAC that was heard before proves nothing, with its own nonce or with another", async () => {
				const owner = enrolled();
				const { made } = await proved(owner);
				const replay = await owner.dial();
				replay.answer(made.answer);
				expect(await replay.end()).toEqual(wordless);
				const disguised = await owner.dial();
				disguised.answer({ ...made.answer, nonceE: "ab".repeat(32) });
				expect(await disguised.end()).toEqual(wordless);
				expect(owner.ends).toEqual(["reused-nonce", "wrong-mac"]);
			});

			test("a nonce that was used before is refused even with a right MAC, and so is the owner's own", async () => {
				const owner = enrolled();
				const nonceE = "cd".repeat(32);
				await proved(owner, { key, nonceE });
				expect((await proved(owner, { key, nonceE })).dialled.closed).toEqual(wordless);
				const mirror = await owner.dial();
				mirror.answer(makeAnswer(link, mirror.challenge, { key, nonceE: mirror.challenge.nonceD }).answer);
				expect(await mirror.end()).toEqual(wordless);
				expect(owner.ends).toEqual(["reused-nonce", "reused-nonce"]);
			});

			test("the MAC of another key, mode or kind proves nothing", async () => {
				const owner = enrolled();
				await proved(owner, { key: "41".repeat(32) });
				const crossed = await owner.dial();
				const made = makeAnswer(link, crossed.challenge, { key });
				crossed.answer({
					...made.answer,
					mode: "pairing",
					...(link === "monk" ? { keyE: crossed.challenge.keyD } : {}),
				});
				expect(await crossed.end()).toEqual(wordless);
				const foreign = await owner.dial();
				foreign.answer(makeAnswer(link === "monk" ? "scriptcat" : "monk", foreign.challenge, { key }).answer);
				expect(await foreign.end()).toEqual(wordless);
				expect(owner.ends).toEqual(["wrong-mac", "no-window", "wrong-kind"]);
			});

			test("an extension that nobody enrolled is refused", async () => {
				const owner = new OwnerSide(link, codec);
				expect((await proved(owner)).dialled.closed).toEqual(wordless);
				expect(owner.ends).toEqual(["unknown-instance"]);
			});

			test("upper-case hex, short hex and keys that do not belong are refused", async () => {
				const owner = enrolled();
				const spoilt = (answer: Record<string, unknown>): Record<string, unknown>[] => [
					{ ...answer, nonceE: "AB".repeat(32) },
					{ ...answer, nonceE: String(answer.nonceE).slice(2) },
					{ ...answer, hmac: String(answer.hmac).toUpperCase() },
					{ ...answer, hmac: String(answer.hmac).slice(1) },
					{ ...answer, hmac: undefined },
					{ ...answer, mode: "other" },
					{ ...answer, extra: 1 },
				];
				for (const at of spoilt({}).keys()) {
					const dialled = await owner.dial();
					dialled.answer(spoilt(makeAnswer(link, dialled.challenge, { key, nonceE: "ab".repeat(32) }).answer)[at]);
					expect(await dialled.end()).toEqual(wordless);
				}
				expect(new Set(owner.ends)).toEqual(new Set(["out-of-order"]));
			});

			test("a public key where none belongs, and none where one does, is refused", async () => {
				const owner = enrolled();
				const dialled = await owner.dial();
				const { answer } = makeAnswer(link, dialled.challenge, { key });
				dialled.answer({ ...answer, keyE: `04${"11".repeat(64)}` });
				expect(await dialled.end()).toEqual(wordless);
				expect(owner.ends).toEqual(["wrong-public-key"]);
			});

			test("whatever comes before the proof closes without a word", async () => {
				const owner = enrolled();
				const early: ((dialled: Awaited<ReturnType<OwnerSide["dial"]>>) => void)[] = [
					(dialled) => dialled.request("x", "list_tabs", {}),
					(dialled) => dialled.request("x", "browser_click", { ref: "e1" }),
					(dialled) => dialled.request("x", "nope", {}),
					(dialled) => dialled.request("x", "$session.capabilities", capabilities),
					(dialled) => dialled.request("x", "hello", { protocol: 1 }),
					(dialled) => dialled.say({ kind: "notification", method: "tabs_changed", params: { tabs: [] } }),
					(dialled) => dialled.say({ kind: "notification", method: "nope", params: {} }),
					(dialled) => dialled.say({ kind: "notification", method: "$session.shutdown", params: {} }),
					(dialled) => dialled.transport.say("not json"),
					(dialled) => dialled.transport.say("\ud800\udfff\ud800"),
					(dialled) => dialled.transport.say(`${dialled.transport.sent[0]}`.slice(0, 40)),
					(dialled) => dialled.transport.say(" ".repeat(limits.handshakeBytes + 1)),
				];
				for (const act of early) {
					const dialled = await owner.dial();
					act(dialled);
					expect(await dialled.end()).toEqual(wordless);
					expect(dialled.heard).toHaveLength(1);
					expect(dialled.ready).rejects.toMatchObject({ code: "BROWSER_GONE" });
				}
				expect(owner.ends).toHaveLength(early.length);
			});

			test("a call between the proof and ready closes", async () => {
				const owner = enrolled();
				const { dialled } = await proved(owner);
				dialled.say({ kind: "notification", method: "tabs_changed", params: { tabs: [] } });
				expect((await dialled.end()).code).toBe(1002);
				expect(owner.ends).toEqual(["out-of-order"]);
			});

			test("an answer that comes twice is a late one, and harmless", async () => {
				const owner = enrolled();
				const { dialled, made } = await proved(owner);
				dialled.answer(made.answer);
				await settle();
				expect(dialled.closed).toBeUndefined();
			});

			test("silence is not waited for longer than the limits", async () => {
				const owner = enrolled();
				const silent = await owner.dial();
				owner.clock.advance(limits.authenticateMs - 1);
				await settle();
				expect(silent.closed).toBeUndefined();
				owner.clock.advance(1);
				expect(await silent.end()).toEqual(wordless);
				const late = await greeted(owner);
				owner.clock.advance(limits.capabilitiesMs);
				expect((await late.end()).code).toBe(1002);
				expect(owner.ends).toEqual(["no-answer", "capabilities-late"]);
				expect(owner.clock.pending).toBe(0);
			});

			test("capabilities of another schema, or of no proper shape, close", async () => {
				const owner = enrolled();
				for (const wrong of [{ ...capabilities, schemaVersion: "1.0.1" }, { schemaVersion: "1.0.0" }]) {
					const dialled = await greeted(owner);
					dialled.request("c", "$session.capabilities", wrong);
					expect((await dialled.end()).code).toBe(1002);
				}
				expect(owner.ends).toEqual(["wrong-schema-version", "out-of-order"]);
			});

			test("a key is not stored when the message that carries it could not be sent", async () => {
				const owner = new OwnerSide(link, codec);
				const dialled = await owner.dial();
				const code = owner.openWindow();
				dialled.transport.isFull = true;
				dialled.answer(makeAnswer(link, dialled.challenge, { code }).answer);
				await dialled.end();
				expect(owner.keys.size).toBe(0);
				expect(owner.ends).toEqual(["failed"]);
			});

			test("a key is not stored when the connection closed while the code was checked", async () => {
				const owner = new OwnerSide(link, codec);
				const dialled = await owner.dial();
				const code = owner.openWindow();
				dialled.answer(makeAnswer(link, dialled.challenge, { code }).answer);
				// Microtasks bring the answer to the check, and none of them can bring the check to its end.
				await settle();
				dialled.transport.hangUp(1006);
				expect(dialled.ready).rejects.toMatchObject({ code: "BROWSER_GONE" });
				await until(() => owner.ends.length > 0);
				expect(owner.keys.size).toBe(0);
			});

			test("a store that fails ends the session", async () => {
				const owner = new OwnerSide(link, codec);
				const code = owner.openWindow();
				owner.store = () => Promise.reject(new Error("disk full"));
				const { dialled } = await proved(owner, { code });
				expect((await dialled.end()).code).toBe(1011);
				expect(owner.ends).toEqual(["failed"]);
			});

			test("as much work is done without a key or a window as with one", async () => {
				const owner = enrolled();
				const derive = spyOn(crypto.subtle, "deriveBits");
				const sign = spyOn(crypto.subtle, "sign");
				const work = async (credentials: Credentials) => {
					const before = [derive.mock.calls.length, sign.mock.calls.length];
					await proved(owner, credentials);
					return [derive.mock.calls.length - (before[0] ?? 0), sign.mock.calls.length - (before[1] ?? 0)];
				};
				try {
					const known = await work({ key: "41".repeat(32) });
					owner.keys.clear();
					expect(await work({ key: "41".repeat(32) })).toEqual(known);
					const shut = await work({ code: "00000000" });
					owner.openWindow();
					expect(await work({ code: "00000000" })).toEqual(shut);
				} finally {
					derive.mockRestore();
					sign.mockRestore();
				}
			});
		});
	}
}

describe("monk's link", () => {
	const unproved = async (said: object, before?: (dialled: Awaited<ReturnType<OwnerSide["dial"]>>) => void) => {
		const owner = new OwnerSide("monk", frames);
		const dialled = await owner.dial();
		before?.(dialled);
		await settle();
		dialled.request("1", "hello", said);
		await until(() => dialled.heard.length > 1);
		return { owner, dialled, reply: dialled.heard[1] };
	};

	/** What an extension of the 0.2 line really sends. */
	const legacy = {
		profileId: hello.profileId,
		label: "",
		extVersion: "0.2.1",
		tabs: [{ tabId: 1, slot: 1, url: "", title: "" }],
	};

	test("answers an extension of the 0.2 line in the form that its parser reads, remembers it, and closes", async () => {
		const { owner, dialled, reply } = await unproved(legacy);
		expect(reply).toMatchObject({
			kind: "result",
			result: { ok: false, protocol: 1, serverVersion: "0.1.0", assignedPort: 0 },
		});
		expect(owner.legacies).toMatchObject([{ profileId: hello.profileId, extVersion: "0.2.1" }]);
		expect(dialled.closed).toBeUndefined();
		owner.clock.advance(limits.refusalGapMs);
		expect((await dialled.end()).code).toBe(1008);
		expect(owner.ends).toEqual(["refused"]);
	});

	test("still answers it when it refused the challenge first, as its own worker does", async () => {
		const refuse = { kind: "error", id: "1", error: 'Unknown wire request "$session.authenticate"' } as const;
		const { reply } = await unproved(legacy, (dialled) => dialled.say(refuse));
		expect(reply).toMatchObject({ result: { ok: false, assignedPort: 0 } });
	});

	test("names both numbers to another protocol, and the extension to install to a stranger of this one", async () => {
		const mismatch = (await unproved({ ...hello, protocol: 2, news: true })).reply;
		expect(mismatch).toMatchObject({ result: { reason: expect.stringMatching(/protocol 1.*protocol 2/) } });
		const stranger = (await unproved(hello)).reply;
		expect(stranger).toMatchObject({ result: { reason: "install monk's extension: monk ext pack" } });
	});

	const proved = async (owner: OwnerSide) => {
		owner.enrol(instance, key);
		const dialled = await owner.dial();
		dialled.answer(makeAnswer("monk", dialled.challenge, { key }).answer);
		await until(() => dialled.notified("$session.authenticated") !== undefined);
		return dialled;
	};

	test("tells a proved extension why the registry refuses it, then closes", async () => {
		const owner = new OwnerSide("monk", frames);
		owner.greet = async () => ({
			ok: false,
			protocol: 1,
			serverVersion: "0.1.0",
			reason: "the key is another profile's",
		});
		const dialled = await proved(owner);
		dialled.request("h", "hello", hello);
		await until(() => dialled.replyTo("h") !== undefined);
		expect(dialled.replyTo("h")).toMatchObject({ result: { ok: false, reason: "the key is another profile's" } });
		owner.clock.advance(limits.refusalGapMs);
		expect((await dialled.end()).code).toBe(1000);
	});

	test("waits for the hello no longer than its limit, and takes no second one", async () => {
		const owner = new OwnerSide("monk", frames);
		const late = await proved(owner);
		owner.clock.advance(limits.helloMs);
		expect((await late.end()).code).toBe(1002);
		const twice = await proved(owner);
		twice.request("h", "hello", hello);
		twice.request("i", "hello", hello);
		expect((await twice.end()).code).toBe(1002);
		expect(owner.ends).toEqual(["hello-late", "out-of-order"]);
	});

	test("takes capabilities only after the hello", async () => {
		const owner = new OwnerSide("monk", frames);
		const dialled = await proved(owner);
		dialled.request("c", "$session.capabilities", capabilities);
		expect((await dialled.end()).code).toBe(1002);
	});

	test("the MAC of one browser never proves another", async () => {
		const owner = new OwnerSide("monk", frames);
		owner.enrol(instance, key);
		owner.enrol(other, key);
		const dialled = await owner.dial();
		const { answer } = makeAnswer("monk", dialled.challenge, { key, instanceId: instance });
		dialled.answer({ ...answer, peer: { kind: "monk", instanceId: other } });
		expect(await dialled.end()).toEqual(wordless);
		expect(owner.ends).toEqual(["wrong-mac"]);
	});

	test("a public key that is no point of the curve is refused, and the window does not count it", async () => {
		const owner = new OwnerSide("monk", frames);
		owner.openWindow();
		for (let run = 0; run < 4; run++) {
			const dialled = await owner.dial();
			const { answer } = makeAnswer("monk", dialled.challenge, { code: "00000000" });
			dialled.answer({ ...answer, keyE: `04${"0".repeat(127)}1` });
			expect(await dialled.end()).toEqual(wordless);
		}
		expect(new Set(owner.ends)).toEqual(new Set(["wrong-public-key"]));
		expect(owner.window.expiresAt(owner.clock.now())).toBeDefined();
	});

	test("every challenge carries a public key, window or not, and no two are alike", async () => {
		const owner = new OwnerSide("monk", frames);
		const shut = (await owner.dial()).challenge;
		owner.openWindow();
		const open = (await owner.dial()).challenge;
		expect(shut.keyD).toMatch(/^04[0-9a-f]{128}$/);
		expect(open.keyD).toMatch(/^04[0-9a-f]{128}$/);
		expect(new Set([shut.keyD, open.keyD, shut.nonceD, open.nonceD]).size).toBe(4);
	});

	test("a key is let in beside guesses, and a guesser that left before its turn is not counted", async () => {
		const owner = new OwnerSide("monk", frames);
		owner.enrol(instance, key);
		owner.openWindow();
		const guessers = await Promise.all(Array.from({ length: 8 }, () => owner.dial()));
		for (const guesser of guessers)
			guesser.answer(makeAnswer("monk", guesser.challenge, { code: "00000000", instanceId: other }).answer);
		for (const guesser of guessers.slice(2)) guesser.peer.close(1000);
		const dialled = await owner.dial();
		dialled.answer(makeAnswer("monk", dialled.challenge, { key, instanceId: instance }).answer);
		await until(() => dialled.notified("$session.authenticated") !== undefined);
		await until(() => owner.ends.length === guessers.length);
		expect(owner.ends.toSorted()).toEqual([...Array(6).fill("gone"), "wrong-code", "wrong-code"]);
		expect(owner.window.expiresAt(owner.clock.now())).toBeDefined();
	});

	test("a hundred guesses at once are no more than three", async () => {
		const owner = new OwnerSide("scriptcat", frames);
		owner.openWindow();
		const all = await Promise.all(Array.from({ length: 100 }, () => owner.dial()));
		for (const [n, dialled] of all.entries()) {
			dialled.answer(makeAnswer("scriptcat", dialled.challenge, { code: `0000000${n % 10}` }).answer);
		}
		await until(() => owner.ends.length === 100);
		const counted = owner.ends.filter((why) => why === "wrong-code" || why === "last-wrong-code");
		expect(counted).toHaveLength(limits.pairingWrongMacs);
	});
});
