import { ruleOver } from "../grant.ts";
import { local } from "../storage.ts";
import type { Call } from "./call.ts";
import { type LiveFrame, runInFrames } from "./in-frames.ts";
import { ruledOutFrame } from "./site-rules.ts";

const none: ReadonlySet<number> = new Set();

/** Milliseconds for a frame to say whose it is. */
const ASK_MS = 1_500;

/** Whether the person has ruled out any site at all. */
export const hasRules = async (): Promise<boolean> => ((await local.get("never")) ?? []).length > 0;

/** Sent to the frame as text. A frame that has no site of its own still knows in whose it lies. */
const sitesHere = (): readonly string[] => [location.href, self.origin, ...location.ancestorOrigins];

/** Chrome does not list every frame (blob: ones it leaves out); those are asked, and one that does not say is taken for ruled out. */
async function isUnlistedOut(
	tabId: number,
	{ documentId }: LiveFrame,
	never: readonly string[],
	call: Call,
): Promise<boolean> {
	const answers = await runInFrames(tabId, [documentId], call, ASK_MS, sitesHere, []).catch(() => []);
	call.check();
	const sites = answers[0]?.result;
	return sites === undefined || sites.some((site) => ruleOver(never, site) !== undefined);
}

/**
 * Those of a tab's frames that show, or lie in one that shows, a site that the person has ruled out. Asked at each act
 * and each read: the rule may have come a moment ago, and so may the frame's document.
 */
export async function ruledOutAmong(
	tabId: number,
	frames: readonly LiveFrame[],
	call: Call,
): Promise<ReadonlySet<number>> {
	const never = (await local.get("never")) ?? [];
	if (never.length === 0) return none;
	const listed = (await chrome.webNavigation.getAllFrames({ tabId })) ?? [];
	const byId = new Map(listed.map((frame) => [frame.frameId, frame]));
	const isOut = (frameId: number): boolean => {
		const frame = byId.get(frameId);
		return frame !== undefined && (ruleOver(never, frame.url) !== undefined || isOut(frame.parentFrameId));
	};
	const asked = frames.map(async (frame): Promise<readonly number[]> => {
		const out = byId.has(frame.frameId) ? isOut(frame.frameId) : await isUnlistedOut(tabId, frame, never, call);
		return out ? [frame.frameId] : [];
	});
	return new Set((await Promise.all(asked)).flat());
}

/** Throws SITE_RULED_OUT when one of these frames is out of reach. */
export async function refuseRuledOutFrames(tabId: number, frames: readonly LiveFrame[], call: Call): Promise<void> {
	if ((await ruledOutAmong(tabId, frames, call)).size > 0) throw ruledOutFrame();
}
