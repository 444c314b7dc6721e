import { MonkError } from "../../../lib/errors/error.ts";
import type { FieldFacts, Slider } from "../../content-api.ts";
import type { Call } from "../call.ts";
import { type Filled, maskedTyped, type Typed } from "../field-rules.ts";
import { invalid, readCheck, valuesOf, type Wish } from "../fill-values.ts";
import type { Attachment } from "./attachment.ts";
import { ChoiceHand } from "./choosing.ts";
import { clickOn } from "./clicking.ts";
import { type Place, placeOfRef, remoteElement } from "./element.ts";
import { type Entry, FieldHand } from "./field.ts";
import type { Press } from "./mouse.ts";
import { askAbout, nameOf, reachable, readyPoint } from "./reach.ts";
import { SliderHand } from "./sliding.ts";

/** A field that was found to take what it is to be given. */
interface ReadyField {
	readonly ref: string;
	/** Gives it; tells what is to be told of it then, if anything. */
	fill(): Promise<Typed | undefined>;
}

/** What an element is, as far as it tells how it is filled in. */
interface Kind {
	readonly place: Place;
	readonly check: { readonly checked: boolean; readonly isRadio: boolean } | null;
	readonly slider: Slider | null;
	readonly choice: { readonly state: string };
	readonly facts: FieldFacts;
}

const plain: Press = { button: "left", count: 1, modifiers: [] };
const begun = async (): Promise<void> => undefined;

/** Fills in fields one after the other, once all of them were found ready. */
export class FormHand {
	constructor(
		private readonly attachment: Attachment,
		private readonly call: Call,
	) {}

	/** Touches nothing. Throws for the first field that cannot take its value. */
	async ready(wishes: readonly Wish[]): Promise<readonly ReadyField[]> {
		// Asked about all at once; what must be scrolled to is looked at one after the other.
		const known = wishes.map((wish) => this.kindOf(wish));
		await Promise.allSettled(known);
		const fields: ReadyField[] = [];
		for (const [index, wish] of wishes.entries()) fields.push(await this.readyField(wish, await known[index]));
		return fields;
	}

	async fill(fields: readonly ReadyField[]): Promise<readonly Filled[]> {
		const told: Filled[] = [];
		for (const [index, field] of fields.entries()) {
			try {
				if (index > 0) this.call.progress = filledBefore(fields.slice(0, index));
				const end = await field.fill();
				if (end !== undefined) told.push({ ref: field.ref, ...end });
			} catch (thrown) {
				throw partly(thrown, fields.slice(0, index));
			}
		}
		return told;
	}

	private async kindOf({ ref, value }: Wish): Promise<Kind> {
		const place = await placeOfRef(this.attachment, ref);
		const ask = <T>(question: string, ...args: readonly unknown[]): Promise<T> =>
			this.call.within(askAbout<T>(this.attachment, place, question, ref, ...args));
		const [check, slider, choice, facts] = await Promise.all([
			ask<Kind["check"]>("check"),
			ask<Kind["slider"]>("slider"),
			ask<Kind["choice"]>("choice", valuesOf(value)),
			ask<FieldFacts | null>("fieldFacts", String(value)),
		]);
		if (facts === null) throw new MonkError("STALE_REF", `${ref} is no longer in the page`);
		return { place, check, slider, choice, facts };
	}

	private async readyField(wish: Wish, kind: Kind | undefined): Promise<ReadyField> {
		if (kind === undefined) throw new Error("a field without a kind");
		const { place, check, slider, choice, facts } = kind;
		if (check !== null) return this.readyCheck(wish, readCheck(wish, check.isRadio));
		if (slider !== null) return this.readySlider(wish, place, slider, facts);
		// Text is typed into a combobox that takes it, unless the call says that it means its list.
		const isChoice = choice.state !== "none" && (facts.field.kind === "none" || wish.type === "combobox");
		return isChoice ? this.readyChoice(wish) : this.readyText(wish, place, facts);
	}

	private async readyCheck({ ref }: Wish, wanted: boolean): Promise<ReadyField> {
		const { attachment, call } = this;
		const element = await remoteElement(attachment, ref);
		const isRight = async (): Promise<boolean> =>
			(await call.within(askAbout<{ checked: boolean } | null>(attachment, element, "check", ref)))?.checked === wanted;
		if ((await readyPoint(attachment, ref)) === undefined) await reachable(attachment, element, ref, call);
		const fill = async (): Promise<undefined> => {
			if (await isRight()) return;
			await clickOn(attachment, begun, ref, plain, call);
			if (await isRight().catch(() => true)) return;
			const name = await nameOf(attachment, element, ref);
			throw new MonkError("NOT_ACTIONABLE", `${name} was pressed, but is not ${wanted ? "checked" : "unchecked"}`);
		};
		return { ref, fill };
	}

	private async readyChoice({ ref, value }: Wish): Promise<ReadyField> {
		const hand = await ChoiceHand.of(this.attachment, ref, this.call);
		const values = valuesOf(value);
		await hand.ready(values);
		const fill = async () => {
			const { selected, differs } = await hand.choose(values);
			return differs === undefined ? undefined : { differs, holds: selected.join(", ") };
		};
		return { ref, fill };
	}

	private readySlider({ ref, value }: Wish, place: Place, slider: Slider, { state }: FieldFacts): ReadyField {
		const hand = new SliderHand(this.attachment, place, ref, this.call);
		const wanted = hand.wanted(value, slider);
		if (!state.enabled) throw new MonkError("NOT_ACTIONABLE", `${ref} is disabled`);
		return { ref, fill: () => hand.slide(wanted) };
	}

	private async readyText({ ref, value }: Wish, place: Place, facts: FieldFacts): Promise<ReadyField> {
		if (Array.isArray(value)) throw invalid(ref, "it takes one value");
		const hand = new FieldHand(this.attachment, place, ref, this.call);
		const entry: Entry = { text: String(value), append: false, slowly: false, submit: false };
		const before = await hand.ready(entry, facts);
		const fill = async () => {
			await hand.write(before, entry);
			return maskedTyped(await hand.outcome(before, entry));
		};
		return { ref, fill };
	}
}

/** An error that comes in the middle says what was done before it. */
function partly(thrown: unknown, done: readonly ReadyField[]): unknown {
	if (!(thrown instanceof MonkError) || done.length === 0) return thrown;
	const { code, message, hint, data } = thrown;
	return new MonkError(code, `${message} (${filledBefore(done)})`, { hint, data, cause: thrown });
}

const filledBefore = (done: readonly ReadyField[]): string =>
	`filled in before that: ${done.map(({ ref }) => ref).join(", ")}`;
