import { MonkError } from "../../../lib/errors/error.ts";
import type { Actionability, Field } from "../../content-api.ts";
import type { Call } from "../call.ts";
import { type Entry, requireFit, type Typed, unreadiness } from "../field-rules.ts";
import type { Attachment } from "./attachment.ts";
import { askContent, type RemoteElement } from "./element.ts";
import { pressChord, readChord } from "./keyboard.ts";
import { isMac } from "./mouse.ts";
import { nameOf, untilReady } from "./reach.ts";
import { typeText } from "./typing.ts";

export type { Entry, Typed } from "../field-rules.ts";

const endOfText = (): string => (isMac() ? "Meta+ArrowDown" : "Control+End");

/** Writes in one field by keys, with the content script's eyes. */
export class FieldHand {
	constructor(
		private readonly attachment: Attachment,
		private readonly element: RemoteElement,
		private readonly ref: string,
		private readonly call: Call,
	) {}

	/** Waits until the field can be written in. Throws what `requireFit` does, and NOT_ACTIONABLE. */
	async ready(entry: Entry): Promise<Field> {
		const { attachment, element, ref } = this;
		const [field, fits, name] = [
			await this.ask<Field>("field"),
			await this.ask<boolean>("fits", entry.text),
			await nameOf(attachment, element, ref),
		];
		requireFit(field, fits, entry, name);
		const { objectId, context } = element;
		const look = async () => {
			await attachment.send("DOM.scrollIntoViewIfNeeded", { objectId }, context.session).catch(() => undefined);
			const failed = unreadiness(await this.ask<Actionability>("actionability"), await this.ask<Field>("field"));
			return failed === undefined ? { ready: true } : { failed };
		};
		await untilReady(look, attachment, element, ref, this.call);
		return field;
	}

	async write(field: Field, entry: Entry): Promise<void> {
		if (field.kind === "value") return this.ask("setField", entry.text);
		const isIn = await this.ask<boolean>("enterField", entry.append ? "end" : "all");
		if (!isIn) throw new MonkError("NOT_ACTIONABLE", `${this.ref} does not take the focus`);
		// An editor may show but a part of its text, and keep the selection to itself.
		if (field.kind === "rich" && field.value !== "") await this.press(entry.append ? endOfText() : "ControlOrMeta+a");
		if (entry.text === "" && !entry.append) return this.press("Delete");
		const manner = { slowly: entry.slowly, rich: field.kind === "rich" };
		await typeText(this.attachment, this.element.context.session, entry.text, manner, this.call);
	}

	/** A page may cut, format or refuse what was typed; then the agent must hear of it. */
	async outcome(before: Field, { text, append }: Entry): Promise<Typed> {
		const gone = (): undefined => undefined;
		const isThere = await this.ask<Field>("field").catch(gone);
		if (isThere === undefined || before.kind === "rich") return {};
		const wanted = append ? before.value + text : text;
		if (before.secret && append) return {};
		if (await this.ask<boolean>("holds", wanted).catch(() => true)) return {};
		return { differs: true, ...(isThere.secret ? {} : { holds: isThere.value }) };
	}

	/** Presses Enter once; a textarea takes that for a new line, so its form is submitted when no script took the key. */
	async submit(field: Field): Promise<void> {
		if (field.kind !== "lines") return this.press("Enter");
		await this.ask("beforeSubmit");
		const { text: _, ...silent } = readChord("Enter", false).key;
		await pressChord(this.attachment, this.element.context.session, { modifiers: [], key: silent });
		// A page that was led elsewhere by the key is gone, and that is its answer.
		const end = await this.ask<string>("submitUnlessDone").catch(() => "by the page");
		if (end === "no form")
			throw new MonkError(
				"NOT_ACTIONABLE",
				`the text was typed, but ${this.ref} is in no form that could be submitted`,
			);
	}

	private press(key: string): Promise<void> {
		return pressChord(this.attachment, this.element.context.session, readChord(key, isMac()));
	}

	/** Asks the content script about the field. The text is told in no error. */
	private async ask<T>(question: string, ...args: readonly string[]): Promise<T> {
		const list = [this.ref, ...args].map((arg) => JSON.stringify(arg)).join(", ");
		const { value } = await this.call.within(
			askContent(this.attachment, this.element.context, `monk.${question}(${list})`),
		);
		return value as T;
	}
}
