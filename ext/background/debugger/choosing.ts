import { MonkError } from "../../../lib/errors/error.ts";
import type { Actionability, Choice } from "../../content-api.ts";
import type { Call } from "../call.ts";
import type { Attachment } from "./attachment.ts";
import { clickOn } from "./clicking.ts";
import { type RemoteElement, remoteElement } from "./element.ts";
import { pressChord, readChord } from "./keyboard.ts";
import type { Press } from "./mouse.ts";
import { askAbout, failedCheck, nameOf, untilReady } from "./reach.ts";

/** Milliseconds for a list to open after a click on its combobox, and then after a press of ArrowDown. */
const OPEN_MS = 700;
const LOOK_MS = 30;

const plain: Press = { button: "left", count: 1, modifiers: [] };
const adding: Press = { ...plain, modifiers: ["ControlOrMeta"] };

/** What became of a choice. */
export interface Chosen {
	/** Labels of what is chosen now. */
	readonly selected: readonly string[];
	readonly differs?: true;
}

type Fit = Choice & { readonly state: "fit" };

/** The act has begun already where several options are pressed one by one. */
const begun = async (): Promise<void> => undefined;

const unfit = (problem: string, hint?: string): MonkError =>
	new MonkError("INVALID_ARGUMENT", `values: ${problem}`, hint === undefined ? {} : { hint });

/** Chooses in one list, with the content script's eyes. */
export class ChoiceHand {
	private constructor(
		private readonly attachment: Attachment,
		private readonly element: RemoteElement,
		private readonly ref: string,
		private readonly call: Call,
	) {}

	static async of(attachment: Attachment, ref: string, call: Call): Promise<ChoiceHand> {
		return new ChoiceHand(attachment, await remoteElement(attachment, ref), ref, call);
	}

	/**
	 * Waits until something can be chosen. Throws INVALID_ARGUMENT for an option that is not there, as far as that is
	 * seen yet, and NOT_ACTIONABLE.
	 */
	async ready(values: readonly string[]): Promise<Choice> {
		const choice = await this.look(values);
		if (choice.state === "unfit") throw unfit(choice.problem);
		if (choice.state === "none")
			throw new MonkError("NOT_ACTIONABLE", `${await this.name()} is nothing to choose from`, {
				hint: "Name a select, a listbox or a combobox, or press what opens the list with browser_click.",
			});
		const check = async () => {
			const failed = failedCheck(await this.ask<Actionability>("actionability"));
			return failed === undefined ? { ready: choice } : { failed };
		};
		return untilReady(check, this.attachment, this.element, this.ref, this.call);
	}

	/** Throws INVALID_ARGUMENT for an option that is not there; a list that was opened to see it is shut again. */
	async choose(values: readonly string[]): Promise<Chosen> {
		const choice = await this.look(values);
		if (choice.state === "fit" && choice.native) return this.chooseNative(values);
		const fit = await this.opened(values);
		await this.pressAll(fit, plain);
		const after = await this.look(values);
		// Some lists take a plain press for a new choice, and one with Control for one more.
		if (fit.several && after.state === "fit" && this.isWrong(after)) await this.pressAll(after, adding);
		return this.outcome(fit, values);
	}

	private async chooseNative(values: readonly string[]): Promise<Chosen> {
		await this.ask("choose", values);
		// A page may set a select back at once.
		const after = await this.look(values);
		if (after.state !== "fit") return { selected: [], differs: true };
		const selected = after.options.filter((option) => option.selected).map(({ label }) => label);
		return { selected, ...(this.isWrong(after) ? { differs: true } : {}) };
	}

	/** Opens the list, and finds the options in it. */
	private async opened(values: readonly string[]): Promise<Fit> {
		let choice = await this.look(values);
		if (choice.state === "shut") {
			await this.pressBox();
			choice = await this.untilOpen(values);
		}
		if (choice.state === "shut") {
			await this.press("ArrowDown");
			choice = await this.untilOpen(values);
		}
		if (choice.state === "fit") return choice;
		if (choice.state !== "unfit") throw new MonkError("NOT_ACTIONABLE", `${await this.name()} shows no options`);
		await this.press("Escape");
		throw unfit(choice.problem, "Name one of those; a list that searches shows more after browser_type.");
	}

	private async pressBox(): Promise<void> {
		await this.ask("beforeOpening");
		await clickOn(this.attachment, begun, this.ref, plain, this.call);
	}

	private async untilOpen(values: readonly string[]): Promise<Choice> {
		const until = Date.now() + OPEN_MS;
		for (;;) {
			const choice = await this.look(values);
			if (choice.state === "fit" || Date.now() > until) return choice;
			await this.call.pause(LOOK_MS);
		}
	}

	private async pressAll({ several, options }: Fit, press: Press): Promise<void> {
		// In a list of one choice the press on the new one ends the old.
		const wrong = options.filter(({ selected, wanted }) => (several ? selected !== wanted : wanted && !selected));
		for (const { ref, label } of wrong) {
			const drawn = await this.drawnAgain(wrong);
			const now = drawn.state === "fit" ? drawn.options.find((option) => option.label === label) : undefined;
			await clickOn(this.attachment, begun, now?.ref ?? ref, press, this.call);
		}
	}

	/** The list as it stands after a press: many draw their options anew with each, or shut and have to be opened. */
	private async drawnAgain(wanted: Fit["options"]): Promise<Choice> {
		const labels = wanted.map(({ label }) => label);
		const seen = await this.look(labels);
		if (seen.state !== "shut") return seen;
		await this.pressBox();
		return this.untilOpen(labels);
	}

	private isWrong({ options }: Fit): boolean {
		return options.some(({ selected, wanted }) => selected !== wanted);
	}

	/** A combobox shuts its list once it has what it wants; then what was pressed is what is known. */
	private async outcome(pressed: Fit, values: readonly string[]): Promise<Chosen> {
		const after = await this.look(values);
		const fit = after.state === "fit" ? after : undefined;
		const wanted = pressed.options.filter((option) => option.wanted).map(({ label }) => label);
		const told = fit?.options.some(({ selected }) => selected);
		if (fit === undefined || !told) return { selected: wanted };
		const selected = fit.options.filter((option) => option.selected).map(({ label }) => label);
		return { selected, ...(this.isWrong(fit) ? { differs: true } : {}) };
	}

	private look(values: readonly string[]): Promise<Choice> {
		return this.ask<Choice>("choice", values);
	}

	private ask<T>(question: string, ...args: readonly unknown[]): Promise<T> {
		return this.call.within(askAbout<T>(this.attachment, this.element, question, this.ref, ...args));
	}

	private press(key: string): Promise<void> {
		return this.call.within(pressChord(this.attachment, this.element.context.session, readChord(key, false)));
	}

	private name(): Promise<string> {
		return nameOf(this.attachment, this.element, this.ref);
	}
}
