/** Events of one press, which a page must not hear of when it would meet the wrong thing. */
const pressEvents = [
	"pointerdown",
	"mousedown",
	"pointerup",
	"mouseup",
	"click",
	"auxclick",
	"contextmenu",
	"dblclick",
];

interface Watch {
	met: string | null;
	stop(): void;
}

let watching: Watch | undefined;

/**
 * Looks once more at the moment of the press: between the look before and the press a page may lay something over the
 * element. `obstacleAt` tells what a point of the view meets instead of it.
 */
export function beforePress(obstacleAt: (x: number, y: number) => string | null): void {
	watching?.stop();
	const ending = new AbortController();
	const watch: Watch = { met: null, stop: () => ending.abort() };
	let isFirst = true;
	const hear = (event: Event): void => {
		if (!event.isTrusted || !(event instanceof MouseEvent)) return;
		if (isFirst && (event.type === "pointerdown" || event.type === "mousedown")) {
			isFirst = false;
			watch.met = obstacleAt(event.clientX, event.clientY);
		}
		if (watch.met === null) return;
		event.preventDefault();
		event.stopImmediatePropagation();
	};
	for (const type of pressEvents) window.addEventListener(type, hear, { capture: true, signal: ending.signal });
	watching = watch;
}

export function metInstead(): string | null {
	watching?.stop();
	const met = watching?.met ?? null;
	watching = undefined;
	return met;
}
