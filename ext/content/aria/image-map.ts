import { allInDocument, attribute, closestMatch, documentOf } from "./dom.ts";

/** The pictures that use the map of an area: it is where they are, and has no box of its own (HTML §4.8.14). */
export function picturesOf(area: HTMLAreaElement): readonly Element[] {
	const map = closestMatch(area, "map");
	const name = map && (attribute(map, "name") || attribute(map, "id"));
	if (!name) return [];
	return allInDocument(documentOf(area), "img[usemap]").filter((image) => attribute(image, "usemap") === `#${name}`);
}
