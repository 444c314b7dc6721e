import { describe, expect, test } from "bun:test";
import { chordEvents, readChord } from "../../../ext/background/debugger/keyboard.ts";
import { keys } from "../../../ext/background/debugger/keys.ts";
import { piecesOf } from "../../../ext/background/debugger/typing.ts";
import type { MonkError } from "../../../lib/errors/error.ts";

const told = (text: string, mac = false): string => {
	const { modifiers, key } = readChord(text, mac);
	return [...modifiers, key.key].join(" ");
};

describe("a chord is read as Playwright writes it", () => {
	test.each([
		["a", "a"],
		["A", "Shift A"],
		["?", "Shift ?"],
		["Enter", "Enter"],
		["KeyA", "a"],
		["+", "Shift +"],
		["Control++", "Control Shift +"],
		["Control+K", "Control k"],
		["Control+Shift+k", "Control Shift K"],
		["Shift+1", "Shift !"],
		["Shift+Tab", "Shift Tab"],
		["ControlOrMeta+a", "Control a"],
		["Ctrl+Alt+Del", "Control Alt Delete"],
		["F12", "F12"],
		["enter", "Enter"],
	])("%s", (text, expected) => expect(told(text)).toBe(expected));

	test("on a Mac the usual modifier is Meta", () => expect(told("ControlOrMeta+a", true)).toBe("Meta a"));

	test.each(["", "Control+", "Hyper+a", "Nokey", "é", "a+b"])("%j is refused", (text) => {
		let code = "read";
		try {
			readChord(text, false);
		} catch (thrown) {
			code = (thrown as MonkError).code;
		}
		expect(code).toBe("INVALID_ARGUMENT");
	});
});

test("a key that goes down comes up, and modifiers come up in the opposite order", () => {
	const events = chordEvents(readChord("Control+Shift+K", false), false) as { type: string; key: string }[];
	expect(events.map(({ type, key }) => `${type === "keyUp" ? "up" : "down"} ${key}`)).toEqual([
		...["down Control", "down Shift", "down K", "up K", "up Shift", "up Control"],
	]);
});

test("a key writes its text alone and with Shift, and nothing with Control, Alt or Meta", () => {
	const textOf = (chord: string): unknown =>
		chordEvents(readChord(chord, false), false).find((event) => "text" in event) ?? null;
	expect(textOf("a")).toMatchObject({ text: "a", type: "keyDown" });
	expect(textOf("Shift+a")).toMatchObject({ text: "A" });
	for (const chord of ["Control+a", "Alt+a", "Meta+a", "ArrowUp"]) expect(textOf(chord)).toBe(null);
});

test("on a Mac the editing command is told along", () => {
	const commands = chordEvents(readChord("Meta+A", true), true).flatMap((event) =>
		"commands" in event ? event.commands : [],
	);
	expect(commands).toEqual(["selectAll"]);
});

test("a character that no key writes is refused with the tool that writes it, and a name that is none with names", () => {
	const refusal = (text: string): string | undefined => {
		try {
			readChord(text, false);
			return undefined;
		} catch (thrown) {
			return (thrown as MonkError).hint;
		}
	};
	for (const text of ["\u00e9", "\u6f22", "Control+\u00fc", "\u{1f600}"])
		expect(refusal(text)).toContain("browser_type");
	for (const text of ["Entr", "Control+"]) expect(refusal(text)).toContain("ArrowDown");
});

test("every character of a US keyboard has its key, with the code of where it lies", () => {
	for (let code = 0x20; code < 0x7f; code++) expect(keys.get(String.fromCharCode(code))?.text).toBeDefined();
	expect(keys.get("?")).toMatchObject({ code: "Slash", keyCode: 191 });
});

describe("a text is typed key by key", () => {
	const methods = (text: string, rich = false, slowly = false): string[] =>
		piecesOf(text, { rich, slowly }).map((piece) =>
			piece.commands.map(([method]) => method.replace("Input.", "")).join("+"),
		);
	const stroke = "dispatchKeyEvent+dispatchKeyEvent";

	test("what no key has is inserted whole, a line break too", () => {
		expect(methods("a\n漢👩‍👩‍👧")).toEqual([stroke, "insertText", "insertText", "insertText"]);
	});
	test("in rich text a line break is the editor's command, under no key's name", () => {
		const [piece] = piecesOf("\r\n", { rich: true, slowly: false });
		expect(piece?.commands[0]?.[1]).toMatchObject({ key: "Unidentified", commands: ["insertNewline"] });
	});
	test("a long one goes in as one piece, unless it is typed slowly", () => {
		const long = "x".repeat(600);
		expect(methods(long)).toEqual(["insertText"]);
		expect(methods(long, false, true).length).toBe(600);
	});
});
