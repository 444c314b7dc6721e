import { MonkError } from "../../../lib/errors/error.ts";
import type { Field, FieldEnd, FieldFacts } from "../../content-api.ts";
import type { Call } from "../call.ts";
import { type Entry, requireFit, type Typed, typedOf, unreadiness } from "../field-rules.ts";
import type { Attachment } from "./attachment.ts";
import { askContent, type Place } from "./element.ts";
import { pressChord, readChord } from "./keyboard.ts";
import { isMac } from "./mouse.ts";
import { untilReady } from "./reach.ts";
import { typeText } from "./typing.ts";

export type { Entry, Typed } from "../field-rules.ts";

const endOfText = (): string => (isMac() ? "Meta+ArrowDown" : "Control+End");

/** Writes in one field by keys, with the content script's eyes. */
export class FieldHand {
	constructor(
		private readonly attachment: Attachment,
		private readonly place: Place,
		private readonly ref: string,
		private readonly call: Call,
	) {}

	/** Waits until the field can be written in; `known` is what was found a moment ago. Throws what `requireFit` does, NOT_ACTIONABLE and STALE_REF. */
	async ready(entry: Entry, known?: FieldFacts): Promise<Field> {
		const { attachment, place, ref } = this;
		const first = known ?? (await this.facts(entry));
		requireFit(first.field, first.fits, entry, `${ref} (${first.name})`);
		const look = async (round: number) => {
			const failed = unreadiness(round === 0 ? first : await this.facts(entry));
			return failed === undefined ? { ready: first.field } : { failed };
		};
		return untilReady(look, attachment, place, ref, this.call);
	}

	async write(field: Field, entry: Entry): Promise<void> {
		if (field.kind === "value") return this.ask("setField", entry.text);
		const isIn = await this.ask<boolean>("enterField", entry.append ? "end" : "all");
		if (!isIn) throw new MonkError("NOT_ACTIONABLE", `${this.ref} does not take the focus`);
		// An editor may show but a part of its text, and keep the selection to itself.
		if (field.kind === "rich" && field.value !== "") await this.press(entry.append ? endOfText() : "ControlOrMeta+a");
		if (entry.text === "" && !entry.append) return this.press("Delete");
		const manner = { slowly: entry.slowly, rich: field.kind === "rich" };
		await typeText(this.attachment, this.place.context, entry.text, manner, this.call);
	}

	/** A page may cut, format or refuse what was typed; then the agent must hear of it. */
	async outcome(before: Field, { text, append }: Entry): Promise<Typed> {
		if (before.secret && append) return {};
		const wanted = append ? before.value + text : text;
		// A page that was led elsewhere is gone, and that is its answer.
		const end = await this.ask<FieldEnd | null>("fieldEnd", wanted, text).catch(() => null);
		return (end && typedOf(end)) ?? {};
	}

	private async facts({ text }: Entry): Promise<FieldFacts> {
		const told = await this.ask<FieldFacts | null>("fieldFacts", text);
		if (told === null) throw new MonkError("STALE_REF", `${this.ref} is no longer in the page`);
		return told;
	}

	/** Presses Enter once; a textarea takes that for a new line, so its form is submitted when no script took the key. */
	async submit(field: Field): Promise<void> {
		if (field.kind !== "lines") return this.press("Enter");
		await this.ask("beforeSubmit");
		const { text: _, ...silent } = readChord("Enter", false).key;
		await pressChord(this.attachment, this.place.context.session, { modifiers: [], key: silent });
		// A page that was led elsewhere by the key is gone, and that is its answer.
		const end = await this.ask<string>("submitUnlessDone").catch(() => "by the page");
		if (end === "no form")
			throw new MonkError(
				"NOT_ACTIONABLE",
				`the text was typed, but ${this.ref} is in no form that could be submitted`,
			);
	}

	private press(key: string): Promise<void> {
		return pressChord(this.attachment, this.place.context.session, readChord(key, isMac()));
	}

	/** Asks the content script about the field. The text is told in no error. */
	private async ask<T>(question: string, ...args: readonly string[]): Promise<T> {
		const list = [this.ref, ...args].map((arg) => JSON.stringify(arg)).join(", ");
		const { value } = await this.call.within(
			askContent(this.attachment, this.place.context, `monk.${question}(${list})`),
		);
		return value as T;
	}
}
