import { expect, test } from "bun:test";
import { rulesOf } from "../../../lib/catalog/rules.ts";
import { cancelMessages, scriptMessages } from "../../../lib/catalog/scripts.ts";
import { sessionMessages } from "../../../lib/catalog/session.ts";
import type { MonkError } from "../../../lib/errors/error.ts";
import type { AuditEvent } from "../../../lib/host/audit.ts";
import { ScriptManager } from "../../../lib/host/scriptcat/script-manager.ts";
import { jsonRpc } from "../../../lib/wire/json-rpc.ts";
import { limits } from "../../../lib/wire/limits.ts";
import { Peer } from "../../../lib/wire/peer.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import { settle } from "../../support/peers.ts";
import { SeededRandom } from "../../support/random.ts";
import { ScriptedTransport } from "../../support/scripted-transport.ts";

/** Rounds; `MONK_FUZZ=100000` for a soak, `MONK_FUZZ_SEED` to repeat a run that failed. */
const rounds = Number(process.env.MONK_FUZZ ?? 1_000);
const seed = Number(process.env.MONK_FUZZ_SEED ?? Date.now() >>> 0);

const rules = rulesOf({ ...sessionMessages, ...scriptMessages, ...cancelMessages });
const uuid = "5f0c2a31-8e57-4b1c-9a52-0d9a3c1b7e44";
const methods = Object.keys(scriptMessages) as [string, ...string[]];

/** A script manager in memory, whose connections are the test's. */
class Bench {
	readonly clock = new ManualClock();
	readonly audits: AuditEvent[] = [];
	readonly random = new SeededRandom(seed);
	readonly manager = new ScriptManager({
		clock: this.clock,
		newId: () => this.random.bytes(8).toHex(),
		isPaired: () => true,
		audit: (event) => this.audits.push(event),
	});
	wire = new ScriptedTransport();
	peer = this.connect();

	connect(): Peer {
		this.wire = new ScriptedTransport();
		this.peer = new Peer({
			transport: this.wire,
			codec: jsonRpc,
			rules,
			clock: this.clock,
			maxFrameBytes: limits.scriptCatFrameBytes,
			goneCode: "BROWSER_GONE",
			onStrayAnswer: (answer) => this.manager.take(answer),
		});
		this.peer.trust();
		this.manager.attach(this.peer, methods);
		return this.peer;
	}

	/** Ids of calls that went out on this connection. */
	get asked(): string[] {
		return this.wire.heard.flatMap(({ id, method }) => (String(method).startsWith("scripts.") ? [String(id)] : []));
	}
}

function anyFrame({ random, asked }: Bench): string {
	const id = asked[random.int(asked.length + 1)] ?? random.text(3);
	const frame = { jsonrpc: "2.0" };
	switch (random.int(8)) {
		case 0:
			return JSON.stringify({ ...frame, id, result: random.json() });
		case 1:
			return JSON.stringify({ ...frame, id, result: { uuid, enabled: true, name: random.text(4), deleted: true } });
		case 2:
			return JSON.stringify({ ...frame, id, error: { code: -32000, message: random.text(9), data: random.json() } });
		case 3:
			return JSON.stringify({ ...frame, id, method: random.pick(methods), params: { input: random.json() } });
		case 4:
			return JSON.stringify({ ...frame, method: random.text(6), params: {} });
		case 5:
			return JSON.stringify({ ...frame, id, method: "$session.ping" });
		case 6:
			return JSON.stringify({ ...frame, method: "$/cancelRequest", params: { id: random.json() } });
		default:
			return random.text(40);
	}
}

test(
	`whatever a paired ScriptCat says, and however it comes and goes, each call ends once, with a code (seed ${seed})`,
	async () => {
		const bench = new Bench();
		const { random, manager, clock } = bench;
		const outcomes: string[] = [];
		const asked: Promise<void>[] = [];
		for (let round = 0; round < rounds; round++) {
			const leaving = new AbortController();
			const options = { client: "fuzz", signal: leaving.signal };
			const call = random.pick<() => Promise<unknown>>([
				() => manager.ask("scripts.list", {}, options),
				() => manager.ask("scripts.source.get", { uuid }, options),
				() => manager.ask("scripts.toggle.request", { uuid, enable: true }, options),
				() => manager.ask("scripts.install.request", { url: "https://x.example/" }, options),
			]);
			asked.push(
				call().then(
					() => void outcomes.push("ok"),
					(thrown: MonkError) => void outcomes.push(thrown.code),
				),
			);
			await settle();
			if (random.int(3) > 0) bench.wire.say(anyFrame(bench));
			if (random.int(6) === 0) leaving.abort();
			if (random.int(8) === 0) bench.wire.hangUp();
			if (!bench.peer.isOpen || random.int(10) === 0) bench.connect();
			if (random.int(3) === 0) clock.advance(random.pick([10, 2_000, 9_000, 400_000]));
			await settle();
		}
		for (let rest = 0; rest < 40; rest++) {
			clock.advance(400_000);
			await settle();
		}
		await Promise.all(asked);
		expect(outcomes).toHaveLength(rounds);
		expect(outcomes.every((outcome) => outcome === "ok" || /^[A-Z_]+$/.test(outcome))).toBe(true);
		expect(new Set(outcomes)).toContain("OUTCOME_UNKNOWN");
		expect(clock.pending).toBeLessThan(20);
	},
	30 * 60_000,
);
