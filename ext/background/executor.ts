import type { LinkParams, LinkRequest, LinkResult } from "../../lib/catalog/catalog.ts";
import { MonkError } from "../../lib/errors/error.ts";
import type { Call } from "./call.ts";
import { askShutPage } from "./debugger/shut-page.ts";
import type { RunningCalls } from "./running-calls.ts";
import type { ToolRealm } from "./tool-realm.ts";
import { click } from "./tools/click.ts";
import { closeTab } from "./tools/close-tab.ts";
import { drag } from "./tools/drag.ts";
import { evaluate } from "./tools/evaluate.ts";
import { fillForm } from "./tools/fill-form.ts";
import { find } from "./tools/find.ts";
import { getConsoleLogs } from "./tools/get-console-logs.ts";
import { getText } from "./tools/get-text.ts";
import { getTitle } from "./tools/get-title.ts";
import { getUrl } from "./tools/get-url.ts";
import { goBack } from "./tools/go-back.ts";
import { goForward } from "./tools/go-forward.ts";
import { handleDialog } from "./tools/handle-dialog.ts";
import { hover } from "./tools/hover.ts";
import { listTabs } from "./tools/list-tabs.ts";
import { navigate } from "./tools/navigate.ts";
import { networkRequest } from "./tools/network-request.ts";
import { networkRequests } from "./tools/network-requests.ts";
import { newTab } from "./tools/new-tab.ts";
import { pressKey } from "./tools/press-key.ts";
import { reload } from "./tools/reload.ts";
import { screenshot } from "./tools/screenshot.ts";
import { scroll } from "./tools/scroll.ts";
import { selectOption } from "./tools/select-option.ts";
import { snapshot } from "./tools/snapshot.ts";
import { switchTab } from "./tools/switch-tab.ts";
import { type } from "./tools/type.ts";
import { uploadBytes } from "./tools/upload-bytes.ts";
import { uploadFile } from "./tools/upload-file.ts";
import { wait } from "./tools/wait.ts";

/** A request of the owner's, carried out. `realm` holds what outlives one call. */
export type Tool<M extends LinkRequest> = (
	params: LinkParams<M>,
	call: Call,
	realm: ToolRealm,
) => Promise<LinkResult<M>>;

/** One entry for each request of the catalogue: a new one does not compile until it is carried out here. */
const tools = {
	browser_click: click,
	browser_close_tab: closeTab,
	browser_drag: drag,
	browser_evaluate: evaluate,
	browser_fill_form: fillForm,
	browser_find: find,
	browser_get_console_logs: getConsoleLogs,
	browser_get_text: getText,
	browser_go_back: goBack,
	browser_go_forward: goForward,
	browser_handle_dialog: handleDialog,
	browser_hover: hover,
	browser_navigate: navigate,
	browser_network_request: networkRequest,
	browser_network_requests: networkRequests,
	browser_new_tab: newTab,
	browser_press_key: pressKey,
	browser_reload: reload,
	browser_screenshot: screenshot,
	browser_scroll: scroll,
	browser_select_option: selectOption,
	browser_snapshot: snapshot,
	browser_switch_tab: switchTab,
	browser_type: type,
	browser_upload_file: uploadFile,
	browser_wait: wait,
	getTitle,
	getUrl,
	list_tabs: listTabs,
	upload_bytes: uploadBytes,
} satisfies { readonly [M in LinkRequest]: Tool<M> };

/** Milliseconds before a call ends with TIMEOUT, unless it says otherwise; below the owner's own patience. */
const defaultTimeoutMs: { readonly [M in LinkRequest]: number } = {
	browser_click: 10_000,
	browser_close_tab: 8_000,
	browser_drag: 20_000,
	browser_evaluate: 20_000,
	browser_fill_form: 60_000,
	browser_find: 15_000,
	browser_get_console_logs: 10_000,
	browser_get_text: 15_000,
	browser_go_back: 30_000,
	browser_go_forward: 30_000,
	browser_handle_dialog: 10_000,
	browser_hover: 10_000,
	browser_navigate: 30_000,
	browser_network_request: 10_000,
	browser_network_requests: 10_000,
	browser_new_tab: 30_000,
	browser_press_key: 10_000,
	browser_reload: 30_000,
	browser_screenshot: 15_000,
	browser_scroll: 10_000,
	browser_select_option: 15_000,
	browser_snapshot: 15_000,
	browser_switch_tab: 5_000,
	browser_type: 20_000,
	browser_upload_file: 40_000,
	browser_wait: 62_000,
	getTitle: 5_000,
	getUrl: 5_000,
	list_tabs: 5_000,
	upload_bytes: 10_000,
};

/** What can be done while a dialog stands open in the tab; for all else it must be answered first. */
const unhindered: ReadonlySet<LinkRequest> = new Set([
	"browser_close_tab",
	"browser_handle_dialog",
	"browser_switch_tab",
	"getTitle",
	"getUrl",
	"list_tabs",
]);

const isRequest = (method: string): method is LinkRequest => Object.hasOwn(tools, method);

/** Milliseconds past a call's own limit in which a tool that keeps to that limit itself may say what it saw. */
const lastWordsMs: { readonly [M in LinkRequest]?: number } = { browser_wait: 1_500 };

const timeoutOf = (method: LinkRequest, params: unknown): number => {
	const { timeoutMs }: { timeoutMs?: number } = params as object;
	return timeoutMs === undefined ? defaultTimeoutMs[method] : timeoutMs + (lastWordsMs[method] ?? 0);
};

/** Milliseconds that an element is waited for in a call that does not say how long. */
const USUAL_PATIENCE_MS = 10_000;

const patienceOf = (params: unknown): number | undefined =>
	(params as { timeoutMs?: number }).timeoutMs === undefined ? USUAL_PATIENCE_MS : undefined;

const clientOf = (params: unknown): string | undefined => (params as { client?: string }).client;

/** Carries out the owner's requests. Their shape was checked where the socket is, by the catalogue itself. */
export class Executor {
	private readonly running: RunningCalls;
	private readonly realm: ToolRealm;

	constructor(running: RunningCalls, realm: ToolRealm) {
		this.running = running;
		this.realm = realm;
	}

	/** `mayAct` resolves before anything may happen by it. */
	async execute(id: string, method: string, params: unknown, mayAct: Promise<void>): Promise<unknown> {
		if (!isRequest(method)) throw new MonkError("METHOD_NOT_FOUND", `this extension does not know ${method}`);
		const tool = tools[method] as (params: unknown, call: Call, realm: ToolRealm) => Promise<unknown>;
		const work = (call: Call): Promise<unknown> => {
			if (!unhindered.has(method)) call.dialogIn = (tabId) => this.realm.debugging.dialogIn(tabId);
			call.mayAct = mayAct;
			call.askShutPage = askShutPage(this.realm.debugging);
			return tool(params, call, this.realm);
		};
		return this.running.run(id, timeoutOf(method, params), work, patienceOf(params), clientOf(params));
	}

	cancel(id: string): void {
		this.running.cancel(id);
	}
}
