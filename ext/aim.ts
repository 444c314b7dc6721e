/** A place in a view, in CSS pixels. */
export interface Point {
	readonly x: number;
	readonly y: number;
}

/** Four corners, clockwise from the top left one of the box itself: x1, y1, x2, y2, … in CSS px of a session's view. */
export type Quad = readonly [number, number, number, number, number, number, number, number];

/** A shape that fills little of its box, such as a ring or a bent line, is met at some crossing of this many by as many. */
const GRID = 9;

const crossings = Array.from({ length: GRID * GRID }, (_, index): readonly [number, number] => [
	((index % GRID) + 0.5) / GRID,
	(Math.floor(index / GRID) + 0.5) / GRID,
]);

/** Fractions of a box at which it is tried when its middle is covered: the quarters, near the edges, then all over it. */
const elsewhere: readonly (readonly [number, number])[] = [
	[0.25, 0.25],
	[0.75, 0.25],
	[0.25, 0.75],
	[0.75, 0.75],
	[0.5, 0.1],
	[0.5, 0.9],
	[0.1, 0.5],
	[0.9, 0.5],
	...crossings,
];

/** Boxes of a wrapped text that are tried; the first lines show as well as the last. */
const BOXES = 4;

const middle = [0.5, 0.5] as const;

const areaOf = ([x1, y1, x2, y2, x3, y3, x4, y4]: Quad): number =>
	Math.abs(x1 * y2 - x2 * y1 + x2 * y3 - x3 * y2 + x3 * y4 - x4 * y3 + x4 * y1 - x1 * y4) / 2;

/** The point of a box, which may be turned and leaning, at these fractions of its width and height. */
const within = ([x1, y1, x2, y2, , , x4, y4]: Quad, [right, down]: readonly [number, number]): Point => ({
	x: x1 + (x2 - x1) * right + (x4 - x1) * down,
	y: y1 + (y2 - y1) * right + (y4 - y1) * down,
});

/** The boxes that have an area, as many as are tried. */
export const boxesOf = (quads: readonly Quad[]): readonly Quad[] =>
	quads.filter((quad) => areaOf(quad) >= 1).slice(0, BOXES);

export const middlesOf = (boxes: readonly Quad[]): readonly Point[] => boxes.map((box) => within(box, middle));

/** Where an element may be pressed: the middles of its boxes first, then other points of them. */
export const pointsOf = (boxes: readonly Quad[]): readonly Point[] => [
	...middlesOf(boxes),
	...boxes.flatMap((box) => elsewhere.map((fractions) => within(box, fractions))),
];

const length = (x: number, y: number): number => Math.hypot(x, y);

/** The point that many pixels right of and below a box's first corner; undefined outside of it. */
export function spotIn(box: Quad, { x, y }: Point): Point | undefined {
	const [x1, y1, x2, y2, , , x4, y4] = box;
	const [right, down] = [x / length(x2 - x1, y2 - y1), y / length(x4 - x1, y4 - y1)];
	return right <= 1 && down <= 1 ? within(box, [right, down]) : undefined;
}
