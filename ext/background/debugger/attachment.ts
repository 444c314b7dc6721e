import { MonkError } from "../../../lib/errors/error.ts";
import type { DebuggerEvent } from "./activity.ts";
import { ConsoleLog } from "./console-log.ts";
import { afterEvent, type Context, type Contexts } from "./contexts.ts";
import { NetworkLog } from "./network-log.ts";

/** A dialog that stands open in the tab; the page does nothing until it is answered. */
export interface Dialog {
	readonly type: "alert" | "confirm" | "prompt" | "beforeunload";
	readonly message: string;
	/** What a prompt already holds. */
	readonly defaultPrompt?: string;
}

interface ChildTarget {
	readonly sessionId: string;
	/** A frame's target has the frame's own id. */
	readonly targetInfo: { readonly type: string; readonly targetId: string };
}

/** A session of a frame of another site: the session around it, and the frame at its root. */
export interface ChildSession {
	readonly parent: string;
	readonly frameId: string;
}

/** Frames of other sites only: a worker has no elements to act on. */
const isFrame = ({ targetInfo }: ChildTarget): boolean => targetInfo.type === "iframe";

/** The debugger on one tab: its sessions, contexts and open dialog. */
export class Attachment {
	readonly tabId: number;
	dialog: Dialog | undefined;
	/** The tab's own frame, which keeps its id from document to document. */
	topFrame = "";
	readonly console = new ConsoleLog(Date.now());
	readonly network = new NetworkLog();
	/** Documents whose network is idle, by their frame, as far as lifecycle events were asked for. */
	readonly idleFrames = new Set<string>();
	private contexts: Contexts = [];
	private readonly children = new Map<string, ChildSession>();
	private readonly settingUp = new Set<Promise<void>>();
	private readonly hearers = new Set<(event: DebuggerEvent) => void>();
	private readonly dialogListeners = new Set<(dialog: Dialog) => void>();

	constructor(tabId: number) {
		this.tabId = tabId;
	}

	/** Throws DEBUGGER_UNAVAILABLE when the debugger was taken off, STALE_REF when what was asked for is gone. */
	async send<R>(method: string, params: object = {}, session = ""): Promise<R> {
		const target = session === "" ? { tabId: this.tabId } : { tabId: this.tabId, sessionId: session };
		try {
			return (await chrome.debugger.sendCommand(target, method, { ...params })) as R;
		} catch (thrown) {
			throw refusedCommand(thrown);
		}
	}

	/** Listens in this session and in the frames of other sites below it; resolves when all of them are known. */
	async open(session = ""): Promise<void> {
		await Promise.all([
			session === "" ? this.learnTopFrame() : undefined,
			this.send("Page.enable", {}, session),
			this.send("Network.enable", {}, session),
			this.send("Runtime.enable", {}, session),
			this.send("DOM.enable", {}, session),
			// A tab in the background draws nothing and hurries nothing; with this it behaves as one in front.
			this.send("Emulation.setFocusEmulationEnabled", { enabled: true }, session),
			this.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }, session),
		]);
		if (session === "") await this.settled();
	}

	/** Resolves when no frame is being set up any more. */
	async settled(): Promise<void> {
		while (this.settingUp.size > 0) await Promise.all(this.settingUp);
	}

	onEvent(session: string, method: string, params: unknown): void {
		this.contexts = afterEvent(this.contexts, { session, method, params }, `chrome-extension://${chrome.runtime.id}`);
		this.console.hear(session, method, params);
		this.network.hear({ session, method, params });
		if (method === "Page.lifecycleEvent") this.lifecycle(params as { name: string; frameId: string });
		if (method === "Target.attachedToTarget") this.adopt(params as ChildTarget, session);
		if (method === "Page.javascriptDialogOpening") this.dialogOpened(params as Dialog);
		if (method === "Page.javascriptDialogClosed") this.dialog = undefined;
		for (const hear of this.hearers) hear({ session, method, params });
	}

	/** Hands on every event from now on, once what it says is known here. Returns how to stop. */
	listen(hear: (event: DebuggerEvent) => void): () => void {
		this.hearers.add(hear);
		return () => this.hearers.delete(hear);
	}

	/** The tab's own session and those of frames of other sites, some of which may have gone. */
	sessions(): readonly string[] {
		return ["", ...this.children.keys()];
	}

	/** The content script's contexts, one for each frame that it is in. */
	contentContexts(): readonly Context[] {
		return this.contexts.filter(({ world }) => world === "content-script");
	}

	/** The content script in the tab's own document. */
	topContext(): Context | undefined {
		return this.contentContexts().find(({ session, frameId }) => session === "" && frameId === this.topFrame);
	}

	/** Whether the content script is in every document that runs scripts, as far as is known here. */
	get isCovered(): boolean {
		const isIn = new Set(this.contentContexts().map(({ session, frameId }) => `${session} ${frameId}`));
		const pages = this.contexts.filter(({ world }) => world === "main");
		return pages.length > 0 && pages.every(({ session, frameId }) => isIn.has(`${session} ${frameId}`));
	}

	/** The page's own context in the frame of another one. */
	mainContextBeside(context: Context): Context | undefined {
		return this.contexts.find(
			({ world, session, frameId }) => world === "main" && session === context.session && frameId === context.frameId,
		);
	}

	/** Answers the dialog that stands open. Throws what Chrome says when there is none. */
	async answerDialog(accept: boolean, promptText: string | undefined): Promise<void> {
		// Known to be gone before Chrome says so: the page may open the next one before that.
		const { dialog } = this;
		this.dialog = undefined;
		const text = promptText === undefined ? {} : { promptText };
		await this.send("Page.handleJavaScriptDialog", { accept, ...text }).catch((thrown: unknown) => {
			this.dialog ??= dialog;
			throw thrown;
		});
	}

	/** While on, the page's requests for files come to us and to no window of the browser's. */
	async interceptChoosers(enabled: boolean): Promise<void> {
		const set = (session: string): Promise<unknown> =>
			this.send("Page.setInterceptFileChooserDialog", { enabled }, session).catch(() => undefined);
		await Promise.all(this.sessions().map(set));
	}

	/** The outcome of `work`, or a DIALOG_OPEN error as soon as a dialog stands in its way. */
	unlessDialog<T>(work: Promise<T>): Promise<T> {
		return new Promise((resolve, reject) => {
			const stop = (dialog: Dialog): void => reject(dialogError(dialog));
			if (this.dialog !== undefined) stop(this.dialog);
			this.dialogListeners.add(stop);
			work.then(resolve, reject).finally(() => this.dialogListeners.delete(stop));
		});
	}

	/** What the next event of that name in a session tells; undefined when none comes within `ms`. */
	nextEvent<P>(wanted: string, inSession: string, ms: number): Promise<P | undefined> {
		return new Promise((resolve) => {
			const end = (params: P | undefined): void => {
				clearTimeout(timer);
				stop();
				resolve(params);
			};
			const stop = this.listen(({ session, method, params }) => {
				if (session === inSession && method === wanted) end(params as P);
			});
			const timer = setTimeout(() => end(undefined), ms);
		});
	}

	/** The session of a frame of another site; undefined for the tab's own. */
	childSession(session: string): ChildSession | undefined {
		return this.children.get(session);
	}

	/** `init` begins a document. */
	private lifecycle({ name, frameId }: { readonly name: string; readonly frameId: string }): void {
		if (name === "init") this.idleFrames.delete(frameId);
		if (name === "networkIdle") this.idleFrames.add(frameId);
	}

	private async learnTopFrame(): Promise<void> {
		const { frameTree } = await this.send<{ frameTree: { frame: { id: string } } }>("Page.getFrameTree");
		this.topFrame = frameTree.frame.id;
	}

	private adopt(child: ChildTarget, parent: string): void {
		if (!isFrame(child)) return;
		this.children.set(child.sessionId, { parent, frameId: child.targetInfo.targetId });
		// A frame may go while it is being set up; it is then not there to be acted on.
		const opened = this.open(child.sessionId).catch(() => undefined);
		this.settingUp.add(opened);
		opened.finally(() => this.settingUp.delete(opened));
	}

	private dialogOpened({ type, message, defaultPrompt }: Dialog): void {
		this.dialog = { type, message, ...(type === "prompt" && defaultPrompt ? { defaultPrompt } : {}) };
		for (const listener of this.dialogListeners) listener(this.dialog);
	}
}

/** Chrome's refusals come as JSON in a message, or as words. */
export function refusedCommand(thrown: unknown): MonkError {
	const words = thrown instanceof Error ? thrown.message : String(thrown);
	if (/not attached|detached/i.test(words))
		return new MonkError("DEBUGGER_UNAVAILABLE", "the debugger was taken off the tab");
	if (/navigated or closed|context|No node|not find|session/i.test(words))
		return new MonkError("STALE_REF", "the page has shown another document since");
	return new MonkError("INTERNAL_ERROR", `the debugger answered: ${words}`, { cause: thrown });
}

export const dialogError = ({ type, message }: Dialog): MonkError =>
	new MonkError("DIALOG_OPEN", `the page shows a dialog (${type}): ${JSON.stringify(message)}`, {
		data: { type, message },
	});
