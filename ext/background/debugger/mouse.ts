import type { Point } from "../../aim.ts";
import type { Attachment } from "./attachment.ts";
import { refuseRuledOutPoint } from "./ruled-frames.ts";

export type { Point } from "../../aim.ts";

export type Button = "left" | "right" | "middle";
export type Modifier = "Alt" | "Control" | "ControlOrMeta" | "Meta" | "Shift";

export interface Press {
	readonly button: Button;
	readonly count: number;
	readonly modifiers: readonly Modifier[];
}

/** Bits of the protocol's `Input` domain. */
const modifierBits: Readonly<Record<Exclude<Modifier, "ControlOrMeta">, number>> = {
	Alt: 1,
	Control: 2,
	Meta: 4,
	Shift: 8,
};

const buttonBits: Readonly<Record<Button, number>> = { left: 1, right: 2, middle: 4 };

export const bitsOf = (modifiers: readonly Modifier[], isMac: boolean): number =>
	modifiers.reduce((bits, name) => {
		const real = name === "ControlOrMeta" ? (isMac ? "Meta" : "Control") : name;
		return bits | modifierBits[real];
	}, 0);

export const isMac = (): boolean => navigator.userAgent.includes("Macintosh");

/** The events of a click of `count` presses, in order: the pointer comes, then goes down and up as often as asked. */
export function clickEvents(
	{ x, y }: Point,
	{ button, count, modifiers }: Press,
	mac: boolean,
): { readonly move: object; readonly presses: readonly object[] } {
	const common = { x, y, modifiers: bitsOf(modifiers, mac) };
	const presses = Array.from({ length: count }, (_, index) => [
		{ ...common, type: "mousePressed", button, buttons: buttonBits[button], clickCount: index + 1 },
		{ ...common, type: "mouseReleased", button, buttons: 0, clickCount: index + 1 },
	]);
	return { move: { ...common, type: "mouseMoved", button: "none", buttons: 0 }, presses: presses.flat() };
}

/**
 * Clicks, in the session of the element's frame, with trusted events. `point` is in CSS px of that session's view.
 * `arm` is awaited between the pointer's coming and the press. Throws SITE_RULED_OUT.
 */
export async function pressAt(
	attachment: Attachment,
	session: string,
	point: Point,
	press: Press,
	arm: () => Promise<unknown>,
): Promise<void> {
	const send = (event: object): Promise<unknown> => attachment.send("Input.dispatchMouseEvent", event, session);
	await refuseRuledOutPoint(attachment, session, point);
	const { move, presses } = clickEvents(point, press, isMac());
	// A page answers a move with its next picture, and a tab in the background draws few. The press that follows has the
	// move handled before it, so nobody waits for that answer.
	send(move).catch(() => undefined);
	await arm();
	await Promise.all(presses.map(send));
}

/** The pointer comes, with nothing pressed. Throws SITE_RULED_OUT. */
export async function moveTo(attachment: Attachment, session: string, point: Point): Promise<void> {
	await refuseRuledOutPoint(attachment, session, point);
	const event = { type: "mouseMoved", x: point.x, y: point.y, button: "none", buttons: 0 };
	await attachment.send("Input.dispatchMouseEvent", event, session);
}
