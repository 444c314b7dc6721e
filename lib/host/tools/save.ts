import { constants, lstatSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import type { ToolResult } from "../../catalog/control.ts";
import { asMonkError, MonkError } from "../../errors/error.ts";
import { renderError } from "./render.ts";

const outside = (file: string): MonkError =>
	new MonkError("INVALID_ARGUMENT", `file: ${JSON.stringify(file)} is not inside the current folder`);

/** Also one that leads to nothing yet: writing through it would make what it names. */
const isLink = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

/** Not through a link that came there since it was looked at. Windows knows no such flag. */
const writeFlags =
	constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | ((constants as { O_NOFOLLOW?: number }).O_NOFOLLOW ?? 0);

/**
 * Where a file may be written: inside `folder`, with no link on the way that leads out of it. Throws INVALID_ARGUMENT,
 * also when the file's own folder is not there.
 */
export function placeInside(folder: string, file: string): string {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is refused
	if (/[\u0000-\u001f\u007f]/.test(file))
		throw new MonkError("INVALID_ARGUMENT", `file: ${JSON.stringify(file)} is no name for a file`);
	const root = realpathSync(folder);
	const wanted = resolve(root, file);
	let parent: string;
	try {
		parent = realpathSync(dirname(wanted));
	} catch {
		throw new MonkError("INVALID_ARGUMENT", `file: there is no folder ${JSON.stringify(dirname(file))}`);
	}
	const path = join(parent, basename(wanted));
	if (!`${parent}${sep}`.startsWith(root.endsWith(sep) ? root : `${root}${sep}`) || isLink(path)) throw outside(file);
	if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw outside(file);
	return path;
}

/** What a result holds for a file: a picture, or a text of the structured part. */
function fileContent({ content, structuredContent }: ToolResult): Buffer | string | undefined {
	const image = content.find((part) => part.type === "image");
	if (image?.type === "image") return Buffer.from(image.data, "base64");
	const { text }: { text?: unknown } = structuredContent ?? {};
	return typeof text === "string" ? text : undefined;
}

/**
 * Writes what a result holds to the file that the call named, in the client's own process and never in the owner's, and
 * leaves the path in its place. Any other result stays as it is; one that cannot be written becomes an error.
 */
export function saved(result: ToolResult, folder: string): ToolResult {
	const { file, text: _, ...rest }: { file?: unknown; text?: unknown } = result.structuredContent ?? {};
	const data = fileContent(result);
	if (typeof file !== "string" || data === undefined) return result;
	try {
		const path = placeInside(folder, file);
		writeFileSync(path, data, { flag: writeFlags as unknown as string });
		const words = { type: "text" as const, text: `Saved to ${path}` };
		const content = [...result.content.filter(({ type }) => type !== "image"), words];
		return { ...result, content, structuredContent: { ...rest, file } };
	} catch (thrown) {
		return renderError(asMonkError(thrown));
	}
}
