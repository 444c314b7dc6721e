let watching: { isBegun(): boolean; stop(): void } | undefined;

/** A page may stop a drag of its own making by cancelling its first event; then the mouse goes on by itself. */
export function beforeDrag(): void {
	watching?.stop();
	const ending = new AbortController();
	let started: DragEvent | undefined;
	const hear = (event: DragEvent): void => {
		started = event;
	};
	window.addEventListener("dragstart", hear, { capture: true, signal: ending.signal });
	watching = { isBegun: () => started !== undefined && !started.defaultPrevented, stop: () => ending.abort() };
}

export function dragBegan(): boolean {
	watching?.stop();
	const began = watching?.isBegun() ?? false;
	watching = undefined;
	return began;
}
