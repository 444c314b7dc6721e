import { MonkError } from "../../../lib/errors/error.ts";
import { begin } from "../acting.ts";
import { atMost, type Call } from "../call.ts";
import type { Attachment } from "../debugger/attachment.ts";
import type { Debugging } from "../debugger/debugging.ts";
import { inMainWorld, remoteElement } from "../debugger/element.ts";
import { jsonOf, type PageJson } from "../debugger/page-json.ts";
import { type Evaluated, type RemoteValue, resultOf } from "../debugger/remote-value.ts";
import { refuseRuledOutRefs } from "../debugger/ruled-frames.ts";
import type { Tool } from "../executor.ts";
import { readyFrames } from "../frames.ts";
import { requireTab } from "../tab-access.ts";
import { requireRef } from "../target.ts";

/** Milliseconds for the content script to come into the page. */
const WATCH_MS = 500;

/** Where to evaluate: the page's own world of a frame, and the element that a function is given. */
interface Place {
	readonly session: string;
	readonly context?: string;
	readonly element?: string;
}

/** Where a script would begin with a statement, parentheses make an expression of it: an object, a nameless function. */
const mayNeedParentheses = /^\s*(?:\{|function\b|async\b|class\b)/;

/** The source that means what was asked. Only compiles it; nothing runs twice. */
async function sourceOf(attachment: Attachment, expression: string, session: string): Promise<string> {
	if (!mayNeedParentheses.test(expression)) return expression;
	const wrapped = `(${expression}\n)`;
	const compiled = await attachment.send<{ exceptionDetails?: unknown }>(
		"Runtime.compileScript",
		{ expression: wrapped, sourceURL: "", persistScript: false },
		session,
	);
	return compiled.exceptionDetails === undefined ? wrapped : expression;
}

async function evaluateIn(attachment: Attachment, place: Place, expression: string, call: Call): Promise<RemoteValue> {
	const source = await sourceOf(attachment, expression, place.session);
	const evaluated = await attachment.send<Evaluated>(
		"Runtime.evaluate",
		{
			expression: source,
			...(place.context === undefined ? {} : { uniqueContextId: place.context }),
			awaitPromise: true,
			userGesture: true,
			// Lets `const` be declared again and `await` stand at the top, as in a console.
			replMode: true,
			// Ends a loop that would never end.
			timeout: call.left,
		},
		place.session,
	);
	return awaited(attachment, resultOf(evaluated), place.session);
}

/** A console, unlike a call, hands over the promise itself. */
async function awaited(attachment: Attachment, value: RemoteValue, session: string): Promise<RemoteValue> {
	if (value.subtype !== "promise" || value.objectId === undefined) return value;
	const settled = await attachment.send<Evaluated>(
		"Runtime.awaitPromise",
		{ promiseObjectId: value.objectId },
		session,
	);
	return resultOf(settled);
}

/** Calls a function that the page holds with the element, or with nothing. */
async function callWith(attachment: Attachment, place: Place, functionId: string): Promise<RemoteValue> {
	const args = place.element === undefined ? [] : [{ objectId: place.element }];
	const called = await attachment.send<Evaluated>(
		"Runtime.callFunctionOn",
		{
			functionDeclaration: "function (...args) { return this(...args); }",
			objectId: functionId,
			arguments: args,
			awaitPromise: true,
			userGesture: true,
		},
		place.session,
	);
	return resultOf(called);
}

async function placeOf(attachment: Attachment, ref: string | undefined): Promise<Place> {
	if (ref === undefined) return { session: "" };
	const element = await remoteElement(attachment, ref);
	const main = attachment.mainContextBeside(element.context);
	if (main === undefined) throw new MonkError("EVAL_ERROR", "the frame runs no scripts");
	return {
		session: element.context.session,
		context: main.uniqueId,
		element: await inMainWorld(attachment, element),
	};
}

/**
 * Evaluates and gives JSON text. `begin` is called when all is ready and before anything runs: the share may have ended
 * while the debugger was on its way. Throws EVAL_ERROR with the page's words.
 */
export async function evaluateWith(
	attachment: Attachment,
	expression: string,
	ref: string | undefined,
	begin: () => Promise<void>,
	call: Call,
): Promise<PageJson> {
	const place = await placeOf(attachment, ref);
	await begin();
	const value = await evaluateIn(attachment, place, expression, call);
	call.check();
	const isFunction = value.type === "function" && value.objectId !== undefined;
	const result = isFunction ? await callWith(attachment, place, value.objectId ?? "") : value;
	return jsonOf(attachment, result, place.session);
}

/** With the debugger there and the content script in every document, all that must be so is looked at as it begins. */
async function makeReady(tabId: number, ref: string | undefined, call: Call, debugging: Debugging): Promise<void> {
	if (ref === undefined && debugging.isAtHand(tabId)) return;
	await requireTab(tabId, "act", call);
	if (ref !== undefined) await requireRef(tabId, ref, call);
	// The content script sees whether the person opens a tab meanwhile. A page that keeps it waiting is evaluated in all the same.
	await atMost(readyFrames(tabId, call), WATCH_MS, []).catch(() => call.check());
}

/** Evaluates in the page's own world; its content policy does not stand in the way of the debugger. */
export const evaluate: Tool<"browser_evaluate"> = async ({ tabId, expression, ref }, call, { debugging }) => {
	await makeReady(tabId, ref, call, debugging);
	const { value, omitted } = await debugging.use(tabId, (attachment) => {
		const allow = (): Promise<void> => refuseRuledOutRefs(attachment, ref === undefined ? [] : [ref]);
		const start = (): Promise<void> => begin(tabId, call, allow);
		return call.within(attachment.unlessDialog(evaluateWith(attachment, expression, ref, start, call)));
	});
	return { tabId, value, ...(omitted === 0 ? {} : { omitted }) };
};
