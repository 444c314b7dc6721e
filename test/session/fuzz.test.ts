import { describe, expect, test } from "bun:test";
import { frames } from "../../lib/wire/frames.ts";
import { jsonRpc } from "../../lib/wire/json-rpc.ts";
import { type Dialled, OwnerSide } from "../support/owner-side.ts";
import { settle } from "../support/peers.ts";
import { SeededRandom } from "../support/random.ts";

/** Frames in all; `MONK_FUZZ=100000` for a soak, `MONK_FUZZ_SEED` to repeat a run that failed. */
const total = Number(process.env.MONK_FUZZ ?? 3_000);
const seed = Number(process.env.MONK_FUZZ_SEED ?? Date.now() >>> 0);

const methods = [
	"$session.authenticate",
	"$session.authenticated",
	"$session.capabilities",
	"hello",
	"list_tabs",
	"scripts.list",
	"$session.hello",
	"browser_click",
	"$/cancelRequest",
	"__proto__",
	"$session.ping",
] as const;
const words = [
	"req",
	"res",
	"ntf",
	"png",
	"pog",
	"chk",
	"2.0",
	"session",
	"pairing",
	"monk",
	"1",
	"",
	"0.2.1",
] as const;
const keys = [
	"k",
	"id",
	"type",
	"payload",
	"ok",
	"result",
	"error",
	"jsonrpc",
	"method",
	"params",
	"part",
	"last",
	"code",
	"message",
	"data",
] as const;

const hex = (random: SeededRandom, bytes: number) => Buffer.from(random.bytes(bytes)).toString("hex");

/** Something that has the form of an answer, with one part at random spoilt or left out. */
function nearAnswer(random: SeededRandom): Record<string, unknown> {
	const answer: Record<string, unknown> = {
		mode: random.pick(["session", "pairing"]),
		nonceE: hex(random, 32),
		hmac: hex(random, 32),
		...(random.int(2) === 0 ? {} : { keyE: `04${hex(random, 64)}` }),
		...(random.int(2) === 0 ? {} : { peer: { kind: "monk", instanceId: "00112233445566778899aabbccddeeff" } }),
	};
	if (random.int(3) === 0) answer[random.pick(["mode", "nonceE", "hmac", "keyE", "peer"])] = random.json();
	return answer;
}

function anyValue(random: SeededRandom): unknown {
	switch (random.int(5)) {
		case 0:
			return random.pick(words);
		case 1:
			return random.pick(methods);
		case 2:
			return nearAnswer(random);
		case 3:
			return { protocol: random.int(3), profileId: random.text(9), extVersion: random.text(5), tabs: [] };
		default:
			return random.json();
	}
}

/** A frame: well-formed, half-formed, cut, or no frame at all. */
function anyFrame(random: SeededRandom, dialled: Dialled): string {
	const { codec } = dialled;
	switch (random.int(7)) {
		case 0:
			return codec.encode({ kind: "result", id: "1", result: nearAnswer(random) });
		case 1:
			return codec.encode({
				kind: "request",
				id: random.text(4),
				method: random.pick(methods),
				params: { a: anyValue(random) },
			});
		case 2:
			return codec.encode({ kind: "notification", method: random.pick(methods), params: { id: anyValue(random) } });
		case 3:
			return JSON.stringify(
				Object.fromEntries(Array.from({ length: random.int(6) }, () => [random.pick(keys), anyValue(random)])),
			);
		case 4:
			return codec.encode({ kind: "error", id: "1", error: random.text(9) });
		case 5: {
			const whole = dialled.transport.sent[0] ?? "";
			return whole.slice(0, random.int(whole.length)) + random.text(3);
		}
		default:
			return random.text(60);
	}
}

describe("whatever a stranger says", () => {
	for (const link of ["monk", "scriptcat"] as const) {
		for (const codec of [frames, jsonRpc]) {
			test(
				`the ${link} link over ${codec.name} neither breaks nor lets it in (seed ${seed})`,
				async () => {
					const random = new SeededRandom(seed);
					const owner = new OwnerSide(link, codec);
					owner.enrol(link === "monk" ? "00112233445566778899aabbccddeeff" : undefined, "40".repeat(32));
					owner.greet = () => expect.unreachable();
					owner.store = () => expect.unreachable();
					for (let said = 0; said < total / 4; ) {
						const dialled = await owner.dial();
						for (let frame = 0; dialled.closed === undefined && frame < 20; frame++, said++) {
							dialled.transport.say(anyFrame(random, dialled));
							await settle();
						}
						dialled.peer.close();
						expect(dialled.notified("$session.authenticated")).toBeUndefined();
						expect(dialled.peer.isTrusted).toBe(false);
						expect(dialled.ready).rejects.toMatchObject({ code: "BROWSER_GONE" });
					}
					expect(owner.audits.every(({ kind }) => kind === "ended" || kind === "legacy")).toBe(true);
				},
				30 * 60_000,
			);
		}
	}
});
