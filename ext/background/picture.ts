import type { Point } from "./debugger/mouse.ts";

/** What is pictured, in CSS px of the whole page. */
export interface Area {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
}

/** Pixels a side: more is neither shown nor read by anyone, and vision models refuse it. */
export const LONGEST_SIDE = 8_000;

/** Around a field, in CSS px: its text may stand out of the box by its shadow or its slant. */
const MARGIN = 3;

/** How much a picture is shrunk so that neither side is longer than allowed; 1 when it need not be. */
export const shrinkage = ({ width, height }: Area, pixelsPerCss: number): number =>
	Math.min(1, LONGEST_SIDE / (Math.max(width, height, 1) * pixelsPerCss));

/** The smallest upright box around points; undefined for none, or for one without area. */
export function around(points: readonly Point[]): Area | undefined {
	if (points.length === 0) return undefined;
	const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
	const [x, y] = [Math.min(...xs), Math.min(...ys)];
	const [width, height] = [Math.max(...xs) - x, Math.max(...ys) - y];
	return width < 1 || height < 1 ? undefined : { x, y, width, height };
}

const decode = (data: string, mimeType: string): Promise<ImageBitmap> =>
	createImageBitmap(new Blob([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))], { type: mimeType }));

async function encode(canvas: OffscreenCanvas, mimeType: string, quality: number): Promise<string> {
	const blob = await canvas.convertToBlob({ type: mimeType, quality: quality / 100 });
	const bytes = new Uint8Array(await blob.arrayBuffer());
	let text = "";
	for (let from = 0; from < bytes.length; from += 0x8000) {
		text += String.fromCharCode(...bytes.subarray(from, from + 0x8000));
	}
	return btoa(text);
}

export type ImageType = "image/png" | "image/jpeg";

export interface Picture {
	/** Base64. */
	readonly data: string;
	readonly mimeType: ImageType;
	readonly width: number;
	readonly height: number;
}

/** Paints polygons over, given in CSS px of the whole page; without any the picture stays as it came. */
export async function painted(
	data: string,
	mimeType: ImageType,
	quality: number,
	area: Area,
	polygons: readonly (readonly Point[])[],
): Promise<Picture> {
	const bitmap = await decode(data, mimeType);
	const { width, height } = bitmap;
	if (polygons.length === 0) return { data, mimeType, width, height };
	const canvas = new OffscreenCanvas(width, height);
	const context = canvas.getContext("2d");
	if (context === null) throw new Error("no canvas to paint on");
	context.drawImage(bitmap, 0, 0);
	context.scale(width / area.width, height / area.height);
	context.translate(-area.x, -area.y);
	context.fillStyle = context.strokeStyle = "#808080";
	context.lineWidth = 2 * MARGIN;
	for (const polygon of polygons) {
		context.beginPath();
		for (const { x, y } of polygon) context.lineTo(x, y);
		context.closePath();
		context.fill();
		context.stroke();
	}
	return { data: await encode(canvas, mimeType, quality), mimeType, width, height };
}
