/**
 * One check of the doctor's. `note` is worth knowing and in order; `wrong` is to be mended, by what `mend` says.
 */
export type Row =
	| { readonly check: string; readonly state: "ok"; readonly found: string }
	| { readonly check: string; readonly state: "note"; readonly found: string; readonly next?: string }
	| { readonly check: string; readonly state: "wrong"; readonly found: string; readonly mend: string };

export const ok = (check: string, found: string): Row => ({ check, state: "ok", found });

export const note = (check: string, found: string, next?: string): Row => ({
	check,
	state: "note",
	found,
	...(next === undefined ? {} : { next }),
});

export const wrong = (check: string, found: string, mend: string): Row => ({ check, state: "wrong", found, mend });
