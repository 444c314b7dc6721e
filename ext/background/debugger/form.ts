import type { LinkParams } from "../../../lib/catalog/catalog.ts";
import { MonkError } from "../../../lib/errors/error.ts";
import type { FieldFacts } from "../../content-api.ts";
import { maskSecrets } from "../../snapshot/secrets.ts";
import type { Call } from "../call.ts";
import type { Attachment } from "./attachment.ts";
import { ChoiceHand } from "./choosing.ts";
import { clickOn } from "./clicking.ts";
import { type Place, placeOfRef, remoteElement } from "./element.ts";
import { type Entry, FieldHand } from "./field.ts";
import type { Press } from "./mouse.ts";
import { askAbout, nameOf, reachable, readyPoint } from "./reach.ts";

type FieldWish = LinkParams<"browser_fill_form">["fields"][number];

/** A field that holds something else than what it was given. */
interface Differing {
	readonly ref: string;
	readonly holds?: string;
}

/** A field that was found to take what it is to be given. */
interface ReadyField {
	readonly ref: string;
	/** Gives it; tells what it holds when that is something else. */
	fill(): Promise<Omit<Differing, "ref"> | undefined>;
}

/** What an element is, as far as it tells how it is filled in. */
interface Kind {
	readonly place: Place;
	readonly check: { readonly checked: boolean; readonly isRadio: boolean } | null;
	readonly choice: { readonly state: string };
	readonly facts: FieldFacts;
}

const plain: Press = { button: "left", count: 1, modifiers: [] };
const begun = async (): Promise<void> => undefined;

const invalid = (ref: string, why: string): MonkError => new MonkError("INVALID_ARGUMENT", `fields: ${ref}: ${why}`);

const valuesOf = (value: FieldWish["value"]): readonly string[] => (Array.isArray(value) ? value : [String(value)]);

function readCheck({ ref, value }: FieldWish, isRadio: boolean): boolean {
	const wanted = String(value).toLowerCase();
	if (wanted === "false" && isRadio) throw invalid(ref, "a radio button is let go by choosing another");
	if (wanted === "true" || wanted === "false") return wanted === "true";
	throw invalid(ref, "the value must be true or false");
}

/** Fills in fields one after the other, once all of them were found ready. */
export class FormHand {
	constructor(
		private readonly attachment: Attachment,
		private readonly call: Call,
	) {}

	/** Touches nothing. Throws for the first field that cannot take its value. */
	async ready(wishes: readonly FieldWish[]): Promise<readonly ReadyField[]> {
		// Asked about all at once; what must be scrolled to is looked at one after the other.
		const known = wishes.map((wish) => this.kindOf(wish));
		await Promise.allSettled(known);
		const fields: ReadyField[] = [];
		for (const [index, wish] of wishes.entries()) fields.push(await this.readyField(wish, await known[index]));
		return fields;
	}

	async fill(fields: readonly ReadyField[]): Promise<readonly Differing[]> {
		const differing: Differing[] = [];
		for (const [index, field] of fields.entries()) {
			try {
				const end = await field.fill();
				if (end !== undefined) differing.push({ ref: field.ref, ...end });
			} catch (thrown) {
				throw partly(thrown, fields.slice(0, index));
			}
		}
		return differing;
	}

	private async kindOf({ ref, value }: FieldWish): Promise<Kind> {
		const place = await placeOfRef(this.attachment, ref);
		const ask = <T>(question: string, ...args: readonly unknown[]): Promise<T> =>
			this.call.within(askAbout<T>(this.attachment, place, question, ref, ...args));
		const [check, choice, facts] = await Promise.all([
			ask<Kind["check"]>("check"),
			ask<Kind["choice"]>("choice", valuesOf(value)),
			ask<FieldFacts | null>("fieldFacts", String(value)),
		]);
		if (facts === null) throw new MonkError("STALE_REF", `${ref} is no longer in the page`);
		return { place, check, choice, facts };
	}

	private async readyField(wish: FieldWish, kind: Kind | undefined): Promise<ReadyField> {
		if (kind === undefined) throw new Error("a field without a kind");
		const { place, check, choice, facts } = kind;
		if (check !== null) return this.readyCheck(wish, readCheck(wish, check.isRadio));
		// Text is typed into a combobox that takes it, unless the call says that it means its list.
		const isChoice = choice.state !== "none" && (facts.field.kind === "none" || wish.type === "combobox");
		return isChoice ? this.readyChoice(wish) : this.readyText(wish, place, facts);
	}

	private async readyCheck({ ref }: FieldWish, wanted: boolean): Promise<ReadyField> {
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

	private async readyChoice({ ref, value }: FieldWish): Promise<ReadyField> {
		const hand = await ChoiceHand.of(this.attachment, ref, this.call);
		const values = valuesOf(value);
		await hand.ready(values);
		const fill = async () => {
			const { selected, differs } = await hand.choose(values);
			return differs === undefined ? undefined : { holds: selected.join(", ") };
		};
		return { ref, fill };
	}

	private async readyText({ ref, value }: FieldWish, place: Place, facts: FieldFacts): Promise<ReadyField> {
		if (Array.isArray(value)) throw invalid(ref, "it takes one value");
		const hand = new FieldHand(this.attachment, place, ref, this.call);
		const entry: Entry = { text: String(value), append: false, slowly: false, submit: false };
		const before = await hand.ready(entry, facts);
		const fill = async () => {
			await hand.write(before, entry);
			const { differs, holds } = await hand.outcome(before, entry);
			if (differs === undefined) return undefined;
			return holds === undefined ? {} : { holds: maskSecrets(holds) };
		};
		return { ref, fill };
	}
}

/** An error that comes in the middle says what was done before it. */
function partly(thrown: unknown, done: readonly ReadyField[]): unknown {
	if (!(thrown instanceof MonkError) || done.length === 0) return thrown;
	const { code, message, hint, data } = thrown;
	const filled = done.map(({ ref }) => ref).join(", ");
	return new MonkError(code, `${message} (filled before that: ${filled})`, { hint, data, cause: thrown });
}
