import type { ReadingApi } from "./reading-api.ts";

/** What became of a ref, as JSON. */
export type RefLookup =
	| { readonly state: "found"; readonly role: string; readonly name: string }
	/** Still there, but it now stands for something else than the snapshot showed. */
	| { readonly state: "changed"; readonly was: string; readonly now: string }
	/** `nearest` is the ref of the closest thing around it that is still there. */
	| { readonly state: "gone"; readonly was: string; readonly nearest?: string }
	/** Never given by this document. */
	| { readonly state: "unknown" };

/** What must hold before acting, with the box in CSS pixels of the frame's own viewport. */
export interface Actionability {
	readonly attached: boolean;
	readonly visible: boolean;
	/** The box did not move between two frames. */
	readonly still: boolean;
	readonly enabled: boolean;
	readonly editable: boolean;
	readonly rect: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
	/** The element is drawn nowhere, and `standIn` is what a person would press; the box is that one's. */
	readonly hasStandIn?: true;
}

/** What typing into an element means. */
export interface Field {
	/**
	 * `line` and `lines`: text, of one line or more. `value`: a date, a colour, a range, …, which takes a whole value
	 * in a form of its own. `rich`: an editor of formatted text. `none`: nothing to type into.
	 */
	readonly kind: "line" | "lines" | "value" | "rich" | "none";
	/** `date`, `number`, `email`, … for an input. */
	readonly type?: string;
	readonly readonly: boolean;
	/** What is typed there must not be told to anyone. */
	readonly secret: boolean;
	/** What it holds; empty for a secret. */
	readonly value: string;
}

/** Where a slider stands, and how far it goes as far as it tells. */
export interface Slider {
	readonly now: number;
	readonly min?: number;
	readonly max?: number;
}

/** What must be known before a text is written into a field. */
export interface FieldFacts {
	readonly field: Field;
	/** The field would take the text as it is. */
	readonly fits: boolean;
	readonly state: Pick<Actionability, "attached" | "visible" | "enabled">;
	/** What messages call it. */
	readonly name: string;
}

/** What a field of a form is to be given, as whatever kind of field it turns out to be. */
export interface FormWish {
	readonly ref: string;
	readonly text: string;
	readonly values: readonly string[];
}

/** What an element is, as far as it tells how it is filled in. */
export interface FormField {
	readonly check: { readonly checked: boolean; readonly isRadio: boolean } | null;
	readonly slider: Slider | null;
	readonly choice: Pick<Choice, "state">;
	readonly facts: FieldFacts;
}

/** What a field holds after a text was written into it. */
export interface FieldEnd {
	/** What was wanted, as far as that can be seen. */
	readonly holds: boolean;
	/** Empty for a secret. */
	readonly value: string;
	readonly secret: boolean;
	/** What the browser, or the page by it, has against what the field holds; of a secret no more than the kind. */
	readonly invalid?: string;
}

/** Which of several points meets the element; when none does, what the first one meets. */
export type FreePoint =
	| { readonly free: number; readonly obstacle?: undefined }
	| { readonly free?: undefined; readonly obstacle: string };

/** A way along a page, in CSS pixels. */
export interface Way {
	readonly x: number;
	readonly y: number;
}

/** A file whose bytes are handed to a page. */
export interface IncomingFile {
	readonly name: string;
	/** MIME type; may be empty. */
	readonly type: string;
	/** Milliseconds since the epoch. */
	readonly lastModified: number;
}

/** An option that is chosen now or is to be. */
export interface OfferedOption {
	/** Empty for an option of a select, which is not pressed. */
	readonly ref: string;
	readonly label: string;
	readonly selected: boolean;
	readonly wanted: boolean;
}

/** What is offered to choose from. */
export type Choice =
	/** Nothing: it is no list. */
	| { readonly state: "none" }
	/** It has a list that is not to be seen yet. */
	| { readonly state: "shut" }
	| { readonly state: "unfit"; readonly problem: string }
	| {
			readonly state: "fit";
			/** A select of the browser's own. */
			readonly native: boolean;
			readonly several: boolean;
			readonly options: readonly OfferedOption[];
	  };

/** What an act led to in a document. */
export interface Settled {
	/** False for one that goes on changing. */
	readonly isDone: boolean;
	/** A link that downloads was clicked since `attend`. */
	readonly isDownloadAsked: boolean;
}

/** `globalThis.monk` in the content script's isolated world. */
export interface ContentApi extends ReadingApi {
	/** The connected element of a ref, for CDP in this very context; undefined when gone or unknown. */
	element(ref: string): Element | undefined;
	/** What is pressed for an element: the element itself, or the editor around a field that is drawn nowhere. */
	standIn(ref: string): Element | undefined;
	lookup(ref: string): RefLookup;
	/** `role "name"`, or `div.class` for what has neither; for messages. */
	describe(ref: string): string;
	/** Null when the point of the frame's viewport, in CSS pixels, hits the element; else what covers it. */
	obstacleAt(ref: string, x: number, y: number): string | null;
	/** `offsets` count from the middle of the element's first box. */
	freePoint(ref: string, offsets: readonly Way[]): FreePoint;
	/**
	 * Where in the frame's view the element can be pressed at once; null when that is not so, or not yet, or when the ref
	 * no longer names what was shown. Waits for a frame or two to see whether it moves.
	 */
	readyPoint(ref: string, mayBeDisabled: boolean): Promise<Way | null>;
	/** Scrolls at once, so that the element lies there in all that can be scrolled around it. */
	align(ref: string, block: "start" | "center" | "end"): void;
	/**
	 * Watches for the next press by hand or by debugger. One that would meet something else than the element is kept
	 * from the page.
	 */
	beforePress(ref: string): void;
	/** What the press met instead of the element; null when it met that, or was not seen. Ends the watch. */
	metInstead(): string | null;
	/** What a select, a listbox or a combobox offers of what is wanted. */
	choice(ref: string, values: readonly string[]): Choice;
	/** Remembers the lists that are to be seen, before a combobox is pressed to open its own. */
	beforeOpening(ref: string): void;
	/** Chooses in a select, and returns the labels that are chosen then. */
	choose(ref: string, values: readonly string[]): readonly string[];
	/** Whether a checkbox, a switch or a radio button is checked; null for anything else. */
	check(ref: string): { readonly checked: boolean; readonly isRadio: boolean } | null;
	/** Where a slider that the page made itself stands; null for anything else. */
	slider(ref: string): Slider | null;
	/** The file input that a ref leads to, for CDP in this very context. */
	fileInput(ref: string): Element | undefined;
	/** Whether a press on the element would do something by itself. */
	isPressed(ref: string): boolean;
	/** Begins to take in files, in place of those that were taken in before. */
	receiveFiles(files: readonly IncomingFile[]): void;
	receiveBytes(file: number, base64: string): void;
	/** Gives what was taken in to a file input. False for what is none. */
	giveFiles(input: Element): boolean;
	/** Drops what was taken in on an element. False when the page takes nothing there. */
	dropFiles(ref: string): boolean;
	/** Keeps the input for which the page asked for files, unless `endChooser` came first. */
	keepChooser(input: Element): void;
	endChooser(input: Element): void;
	keptChooser(): Element | undefined;
	forgetChooser(): void;
	/** By events made in the page. */
	hoverOver(ref: string): void;
	dragOnto(start: string, end: string): "done" | "not taken" | "nothing";
	/** Begins to watch whether a drag of the page's own (HTML drag and drop) begins. */
	beforeDrag(): void;
	/** Whether one began since, and the page did not stop it. Ends the watch. */
	dragBegan(): boolean;
	/** Begins to watch for scrolling, in this document. */
	watchScroll(): void;
	/** Milliseconds since something scrolled last; null when nothing has. */
	sinceScroll(): number | null;
	/** The size of what shows of the thing that scrolls around an element, or around the middle of the view. */
	scrollerSize(ref: string | null): { readonly width: number; readonly height: number };
	/** Scrolls what can be scrolled around an element or the middle of the view. False when nothing moved. */
	scrollBy(ref: string | null, way: Way): boolean;
	/** Waits for two animation frames, at most 100 ms. */
	actionability(ref: string): Promise<Actionability>;
	/** A label stands for its control. */
	field(ref: string): Field;
	/** Null when the ref is gone. */
	fieldFacts(ref: string, text: string): FieldFacts | null;
	/** In one look for all of them; null for a ref that is gone. */
	formFields(wishes: readonly FormWish[]): readonly (FormField | null)[];
	/** `added`: what was written, where that is but a part of what is wanted. Null when the ref is gone. */
	fieldEnd(ref: string, wanted: string, added: string): FieldEnd | null;
	/** Focuses the field with all of its text selected, or with the caret at its end. False when it takes no focus. */
	enterField(ref: string, place: "all" | "end"): boolean;
	/** Puts a value into an input or a textarea and tells the page, by events that it can tell from a person's. */
	setField(ref: string, text: string): void;
	/** Milliseconds since a person did something here; null when nobody has. */
	sincePerson(): number | null;
	/** What was seen so far was an act of ours. */
	forgetPerson(): void;
	/** An act is about to begin. Answers as `sincePerson`, and watches from now on what changes. */
	attend(): number | null;
	/** Resolves once the tasks that wait now have run. */
	tasksDone(): Promise<void>;
	/** Resolves when the document has done what an act led to, or goes on changing. */
	settled(): Promise<Settled>;
	/** Fields with a secret in them, for CDP in this very context. */
	secretFields(): readonly Element[];
	/** What has the focus, shadow roots included: the element of a frame where it is in that. */
	focused(): Element | undefined;
	/** Focuses an element. False when it takes no focus. */
	focus(ref: string): boolean;
	/** Begins to watch what a press of Enter in a textarea leads to. */
	beforeSubmit(): void;
	/** Submits the textarea's form, unless the page dealt with the key itself. */
	submitUnlessDone(ref: string): "submitted" | "by the page" | "no form";
}
