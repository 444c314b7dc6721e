/**
 * Names and spellings of Playwright MCP, and of ScriptCat's own tool, that agents know by heart. They are accepted when called and never listed; one
 * table, so that nobody has to guess which.
 */
const toolNames: Readonly<Record<string, string>> = {
	browser_navigate_back: "browser_go_back",
	browser_navigate_forward: "browser_go_forward",
	browser_wait_for: "browser_wait",
	browser_take_screenshot: "browser_screenshot",
	browser_console_messages: "browser_get_console_logs",
	browser_file_upload: "browser_upload_file",
	scripts_metadata_get: "scripts_metadata",
	scripts_source_get: "scripts_source",
	scripts_source_grep: "scripts_grep",
	scripts_install_request: "scripts_install",
	scripts_toggle_request: "scripts_toggle",
	scripts_delete_request: "scripts_delete",
	scripts_edit_request: "scripts_edit",
};

/** `browser_tabs {action, index, url}` is four tools of ours, and its `index` a tab's number. */
const tabActions: Readonly<Record<string, string>> = {
	list: "browser_list_tabs",
	new: "browser_new_tab",
	close: "browser_close_tab",
	select: "browser_switch_tab",
};

/** Another spelling of an argument → ours. */
const argNames: Readonly<Record<string, string>> = {
	target: "ref",
	startTarget: "startRef",
	endTarget: "endRef",
	function: "expression",
	filename: "file",
	path: "paths",
	type: "format",
};

/** Another spelling in a form's fields → ours; there a `name` is what the agent calls the field. */
const fieldNames: Readonly<Record<string, string>> = { target: "ref", name: "element" };

type Args = Readonly<Record<string, unknown>>;

export interface ListedCall {
	readonly name: string;
	readonly args: Args;
}

const entry = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
	Object.hasOwn(table, key) ? table[key] : undefined;

function tabsCall({ action, index, ...rest }: Args): ListedCall | undefined {
	const name = typeof action === "string" ? entry(tabActions, action) : undefined;
	if (name === undefined) return undefined;
	const isOfTab = action === "close" || action === "select";
	return { name, args: isOfTab && index !== undefined ? { tab: index, ...rest } : rest };
}

const isRecord = (value: unknown): value is Args =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** A form's fields as the catalogue spells them; what is none is left for the check. */
function fieldsIn(fields: unknown): unknown {
	if (!Array.isArray(fields)) return fields;
	return fields.map((field: unknown) => {
		if (!isRecord(field)) return field;
		const renamed = Object.entries(field).map(([key, value]): [string, unknown] => {
			const ours = entry(fieldNames, key);
			return ours === undefined || ours in field ? [key, value] : [ours, value];
		});
		return Object.fromEntries(renamed);
	});
}

/** The listed tool of that name or alias; arguments stay as they are. */
export const listedName = (name: string): string => entry(toolNames, name) ?? name;

/**
 * A call as the catalogue spells it.
 *
 * @param argsOf the names of a tool's own arguments; undefined for a tool that there is not
 */
export function listedCall(
	name: string,
	args: Args,
	argsOf: (name: string) => readonly string[] | undefined,
): ListedCall {
	const call = (name === "browser_tabs" ? tabsCall(args) : undefined) ?? { name: listedName(name), args };
	const known = argsOf(call.name) ?? [];
	const renamed = Object.entries(call.args).map(([key, value]): [string, unknown] => {
		const ours = entry(argNames, key);
		const isMeant = ours !== undefined && known.includes(ours) && !known.includes(key) && !(ours in call.args);
		if (key === "fields" && known.includes(key)) return [key, fieldsIn(value)];
		if (!isMeant) return [key, value];
		return [ours, ours === "paths" && typeof value === "string" ? [value] : value];
	});
	return { name: call.name, args: Object.fromEntries(renamed) };
}
