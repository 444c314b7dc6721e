import type { SnapshotRequest } from "../../ext/reading-api.ts";
import { renderTree } from "../../ext/snapshot/render.ts";
import { type CollectedFrame, stitchFrames } from "../../ext/snapshot/stitch.ts";
import type { Page } from "./page.ts";

interface FrameTreeInfo {
	readonly frame: { readonly id: string };
	readonly childFrames?: readonly FrameTreeInfo[];
}

interface Evaluated {
	readonly result: { readonly value?: unknown; readonly objectId?: string };
	readonly exceptionDetails?: { readonly exception?: { readonly description?: string } };
}

let bundled: Promise<string> | undefined;

/** The content script as it is shipped, bundled once for all tests of a file. */
async function contentScript(): Promise<string> {
	const { outputs } = await Bun.build({ entrypoints: ["ext/content/main.ts"], format: "iife" });
	const [output] = outputs;
	if (!output) throw new Error("the content script did not bundle");
	return output.text();
}

/**
 * The content script in an isolated world of each frame of a page, put there by CDP and without an extension around
 * it: what `chrome.dom` alone can do (closed shadow roots) is not there.
 */
export class PageReader {
	readonly #worlds = new Map<string, number>();
	/** Every document is numbered once, as the background does. */
	readonly #numbers = new Map<string, number>();

	constructor(readonly page: Page) {}

	/** Evaluates in the isolated world of a frame, the top one when none is named. */
	async evaluate<T>(expression: string, frameId?: string): Promise<T> {
		return (await this.#run(expression, frameId, true)).result.value as T;
	}

	/** The handle of an element, as the background gets it. */
	async objectId(ref: string): Promise<string | undefined> {
		return (await this.#run(`monk.element(${JSON.stringify(ref)})`, undefined, false)).result.objectId;
	}

	async #run(expression: string, frameId: string | undefined, returnByValue: boolean): Promise<Evaluated> {
		const contextId = await this.#world(frameId ?? (await this.#frames())[0]?.id ?? "");
		const options = { expression, contextId, awaitPromise: true, returnByValue };
		const evaluated = await this.page.send<Evaluated>("Runtime.evaluate", options);
		if (evaluated.exceptionDetails) throw new Error(evaluated.exceptionDetails.exception?.description ?? "threw");
		return evaluated;
	}

	/** Chrome answers the world of that name again for as long as the document lives. */
	async #world(frameId: string): Promise<number> {
		const { executionContextId } = await this.page.send<{ executionContextId: number }>("Page.createIsolatedWorld", {
			frameId,
			worldName: "monk",
		});
		if (this.#worlds.get(frameId) === executionContextId) return executionContextId;
		bundled ??= contentScript();
		await this.page.send("Runtime.evaluate", { expression: await bundled, contextId: executionContextId });
		this.#worlds.set(frameId, executionContextId);
		return executionContextId;
	}

	async #frames(): Promise<readonly { readonly id: string; readonly parent?: number; readonly number: number }[]> {
		const { frameTree } = await this.page.send<{ frameTree: FrameTreeInfo }>("Page.getFrameTree");
		const frames: { id: string; parent?: number; number: number }[] = [];
		const walk = ({ frame, childFrames }: FrameTreeInfo, parent?: number): void => {
			const number = this.#numbers.get(frame.id) ?? this.#numbers.size;
			this.#numbers.set(frame.id, number);
			frames.push({ id: frame.id, number, ...(parent === undefined ? {} : { parent }) });
			for (const child of childFrames ?? []) walk(child, number);
		};
		walk(frameTree);
		return frames;
	}

	async collect(request: Partial<SnapshotRequest> = {}): Promise<readonly CollectedFrame[]> {
		const frames = await this.#frames();
		for (const { id } of frames) await this.#world(id);
		return Promise.all(
			frames.map(async ({ id, number, parent }): Promise<CollectedFrame> => {
				const asked = JSON.stringify({ frame: number, floor: 1, ...request });
				const read: CollectedFrame["read"] = JSON.parse(await this.evaluate<string>(`monk.snapshot(${asked})`, id));
				return { frameId: number, ...(parent === undefined ? {} : { parentFrameId: parent }), read };
			}),
		);
	}

	async snapshot(request: Partial<SnapshotRequest> = {}): Promise<string> {
		return renderTree(stitchFrames(await this.collect(request))).text;
	}
}
