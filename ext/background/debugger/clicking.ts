import { MonkError } from "../../../lib/errors/error.ts";
import type { Call } from "../call.ts";
import type { Attachment } from "./attachment.ts";
import { type RemoteElement, remoteElement } from "./element.ts";
import { type Press, pressAt } from "./mouse.ts";
import { askAbout, nameOf, reachable, readyPoint, type Wish } from "./reach.ts";

/** Presses that are tried when something slips over the element between the look and the press. */
const TRIES = 3;

/** A page that was led elsewhere by the press, or that is busy with it, has nothing to object. */
const metInstead = (attachment: Attachment, element: RemoteElement): Promise<string | null> =>
	askAbout<string | null>(attachment, element, "metInstead").catch(() => null);

/**
 * Waits until the element of a ref can take a click, and clicks it. Throws NOT_ACTIONABLE with what is in the way; then
 * the page heard of no press.
 */
export async function clickOn(
	attachment: Attachment,
	begin: () => Promise<void>,
	ref: string,
	press: Press,
	call: Call,
	wish: Wish = {},
): Promise<void> {
	const [element, ready] = await Promise.all([
		remoteElement(attachment, ref),
		call.within(readyPoint(attachment, ref, wish)),
	]);
	const arm = (): Promise<unknown> => askAbout(attachment, element, "beforePress", ref);
	let met: string | null = null;
	for (let attempt = 0; attempt < TRIES; attempt++) {
		const seen = attempt === 0 ? ready : undefined;
		const point = seen ?? (await reachable(attachment, element, ref, call, wish));
		if (attempt === 0) await begin();
		await call.within(pressAt(attachment, element.context.session, point, press, arm));
		met = await call.within(metInstead(attachment, element));
		if (met === null) return;
	}
	throw new MonkError(
		"NOT_ACTIONABLE",
		`${await nameOf(attachment, element, ref)} is ${met} at the moment of the press`,
	);
}
