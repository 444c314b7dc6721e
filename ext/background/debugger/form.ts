import { MonkError } from "../../../lib/errors/error.ts";
import type { FieldFacts, FormField, Slider } from "../../content-api.ts";
import type { Call } from "../call.ts";
import { type Filled, maskedTyped, type Typed } from "../field-rules.ts";
import { invalid, readCheck, valuesOf, type Wish } from "../fill-values.ts";
import type { Attachment } from "./attachment.ts";
import { ChoiceHand } from "./choosing.ts";
import { clickOn } from "./clicking.ts";
import type { Context } from "./contexts.ts";
import { type Place, placeOfRef, remoteElement } from "./element.ts";
import { type Entry, FieldHand } from "./field.ts";
import type { Press } from "./mouse.ts";
import { askAbout, nameOf, reachable, readyPoint } from "./reach.ts";
import { SliderHand } from "./sliding.ts";

/** A field that was found to take what it is to be given. */
interface ReadyField {
	readonly ref: string;
	/** Gives it; the next field may be given its own while `told` is looked for. */
	fill(): Promise<Given>;
}

interface Given {
	/** What is to be told of the field, if anything. */
	readonly told: Promise<Typed | undefined> | undefined;
}

/** What an element is, as far as it tells how it is filled in, and its document. */
interface Kind extends FormField {
	readonly place: Place;
}

const silent: Given = { told: undefined };
const given = (told: Typed | undefined): Given => ({ told: Promise.resolve(told) });

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
		const kinds = await this.kindsOf(wishes);
		const fields: ReadyField[] = [];
		for (const [index, wish] of wishes.entries()) {
			const kind = kinds[index];
			if (kind === undefined) throw new MonkError("STALE_REF", `${wish.ref} is no longer in the page`);
			fields.push(await this.readyField(wish, kind));
		}
		return fields;
	}

	async fill(fields: readonly ReadyField[]): Promise<readonly Filled[]> {
		const ends: Given["told"][] = [];
		for (const [index, field] of fields.entries()) {
			try {
				if (index > 0) this.call.progress = filledBefore(fields.slice(0, index));
				ends.push((await field.fill()).told);
			} catch (thrown) {
				throw partly(thrown, fields.slice(0, index));
			}
		}
		const told = await Promise.all(ends);
		return fields.flatMap(({ ref }, index) => (told[index] === undefined ? [] : [{ ref, ...told[index] }]));
	}

	/** One question to each document; undefined for an element that has gone. */
	private async kindsOf(wishes: readonly Wish[]): Promise<readonly (Kind | undefined)[]> {
		const places = await Promise.all(wishes.map(({ ref }) => placeOfRef(this.attachment, ref).catch(unlessGone)));
		const kinds: (Kind | undefined)[] = wishes.map(() => undefined);
		const ask = async (context: Context): Promise<void> => {
			const here = [...wishes.entries()].filter(([index]) => places[index]?.context === context);
			const asked = here.map(([, { ref, value }]) => ({ ref, values: valuesOf(value), text: String(value) }));
			const told = await askAbout<readonly (FormField | null)[]>(this.attachment, { context }, "formFields", asked);
			for (const [at, [index]] of here.entries()) {
				const field = told[at];
				if (field) kinds[index] = { place: { context }, ...field };
			}
		};
		const contexts = new Set(places.flatMap((place) => (place === undefined ? [] : [place.context])));
		await this.call.within(Promise.all([...contexts].map(ask)));
		return kinds;
	}

	private async readyField(wish: Wish, kind: Kind): Promise<ReadyField> {
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
		const fill = async (): Promise<Given> => {
			if (await isRight()) return silent;
			await clickOn(attachment, begun, ref, plain, call);
			if (await isRight().catch(() => true)) return silent;
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
			return differs === undefined ? silent : given({ differs, holds: selected.join(", ") });
		};
		return { ref, fill };
	}

	private readySlider({ ref, value }: Wish, place: Place, slider: Slider, { state }: FieldFacts): ReadyField {
		const hand = new SliderHand(this.attachment, place, ref, this.call);
		const wanted = hand.wanted(value, slider);
		if (!state.enabled) throw new MonkError("NOT_ACTIONABLE", `${ref} is disabled`);
		return { ref, fill: async () => given(await hand.slide(wanted)) };
	}

	private async readyText({ ref, value }: Wish, place: Place, facts: FieldFacts): Promise<ReadyField> {
		if (Array.isArray(value)) throw invalid(ref, "it takes one value");
		const hand = new FieldHand(this.attachment, place, ref, this.call);
		const entry: Entry = { text: String(value), append: false, slowly: false, submit: false };
		const before = await hand.ready(entry, facts);
		const fill = async () => {
			await hand.write(before, entry);
			return { told: hand.outcome(before, entry).then(maskedTyped) };
		};
		return { ref, fill };
	}
}

function unlessGone(thrown: unknown): undefined {
	if (!(thrown instanceof MonkError) || thrown.code !== "STALE_REF") throw thrown;
}

/** An error that comes in the middle says what was done before it. */
function partly(thrown: unknown, done: readonly ReadyField[]): unknown {
	if (!(thrown instanceof MonkError) || done.length === 0) return thrown;
	const { code, message, hint, data } = thrown;
	return new MonkError(code, `${message} (${filledBefore(done)})`, { hint, data, cause: thrown });
}

const filledBefore = (done: readonly ReadyField[]): string =>
	`filled in before that: ${done.map(({ ref }) => ref).join(", ")}`;
