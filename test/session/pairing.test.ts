import { describe, expect, test } from "bun:test";
import { displayCode, normaliseCode, OLD_CODES, PairingWindow, randomCode } from "../../lib/session/pairing.ts";
import { limits } from "../../lib/wire/limits.ts";
import { SeededRandom } from "../support/random.ts";

const start = 1_000_000;

function opened() {
	const window = new PairingWindow(new SeededRandom(7));
	const code = normaliseCode(window.open(start).code);
	return { window, code };
}

describe("a code", () => {
	test("is shown in two groups and read back, however it is typed", () => {
		const random = new SeededRandom(1);
		for (let run = 0; run < 200; run++) {
			const code = randomCode(random);
			expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
			expect(normaliseCode(displayCode(code))).toBe(code);
			expect(normaliseCode(` ${displayCode(code).toLowerCase().replace("-", " · ")} `)).toBe(code);
		}
	});

	test("forgives the letters that look like digits", () => {
		expect(normaliseCode("oO0-iIlL1")).toBe("00011111");
	});
});

describe("a pairing window", () => {
	test("offers its code until its time is up", () => {
		const { window, code } = opened();
		expect(window.expiresAt(start)).toBe(start + limits.pairingCodeMs);
		const last = window.attempt(start + limits.pairingCodeMs - 1);
		expect(last.code).toBe(code);
		last.release();
		expect(window.attempt(start + limits.pairingCodeMs).code).toBeUndefined();
		expect(window.shutBecause(start + limits.pairingCodeMs)).toBe("expired");
	});

	test("refuses a second one while it is open, and allows one after it", () => {
		const { window, code } = opened();
		expect(() => window.open(start + 1)).toThrow("a pairing code is waiting");
		const next = normaliseCode(window.open(start + limits.pairingCodeMs).code);
		expect(next).not.toBe(code);
		expect(window.attempt(start + limits.pairingCodeMs)).toMatchObject({ code: next, previous: [code] });
	});

	test("is used once, by whoever is first", () => {
		const { window } = opened();
		const [first, second] = [window.attempt(start), window.attempt(start)];
		expect(first.use(start)).toBe(true);
		expect(second.use(start)).toBe(false);
		expect(window.shutBecause(start)).toBe("used");
	});

	test("cannot be used when its time ran out during the check", () => {
		const { window } = opened();
		const attempt = window.attempt(start);
		expect(attempt.use(start + limits.pairingCodeMs)).toBe(false);
		expect(window.shutBecause(start + limits.pairingCodeMs)).toBe("expired");
	});

	test("dies of the third wrong code", () => {
		const { window } = opened();
		const died = [1, 2, 3].map(() => window.attempt(start).wrong());
		expect(died).toEqual([false, false, true]);
		expect(window.shutBecause(start)).toBe("wrong-codes");
		expect(window.attempt(start).code).toBeUndefined();
	});

	test("gives no more guesses to many connections at once than to one", () => {
		const { window } = opened();
		const attempts = Array.from({ length: 100 }, () => window.attempt(start));
		expect(attempts.filter(({ code }) => code !== undefined)).toHaveLength(limits.pairingWrongMacs);
		for (const attempt of attempts) attempt.wrong();
		expect(window.shutBecause(start)).toBe("wrong-codes");
	});

	test("does not count what was released", () => {
		const { window, code } = opened();
		for (let run = 0; run < 10; run++) window.attempt(start).release();
		expect(window.attempt(start).code).toBe(code);
	});

	test("does not count an attempt on the window before", () => {
		const { window } = opened();
		const late = [window.attempt(start), window.attempt(start), window.attempt(start)];
		window.cancel();
		window.open(start);
		expect(late.map((attempt) => attempt.wrong())).toEqual([false, false, false]);
		expect(late[0]?.use(start)).toBe(false);
		expect(window.expiresAt(start)).toBeDefined();
	});

	test("remembers why it shut", () => {
		const { window } = opened();
		expect(window.shutBecause(start)).toBeUndefined();
		window.cancel();
		expect(window.shutBecause(start)).toBe("cancelled");
		expect(window.expiresAt(start)).toBeUndefined();
	});

	test("is good again for the rest of its time when whoever used it went away too early", () => {
		const { window, code } = opened();
		window.attempt(start).wrong();
		expect(window.attempt(start).use(start)).toBe(true);
		window.reopen(start + 1);
		expect(window.expiresAt(start + 1)).toBe(start + limits.pairingCodeMs);
		const attempt = window.attempt(start + 1);
		expect(attempt).toMatchObject({ code, previous: [] });
		attempt.wrong();
		// The wrong code of before still counts.
		expect([window.attempt(start + 1).wrong(), window.shutBecause(start + 1)]).toEqual([true, "wrong-codes"]);
		expect(window.attempt(start + 1).previous).toEqual([code]);
	});

	test("is not good again once its time is over, another was opened, or it shut for another reason", () => {
		for (const spoil of [
			(window: PairingWindow) => void window.reopen(start + limits.pairingCodeMs),
			(window: PairingWindow) => {
				window.open(start);
				window.cancel();
				window.reopen(start);
			},
		]) {
			const { window } = opened();
			window.attempt(start).use(start);
			spoil(window);
			expect(window.expiresAt(start)).toBeUndefined();
		}
		const { window } = opened();
		window.cancel();
		window.reopen(start);
		expect(window.expiresAt(start)).toBeUndefined();
	});

	test("that is good again is used up by whoever comes back with its key", () => {
		const { window } = opened();
		expect(window.confirm(start)).toBe(false);
		window.attempt(start).use(start);
		expect(window.confirm(start)).toBe(false);
		window.reopen(start);
		expect(window.confirm(start)).toBe(true);
		expect([window.shutBecause(start), window.confirm(start)]).toEqual(["used", false]);
	});

	test("knows the last codes, the newest first, and forgets the others", () => {
		const window = new PairingWindow(new SeededRandom(7));
		const codes: string[] = [];
		for (let run = 0; run < OLD_CODES + 3; run++) {
			codes.unshift(normaliseCode(window.open(start).code));
			window.cancel();
		}
		expect(window.attempt(start).previous).toEqual(codes.slice(0, OLD_CODES));
	});
});
