import { MonkError } from "../../../lib/errors/error.ts";
import type { Attachment } from "./attachment.ts";
import { isShifted, type Key, keys, macCommands, otherNames, withoutShift, withShift } from "./keys.ts";
import { bitsOf, isMac, type Modifier } from "./mouse.ts";

/** A key, and the modifiers that are held while it is pressed, in the order pressed. */
export interface Chord {
	readonly modifiers: readonly Exclude<Modifier, "ControlOrMeta">[];
	readonly key: Key;
}

const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A single character is something to write, for which no key of a US keyboard stands. */
const isCharacter = (name: string): boolean => !/^\p{Cc}/u.test(name) && [...characters.segment(name)].length === 1;

const unknownKey = (name: string): MonkError =>
	new MonkError("INVALID_ARGUMENT", `key: there is no key ${JSON.stringify(name.slice(0, 40))}`, {
		hint: isCharacter(name)
			? "Write it into its field with browser_type, with `append` to keep what is there."
			: "Name one such as Enter, ArrowDown, a, F5, or a chord such as Control+Shift+K or ControlOrMeta+A.",
	});

/** `+` joins keys, and at the beginning of a name is a key. */
function namesIn(text: string): readonly string[] {
	const names: string[] = [];
	let name = "";
	for (const sign of text) {
		if (sign === "+" && name !== "") {
			names.push(name);
			name = "";
		} else name += sign;
	}
	return [...names, name];
}

const modifierNames = new Set(["Alt", "Control", "Meta", "Shift"]);
const isModifier = (name: string): name is Chord["modifiers"][number] => modifierNames.has(name);

const realName = (name: string, mac: boolean): string => {
	if (name === "ControlOrMeta") return mac ? "Meta" : "Control";
	return Object.hasOwn(otherNames, name) ? (otherNames[name] ?? name) : name;
};

/** Reads `Control+Shift+K`, `ControlOrMeta+a`, `+`, `Enter`. Throws INVALID_ARGUMENT for a key that is not there. */
export function readChord(text: string, mac: boolean): Chord {
	const names = namesIn(text).map((name) => realName(name, mac));
	const last = names.pop() ?? "";
	const modifiers = names.map((name) => {
		if (isModifier(name)) return name;
		throw new MonkError("INVALID_ARGUMENT", `key: ${JSON.stringify(name.slice(0, 40))} is no modifier`);
	});
	const key = keys.get(last) ?? (last.length === 1 ? undefined : keys.get(`${last[0]?.toUpperCase()}${last.slice(1)}`));
	if (key === undefined) throw unknownKey(last);
	return asPressed({ modifiers, key });
}

/**
 * As hands press it: `?` takes Shift, and with Shift `k` is `K`. A letter's case alone is no Shift where another key is
 * held: `Control+K` is how the chord of Control and `k` is written.
 */
function asPressed({ modifiers, key }: Chord): Chord {
	if (modifiers.includes("Shift")) return { modifiers, key: withShift(key) };
	if (!isShifted(key)) return { modifiers, key };
	const isLetter = key.code.startsWith("Key");
	return isLetter && modifiers.length > 0
		? { modifiers, key: withoutShift(key) }
		: { modifiers: [...modifiers, "Shift"], key };
}

const spelled = ({ modifiers, key }: Chord): string =>
	[
		...["Shift", "Control", "Alt", "Meta"].filter((name) => isModifier(name) && modifiers.includes(name)),
		key.code,
	].join("+");

const factsOf = ({ key, code, keyCode, location }: Key) => ({
	key,
	code,
	windowsVirtualKeyCode: keyCode,
	...(location === undefined ? {} : { location }),
});

/** The events of a chord, in order: modifiers down, the key down and up, modifiers up the other way round. */
export function chordEvents(chord: Chord, mac: boolean): readonly object[] {
	const { modifiers, key } = chord;
	const held = modifiers.map((name, index) => ({ name, before: modifiers.slice(0, index) }));
	const stroke = (type: string, name: string, bits: readonly Modifier[]): object[] => {
		const found = keys.get(name);
		return found === undefined ? [] : [{ type, ...factsOf(found), modifiers: bitsOf(bits, mac) }];
	};
	const bits = bitsOf(modifiers, mac);
	// With Control, Alt or Meta held a key writes nothing.
	const text = modifiers.every((name) => name === "Shift") ? key.text : undefined;
	const command = mac ? macCommands[spelled(chord)] : undefined;
	const down = {
		type: text === undefined ? "rawKeyDown" : "keyDown",
		...factsOf(key),
		modifiers: bits,
		...(text === undefined ? {} : { text, unmodifiedText: text }),
		...(command === undefined ? {} : { commands: [command] }),
	};
	return [
		...held.flatMap(({ name, before }) => stroke("rawKeyDown", name, [...before, name])),
		down,
		{ type: "keyUp", ...factsOf(key), modifiers: bits },
		...held.toReversed().flatMap(({ name, before }) => stroke("keyUp", name, before)),
	];
}

/** Presses a chord in the session of the focused frame, with trusted events. */
export async function pressChord(attachment: Attachment, session: string, chord: Chord): Promise<void> {
	for (const event of chordEvents(chord, isMac())) {
		await attachment.send("Input.dispatchKeyEvent", event, session);
	}
}
