import { MonkError } from "../../../lib/errors/error.ts";
import type { Slider } from "../../content-api.ts";
import type { Call } from "../call.ts";
import type { Typed } from "../field-rules.ts";
import { invalid } from "../fill-values.ts";
import type { Attachment } from "./attachment.ts";
import { askContent, type Place } from "./element.ts";
import { pressChord, readChord } from "./keyboard.ts";
import { askAbout } from "./reach.ts";

/** Presses of an arrow key at most: a finer slider is a matter of dragging. */
const PRESSES = 400;

/** Moves a slider that the page made itself to a value, by the keys of the ARIA practices. */
export class SliderHand {
	constructor(
		private readonly attachment: Attachment,
		private readonly place: Place,
		private readonly ref: string,
		private readonly call: Call,
	) {}

	/** Throws INVALID_ARGUMENT for a value that it does not go to. */
	wanted(value: unknown, { min, max }: Slider): number {
		const wanted = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
		if (typeof wanted !== "number" || Number.isNaN(wanted)) throw invalid(this.ref, "a slider takes a number");
		if (wanted < (min ?? wanted) || wanted > (max ?? wanted))
			throw invalid(this.ref, `the slider goes from ${min ?? "?"} to ${max ?? "?"}`);
		return wanted;
	}

	/** Tells what it stands at when it does not go there. Throws NOT_ACTIONABLE. */
	async slide(wanted: number): Promise<Typed | undefined> {
		if (!(await this.ask<boolean>("focus")))
			throw new MonkError("NOT_ACTIONABLE", `${this.ref} does not take the focus`, {
				hint: "Drag its thumb with browser_drag.",
			});
		const start = await this.look();
		if (wanted === start.min) await this.press("Home", 1);
		else if (wanted === start.max) await this.press("End", 1);
		let { now } = await this.look();
		for (let pressed = 0; now !== wanted && pressed < PRESSES; ) {
			const key = now < wanted ? "ArrowRight" : "ArrowLeft";
			await this.press(key, 1);
			const next = (await this.look()).now;
			const step = Math.abs(next - now);
			// It does not follow the keys, or jumps over the value.
			if (step === 0 || next < wanted !== now < wanted)
				return next === wanted ? undefined : { differs: true, holds: String(next) };
			const more = Math.min(Math.round(Math.abs(wanted - next) / step), PRESSES - pressed - 1);
			await this.press(key, more);
			pressed += more + 1;
			now = (await this.look()).now;
		}
		return now === wanted ? undefined : { differs: true, holds: String(now) };
	}

	private async press(key: string, times: number): Promise<void> {
		const { session } = this.place.context;
		for (let time = 0; time < times; time++)
			await this.call.within(pressChord(this.attachment, session, readChord(key, false)));
		await this.call.within(askContent(this.attachment, this.place.context, "monk.tasksDone()"));
	}

	private async look(): Promise<Slider> {
		const slider = await this.ask<Slider | null>("slider");
		if (slider === null) throw new MonkError("NOT_ACTIONABLE", `${this.ref} is no slider any more`);
		return slider;
	}

	private ask<T>(question: string): Promise<T> {
		return this.call.within(askAbout<T>(this.attachment, this.place, question, this.ref));
	}
}
