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
	readonly requests: ReadonlyMap<string, Wanted>;
	/** Those for pictures, films and fonts: a page can be used without them. */
	readonly pictures: ReadonlyMap<string, Wanted>;
	readonly chooser: FileChooser | undefined;
}

/** What is requested; a frame that begins to load does not say what. */
interface Wanted {
	readonly url?: string;
	/** The document that it is for. */
	readonly loader?: string;
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
	requests: new Map(),
	pictures: new Map(),
	chooser: undefined,
};

/** Kinds of requests whose answers a page draws from; streams and beacons are not waited for. */
const drawnFrom = new Set(["Document", "Stylesheet", "Script", "XHR", "Fetch"]);
const pictured = new Set(["Image", "Media", "Font"]);

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
	readonly request?: { readonly url: string };
}

export interface DebuggerEvent {
	readonly session: string;
	readonly method: string;
	readonly params: unknown;
}

type Requests = ReadonlyMap<string, Wanted>;

const plus = (requests: Requests, id: string, wanted: Wanted = {}): Requests => new Map([...requests, [id, wanted]]);

const minus = (requests: Requests, gone: (id: string, wanted: Wanted) => boolean): Requests =>
	new Map([...requests].filter(([id, wanted]) => !gone(id, wanted)));

/** Any other address runs code in the page or starts another program. */
const leadsToPage = (url: string): boolean => /^(?:https?|file|data|blob|about|ftp|chrome-error):/.test(url);

/** A frame's next document counts until the frame says that it has stopped loading, in whatever session it then is. */
const frameLoad = (frameId: string): string => `frame ${frameId}`;

function ended(state: Activity, id: string): Activity {
	const { requests, pictures } = state;
	if (requests.has(id)) return { ...state, requests: minus(requests, (one) => one === id) };
	return pictures.has(id) ? { ...state, pictures: minus(pictures, (one) => one === id) } : state;
}

/** What an earlier document asked for is nobody's any more. */
function come(state: Activity, loader: string): Activity {
	const isOther = (_: string, wanted: Wanted): boolean => wanted.loader !== loader;
	return { ...state, requests: minus(state.requests, isOther), pictures: minus(state.pictures, isOther) };
}

/** Addresses of what the page still loads. */
export const unfinished = ({ requests, pictures }: Activity): readonly string[] => [
	...new Set([...requests.values(), ...pictures.values()].flatMap(({ url }) => (url === undefined ? [] : [url]))),
];

function requested(state: Activity, session: string, asks: Request, topFrame: string): Activity {
	const { requestId, loaderId: loader, frameId, type = "", request } = asks;
	const isOfTop = requestId === loader && frameId === topFrame;
	const kind = drawnFrom.has(type) ? "requests" : pictured.has(type) ? "pictures" : undefined;
	if (isOfTop || kind === undefined) return state;
	const wanted: Wanted = request === undefined ? { loader } : { loader, url: request.url };
	return { ...state, [kind]: plus(state[kind], `${session} ${requestId}`, wanted) };
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
		case "Network.requestWillBeSent":
			return requested(state, session, params as Request, topFrame);
		case "Page.frameNavigated": {
			const { frame } = params as { frame: { id: string; loaderId: string } };
			return frame.id === topFrame ? come(state, frame.loaderId) : state;
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
