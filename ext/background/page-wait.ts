import { MonkError } from "../../lib/errors/error.ts";
import type { ContentApi } from "../content-api.ts";
import type { Sight, WaitCondition } from "../reading-api.ts";
import type { Call } from "./call.ts";
import { readyFrames } from "./frames.ts";
import { type LiveFrame, runInFrames } from "./in-frames.ts";
import { ruledOutAmong } from "./ruled-out.ts";

/** Milliseconds without news after which all frames are looked at anew: what styles alone change tells nobody. */
const ROUND_MS = 500;

const LOOK_MS = 3_000;

/** Sent to the frame as text. */
async function seeHere(condition: WaitCondition): Promise<Sight | { readonly wrong: string } | undefined> {
	try {
		return await (globalThis as { monk?: ContentApi }).monk?.see(condition);
	} catch (thrown) {
		return { wrong: String(thrown) };
	}
}

/** Sent to the frame as text. */
const waitHere = async (condition: WaitCondition, met: boolean): Promise<void> => {
	await (globalThis as { monk?: ContentApi }).monk?.untilChange(condition, met);
};

const endHere = (): void => (globalThis as { monk?: ContentApi }).monk?.endWatch();

/** The frames that may be looked at now. */
async function openFrames(tabId: number, call: Call): Promise<readonly LiveFrame[]> {
	const frames = await readyFrames(tabId, call);
	const out = await ruledOutAmong(tabId, frames, call);
	return frames.filter(({ frameId }) => !out.has(frameId));
}

/** The same question to every frame: true in one is true. A document that goes meanwhile has nothing to say. */
async function seeAll(tabId: number, condition: WaitCondition, call: Call): Promise<Sight> {
	const where = (await openFrames(tabId, call)).map(({ documentId }) => documentId);
	const answers = await runInFrames(tabId, where, call, LOOK_MS, seeHere, [condition]);
	const sights = answers.flatMap(({ result }) => (result === undefined || result === null ? [] : [result]));
	for (const sight of sights)
		if ("wrong" in sight) throw new MonkError("INVALID_ARGUMENT", `selector: ${sight.wrong.slice(0, 200)}`);
	const seen = sights.filter((sight): sight is Sight => "met" in sight);
	return { met: seen.some(({ met }) => met), saw: seen.find(({ saw }) => saw !== "")?.saw ?? "" };
}

/** A page on its way to another one answers nobody; that is no reason to give up. */
const passing = (thrown: unknown): boolean =>
	thrown instanceof MonkError && (thrown.code === "TIMEOUT" || thrown.code === "STALE_REF");

/** Waits for the first sign of change in any frame, or for the round to be over. */
async function news(tabId: number, condition: WaitCondition, met: boolean, until: number, call: Call): Promise<void> {
	const ms = Math.max(0, Math.min(ROUND_MS, until - Date.now()));
	const frames = await openFrames(tabId, call);
	const signs = frames.map(({ documentId }) =>
		runInFrames(tabId, [documentId], call, ms + LOOK_MS, waitHere, [condition, met]).catch(() => call.pause(ms)),
	);
	await Promise.race([...signs, call.pause(ms)]);
	for (const sign of signs) sign.catch(() => undefined);
}

/**
 * Waits until a condition holds in some frame, or with `gone` in none, at most until `until` (milliseconds since the
 * epoch). Answers what was last seen. Driven by mutations, with a look at least every half second.
 */
export async function waitInPage(
	tabId: number,
	condition: WaitCondition,
	gone: boolean,
	until: number,
	call: Call,
): Promise<Sight> {
	let last: Sight = { met: false, saw: "the page did not answer" };
	try {
		for (;;) {
			const sight = await seeAll(tabId, condition, call).catch((thrown: unknown) => {
				call.check();
				if (!passing(thrown)) throw thrown;
				return undefined;
			});
			if (sight !== undefined) last = { met: sight.met !== gone, saw: sight.saw };
			if (last.met || Date.now() >= until) return last;
			if (sight === undefined) await call.pause(ROUND_MS / 5);
			else await news(tabId, condition, sight.met, until, call);
		}
	} finally {
		chrome.scripting
			.executeScript({ target: { tabId, allFrames: true }, injectImmediately: true, func: endHere })
			.catch(() => undefined);
	}
}
