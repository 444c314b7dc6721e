/** What a person does in a document shows as trusted events; so does what the debugger does, which is forgotten after each act. */
const signs = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

let lastAt: number | undefined;

/** Begins to watch, once for the document's life. */
export function watchPerson(): void {
	const seen = (event: Event): void => {
		if (event.isTrusted) lastAt = performance.now();
	};
	for (const sign of signs) addEventListener(sign, seen, { capture: true, passive: true });
}

/** Milliseconds since a person did something here; null when nobody has. */
export const sincePerson = (): number | null => (lastAt === undefined ? null : performance.now() - lastAt);

/** What was seen so far was an act of ours. */
export function forgetPerson(): void {
	lastAt = undefined;
}
