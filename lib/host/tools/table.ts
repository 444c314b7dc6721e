import type { ToolArgs, ToolName } from "../../catalog/catalog.ts";
import { click } from "./click.ts";
import { closeTab } from "./close-tab.ts";
import { drag } from "./drag.ts";
import { evaluate } from "./evaluate.ts";
import { fillForm } from "./fill-form.ts";
import { find } from "./find.ts";
import { getConsoleLogs } from "./get-console-logs.ts";
import { getText } from "./get-text.ts";
import { goBack } from "./go-back.ts";
import { goForward } from "./go-forward.ts";
import { handleDialog } from "./handle-dialog.ts";
import type { ToolHandler } from "./handler.ts";
import { hover } from "./hover.ts";
import { listTabs } from "./list-tabs.ts";
import { navigate } from "./navigate.ts";
import { networkRequest } from "./network-request.ts";
import { networkRequests } from "./network-requests.ts";
import { newTab } from "./new-tab.ts";
import { pressKey } from "./press-key.ts";
import { reload } from "./reload.ts";
import { screenshot } from "./screenshot.ts";
import { scriptsDelete } from "./scripts-delete.ts";
import { scriptsEdit } from "./scripts-edit.ts";
import { scriptsGrep } from "./scripts-grep.ts";
import { scriptsInstall } from "./scripts-install.ts";
import { scriptsList } from "./scripts-list.ts";
import { scriptsMetadata } from "./scripts-metadata.ts";
import { scriptsSource } from "./scripts-source.ts";
import { scriptsToggle } from "./scripts-toggle.ts";
import { scroll } from "./scroll.ts";
import { selectOption } from "./select-option.ts";
import { snapshot } from "./snapshot.ts";
import { switchTab } from "./switch-tab.ts";
import { type } from "./type.ts";
import { uploadFile } from "./upload-file.ts";
import { wait } from "./wait.ts";

/** What carries out each tool. A tool of the catalogue that is missing here does not compile. */
export const toolHandlers = {
	browser_navigate: navigate,
	browser_go_back: goBack,
	browser_go_forward: goForward,
	browser_reload: reload,
	browser_snapshot: snapshot,
	browser_find: find,
	browser_get_text: getText,
	browser_screenshot: screenshot,
	browser_click: click,
	browser_type: type,
	browser_press_key: pressKey,
	browser_hover: hover,
	browser_scroll: scroll,
	browser_drag: drag,
	browser_select_option: selectOption,
	browser_fill_form: fillForm,
	browser_upload_file: uploadFile,
	browser_handle_dialog: handleDialog,
	browser_evaluate: evaluate,
	browser_wait: wait,
	browser_get_console_logs: getConsoleLogs,
	browser_network_requests: networkRequests,
	browser_network_request: networkRequest,
	browser_list_tabs: listTabs,
	browser_switch_tab: switchTab,
	browser_new_tab: newTab,
	browser_close_tab: closeTab,
	scripts_list: scriptsList,
	scripts_metadata: scriptsMetadata,
	scripts_source: scriptsSource,
	scripts_grep: scriptsGrep,
	scripts_install: scriptsInstall,
	scripts_toggle: scriptsToggle,
	scripts_edit: scriptsEdit,
	scripts_delete: scriptsDelete,
} as const satisfies { readonly [N in ToolName]: ToolHandler<ToolArgs<N>> };
