/**
 * The keys of a US keyboard, as data: what a press of each tells the page (UI Events KeyboardEvent key and code values;
 * `keyCode` is Windows' virtual key, which pages still read).
 */
export interface Key {
	readonly key: string;
	readonly code: string;
	readonly keyCode: number;
	/** What it writes; absent on keys that write nothing. */
	readonly text?: string;
	/** DOM_KEY_LOCATION: 1 left, 2 right, 3 the number pad. */
	readonly location?: 1 | 2 | 3;
}

/** A key that writes: code, keyCode, what it writes alone and with Shift. */
const writing: readonly (readonly [string, number, string, string])[] = [
	...[..."abcdefghijklmnopqrstuvwxyz"].map((letter, index): readonly [string, number, string, string] => {
		return [`Key${letter.toUpperCase()}`, 65 + index, letter, letter.toUpperCase()];
	}),
	...[...")!@#$%^&*("].map((symbol, digit): readonly [string, number, string, string] => {
		return [`Digit${digit}`, 48 + digit, String(digit), symbol];
	}),
	["Backquote", 192, "`", "~"],
	["Minus", 189, "-", "_"],
	["Equal", 187, "=", "+"],
	["BracketLeft", 219, "[", "{"],
	["BracketRight", 221, "]", "}"],
	["Backslash", 220, "\\", "|"],
	["Semicolon", 186, ";", ":"],
	["Quote", 222, "'", '"'],
	["Comma", 188, ",", "<"],
	["Period", 190, ".", ">"],
	["Slash", 191, "/", "?"],
	["Space", 32, " ", " "],
];

/** A key that writes nothing: its name, keyCode, and its code and location where they differ from the usual. */
const silent: readonly (readonly [string, number, string?, (1 | 2 | 3)?])[] = [
	["Escape", 27],
	["Tab", 9],
	["Backspace", 8],
	["Delete", 46],
	["Insert", 45],
	["Home", 36],
	["End", 35],
	["PageUp", 33],
	["PageDown", 34],
	["ArrowLeft", 37],
	["ArrowUp", 38],
	["ArrowRight", 39],
	["ArrowDown", 40],
	["CapsLock", 20],
	["NumLock", 144],
	["ScrollLock", 145],
	["Pause", 19],
	["PrintScreen", 44],
	["ContextMenu", 93],
	["Shift", 16, "ShiftLeft", 1],
	["Control", 17, "ControlLeft", 1],
	["Alt", 18, "AltLeft", 1],
	["Meta", 91, "MetaLeft", 1],
	...Array.from({ length: 24 }, (_, index): readonly [string, number] => [`F${index + 1}`, 112 + index]),
];

const enter: Key = { key: "Enter", code: "Enter", keyCode: 13, text: "\r" };

function all(): ReadonlyMap<string, Key> {
	const keys = new Map<string, Key>([["Enter", enter]]);
	for (const [key, keyCode, code = key, location] of silent)
		keys.set(key, { key, code, keyCode, ...(location === undefined ? {} : { location }) });
	for (const [code, keyCode, plain, shifted] of writing) {
		keys.set(shifted, { key: shifted, code, keyCode, text: shifted });
		keys.set(plain, { key: plain, code, keyCode, text: plain });
		keys.set(code, { key: plain, code, keyCode, text: plain });
	}
	keys.set("NumpadEnter", { ...enter, code: "NumpadEnter", location: 3 });
	return keys;
}

/** By what is pressed: a name (`Enter`, `ArrowUp`), a character (`a`, `A`, `+`) or a code (`KeyA`). */
export const keys = all();

/** Shift turns `k` into `K` and `1` into `!`, also when the key was named by its code. */
export function withShift(key: Key): Key {
	const [, , , shifted] = writing.find(isRowOf(key)) ?? [];
	return shifted === undefined ? key : { ...key, key: shifted, text: shifted };
}

const isRowOf =
	({ code, text }: Key) =>
	([other]: (typeof writing)[number]): boolean =>
		code === other && text !== undefined;

/** It writes what takes Shift to write: `K`, `?`, `+`. */
export function isShifted(key: Key): boolean {
	const [, , plain] = writing.find(isRowOf(key)) ?? [];
	return plain !== undefined && key.text !== plain;
}

export function withoutShift(key: Key): Key {
	const [, , plain] = writing.find(isRowOf(key)) ?? [];
	return plain === undefined ? key : { ...key, key: plain, text: plain };
}

/** What people call keys that the standard names otherwise. */
export const otherNames: Readonly<Record<string, string>> = {
	Ctrl: "Control",
	Cmd: "Meta",
	Command: "Meta",
	Option: "Alt",
	Esc: "Escape",
	Return: "Enter",
	Del: "Delete",
	Up: "ArrowUp",
	Down: "ArrowDown",
	Left: "ArrowLeft",
	Right: "ArrowRight",
};

/**
 * On a Mac the system, not the page's engine, makes editing of these chords, so the commands are told along (names of
 * AppKit's NSResponder without their colon).
 */
export const macCommands: Readonly<Record<string, string>> = {
	"Meta+KeyA": "selectAll",
	"Meta+KeyC": "copy",
	"Meta+KeyX": "cut",
	"Meta+KeyV": "paste",
	"Meta+KeyZ": "undo",
	"Shift+Meta+KeyZ": "redo",
	"Meta+ArrowLeft": "moveToBeginningOfLine",
	"Meta+ArrowRight": "moveToEndOfLine",
	"Meta+ArrowUp": "moveToBeginningOfDocument",
	"Meta+ArrowDown": "moveToEndOfDocument",
	"Alt+ArrowLeft": "moveWordLeft",
	"Alt+ArrowRight": "moveWordRight",
	"Alt+Backspace": "deleteWordBackward",
	"Meta+Backspace": "deleteToBeginningOfLine",
};
