/**
 * The checks that ScriptCat makes of every frame once the owner has proved itself; whatever fails one closes the
 * connection. Written from what it was seen to do and not from the catalogue, so that the catalogue is held against it.
 */
type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
	typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value: unknown): value is string => typeof value === "string";
const isUuid = (value: unknown): boolean =>
	isText(value) && /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(value);
const isCount = (least: number) => (value: unknown) => Number.isInteger(value) && Number(value) >= least;
const isFlag = (value: unknown): boolean => typeof value === "boolean";

type Guard = (value: unknown) => boolean;
type Shape = Readonly<Record<string, Guard>>;

/** Closed: no other keys. A name that ends with `?` may be left out. */
const fits = (shape: Shape) => {
	const names = new Map(Object.entries(shape).map(([name, guard]) => [name.replace("?", ""), { name, guard }]));
	return (value: unknown): boolean =>
		isObject(value) &&
		Object.keys(value).every((key) => names.has(key)) &&
		[...names].every(([key, { name, guard }]) => (key in value ? guard(value[key]) : name.endsWith("?")));
};

const isEdit = fits({ oldText: isText, newText: isText, "replaceAll?": isFlag });

export const guards: Readonly<Record<string, Guard>> = {
	"scripts.list": fits({}),
	"scripts.metadata.get": fits({ uuid: isUuid }),
	"scripts.source.get": fits({
		uuid: isUuid,
		"startLine?": isCount(1),
		"endLine?": isCount(1),
		"maxBytes?": isCount(1),
	}),
	"scripts.source.grep": fits({
		uuid: isUuid,
		query: isText,
		"mode?": (mode) => mode === "text" || mode === "regex",
		"ignoreCase?": isFlag,
		"contextLines?": isCount(0),
		"maxMatches?": isCount(1),
	}),
	"scripts.install.request": fits({ "url?": isText, "code?": isText }),
	"scripts.toggle.request": fits({ uuid: isUuid, enable: isFlag }),
	"scripts.delete.request": fits({ uuid: isUuid }),
	"scripts.edit.request": fits({
		uuid: isUuid,
		edits: (edits) => Array.isArray(edits) && edits.length > 0 && edits.every(isEdit),
	}),
};

export type Frame =
	| { readonly kind: "call"; readonly id: string | undefined; readonly method: string; readonly params: Json }
	| { readonly kind: "answer" }
	/** The socket is closed over it. */
	| { readonly kind: "violation" };

const violation: Frame = { kind: "violation" };

/** One frame as ScriptCat's envelope reads it. */
export function readFrame(text: string): Frame {
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		return violation;
	}
	if (!isObject(body) || body.jsonrpc !== "2.0") return violation;
	return "method" in body ? readCall(body) : readAnswer(body);
}

function readCall({ jsonrpc: _, id, method, params, ...rest }: Json): Frame {
	const hasId = id !== undefined;
	if (Object.keys(rest).length > 0 || !isText(method) || (hasId && (!isText(id) || id === ""))) return violation;
	if (params !== undefined && !isObject(params)) return violation;
	const guard = guards[method];
	if (guard !== undefined && !(isObject(params) && guard(params.input))) return violation;
	return { kind: "call", id: isText(id) ? id : undefined, method, params: params ?? {} };
}

function readAnswer({ id, result, error, ...rest }: Json): Frame {
	const isOne = (result === undefined) !== (error === undefined);
	const isKnown = Object.keys(rest).every((key) => key === "jsonrpc");
	const isSound = error === undefined || (isObject(error) && Number.isInteger(error.code) && isText(error.message));
	return isText(id) && isOne && isKnown && isSound ? { kind: "answer" } : violation;
}
