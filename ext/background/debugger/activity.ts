/**
 * What a page does, as the debugger's events tell it, from the moment of watching. Pure: a state in, a state out.
 *
 * Chrome tells of a navigation that a page asks for, of a window, of a file chooser and of a request before it tells that
 * the input which led to it was dealt with (measured), so whoever acts need not wait to see whether something comes.
 */
export interface Activity {
	/** Where the top document was asked to go. */
	readonly leavingFor: string | undefined;
	/** Windows and tabs that the page asked for. */
	readonly windows: number;
	readonly downloads: readonly Download[];
	/** A download was asked for that Chrome may not have told of yet. */
	readonly isDownloadAsked: boolean;
	/** Requests without an answer so far whose answer may change what the page shows. */
	readonly requests: ReadonlySet<string>;
	readonly chooser: FileChooser | undefined;
}

export interface Download {
	readonly url: string;
	readonly name: string;
}

/** The page asked for files: for those of an input, when `node` names one. */
export interface FileChooser {
	readonly session: string;
	readonly several: boolean;
	readonly node: number | undefined;
}

export const idle: Activity = {
	leavingFor: undefined,
	windows: 0,
	downloads: [],
	isDownloadAsked: false,
	requests: new Set(),
	chooser: undefined,
};

/** Kinds of requests whose answers a page draws from; pictures, streams and beacons are not waited for. */
const drawnFrom = new Set(["Document", "Stylesheet", "Script", "XHR", "Fetch"]);

interface Navigation {
	readonly frameId: string;
	readonly url: string;
	readonly disposition: string;
}

interface Request {
	readonly requestId: string;
	readonly loaderId: string;
	readonly frameId?: string;
	readonly type?: string;
}

export interface DebuggerEvent {
	readonly session: string;
	readonly method: string;
	readonly params: unknown;
}

const plus = (requests: ReadonlySet<string>, id: string): ReadonlySet<string> => new Set([...requests, id]);

const minus = (requests: ReadonlySet<string>, gone: (id: string) => boolean): ReadonlySet<string> =>
	new Set([...requests].filter((id) => !gone(id)));

/** Any other address runs code in the page or starts another program. */
const leadsToPage = (url: string): boolean => /^(?:https?|file|data|blob|about|ftp|chrome-error):/.test(url);

/** A frame's next document counts until the frame says that it has stopped loading, in whatever session it then is. */
const frameLoad = (frameId: string): string => `frame ${frameId}`;

function ended(state: Activity, id: string): Activity {
	return state.requests.has(id) ? { ...state, requests: minus(state.requests, (one) => one === id) } : state;
}

function asked(state: Activity, { frameId, url, disposition }: Navigation, topFrame: string): Activity {
	if (disposition === "currentTab") {
		if (!leadsToPage(url)) return state;
		if (frameId === topFrame) return { ...state, leavingFor: url };
		return { ...state, requests: plus(state.requests, frameLoad(frameId)) };
	}
	return disposition === "download" ? state : { ...state, windows: state.windows + 1 };
}

/** The state after an event; any other event leaves it as it is. */
export function afterActivity(state: Activity, { session, method, params }: DebuggerEvent, topFrame: string): Activity {
	switch (method) {
		case "Page.frameRequestedNavigation":
			return asked(state, params as Navigation, topFrame);
		case "Page.windowOpen":
			return { ...state, windows: state.windows + 1 };
		case "Page.downloadWillBegin": {
			const { url, suggestedFilename: name } = params as { url: string; suggestedFilename: string };
			return { ...state, downloads: [...state.downloads, { url, name }] };
		}
		case "Page.fileChooserOpened": {
			const { mode, backendNodeId: node } = params as { mode: string; backendNodeId?: number };
			return { ...state, chooser: { session, several: mode === "selectMultiple", node } };
		}
		case "Network.requestWillBeSent": {
			const { requestId, loaderId, frameId, type = "" } = params as Request;
			const isOfTop = requestId === loaderId && frameId === topFrame;
			if (isOfTop || !drawnFrom.has(type)) return state;
			return { ...state, requests: plus(state.requests, `${session} ${requestId}`) };
		}
		case "Network.loadingFinished":
		case "Network.loadingFailed": {
			const { requestId } = params as Request;
			return ended(state, `${session} ${requestId}`);
		}
		case "Page.frameStartedLoading": {
			const { frameId } = params as { frameId: string };
			return frameId === topFrame ? state : { ...state, requests: plus(state.requests, frameLoad(frameId)) };
		}
		case "Page.frameStoppedLoading":
		case "Page.frameDetached": {
			const { frameId, reason } = params as { frameId: string; reason?: string };
			return reason === "swap" ? state : ended(state, frameLoad(frameId));
		}
		case "Target.detachedFromTarget": {
			const { sessionId } = params as { sessionId: string };
			return { ...state, requests: minus(state.requests, (id) => id.startsWith(`${sessionId} `)) };
		}
		default:
			return state;
	}
}
