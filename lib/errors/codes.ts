/**
 * Every error that monk can answer, as data. A code is stable and never reused.
 *
 * - `next`: what the reader can do about it, in one sentence.
 * - `shell`: the same for whoever typed a command, where that differs; TOOL stands for the tool that they called.
 * - `exit`: status of a command that ends so: 1 a person said no, 2 voided (nobody decided, cancelled,
 *   disconnected), 3 anything else.
 * - `retry`: true when the same call may succeed unchanged, and repeating it can do no harm.
 */
export interface ErrorRule {
	readonly next: string;
	readonly shell?: string;
	readonly exit: 1 | 2 | 3;
	readonly retry: boolean;
}

const rule = (next: string, exit: 1 | 2 | 3 = 3, retry = false): ErrorRule => ({ next, exit, retry });
const asked = (next: string, shell: string): ErrorRule => ({ next, shell, exit: 3, retry: false });

export const errorRules = {
	// What was asked
	UNKNOWN_TOOL: asked("Call one of the tools that are listed.", "Run `monk call --help` for the list of tools."),
	INVALID_ARGUMENT: asked(
		"See the tool's arguments in the list of tools.",
		"See the tool's arguments: `monk call TOOL --help`.",
	),
	INVALID_REQUEST: rule("Update whichever side is older: `monk status` names both versions."),
	METHOD_NOT_FOUND: rule("Update whichever side is older: `monk status` names both versions."),
	PAYLOAD_TOO_LARGE: rule("Ask for less at once."),
	READS_TOO_SLOWLY: rule("Read the answers that came before, then ask again, for less at once.", 3, true),
	RATE_LIMITED: rule("Wait a minute and try again.", 3, true),

	// Which browser, which tab
	NO_BROWSER_CONNECTED: rule("Run `monk pair` and type its code into the extension, or run `monk open`.", 3, true),
	NO_SCRIPT_MANAGER: rule(
		"Switch on External Access in ScriptCat's settings; the first time type the code of `monk pair` there.",
		3,
		true,
	),
	BROWSER_OFFLINE: rule("Open that browser profile; its extension reconnects by itself.", 3, true),
	PROFILE_NOT_FOUND: rule("Name one of the profiles listed."),
	PROFILE_AMBIGUOUS: rule("Name one profile with `profile`."),
	TAB_NOT_FOUND: rule("Run browser_list_tabs for the shared tabs and their numbers."),
	TAB_AMBIGUOUS: rule("Name one tab with `tab`; browser_list_tabs lists them."),
	NOT_SHARED: rule("Ask the person to share the tab in monk's popup."),
	LOOK_ONLY: rule("Ask the person to allow acting in this tab in monk's popup."),
	SITE_RULED_OUT: rule("Leave that site alone, unless the person lifts their rule for it in monk's popup."),
	OTHER_CLIENT: rule("Ask the person to share the tab with this client too, in monk's popup."),
	PAGE_NOT_AUTOMATABLE: rule("Navigate the tab to an ordinary web page first."),
	STOPPED_BY_USER: rule("Wait until the person resumes in monk's popup."),
	TAB_BUSY: rule("Use another tab, only read in this one, or wait until the time given and try again.", 3, true),
	USER_ACTIVE: rule("Wait until the person pauses, look at the page anew, then try again.", 3, true),
	CONFIRM_REQUIRED: rule("Repeat the call with `confirm: true` if that is what the person wants."),

	// Which element
	STALE_REF: rule("Take a new browser_snapshot and use a ref from it."),
	NOT_ACTIONABLE: rule("Deal with what the message names, then try again."),

	// What the page did
	NAVIGATION_FAILED: rule("Check the address."),
	EVAL_ERROR: rule("Mend the expression."),
	DIALOG_OPEN: rule("Answer the dialog with browser_handle_dialog first."),
	TIMEOUT: rule("Try again, or allow more time with `timeoutMs`.", 3, true),
	DEBUGGER_UNAVAILABLE: rule("Close DevTools for the tab, or any other debugger, and try again."),

	// What became of the call
	CANCELLED: rule("Look at how things stand before you repeat it: what was under way may have been done.", 2),
	BROWSER_GONE: rule("The browser disconnected; it reconnects by itself. Look before you repeat an action.", 2),
	TAB_CLOSED: rule("Run browser_list_tabs for the tabs that are left.", 2),
	OUTCOME_UNKNOWN: rule("It may or may not have happened: look at the page before you repeat it.", 2),
	OWNER_GONE: rule("It may or may not have run: look at the page before you repeat it.", 2),
	USER_REJECTED: rule("The person said no in the browser; do not ask again unprompted.", 1),
	OPERATION_EXPIRED: rule("Nobody answered in the browser in time; ask again when someone is there.", 2),
	CONFLICT: rule("Read the current state again, then decide anew."),
	NOT_FOUND: rule("List what there is, then name one of those."),

	// Pairing
	PAIRING_BUSY: rule("Finish or cancel the other `monk pair` first."),
	CODE_EXPIRED: rule("Run `monk pair` again and type the new code within two minutes.", 2),
	PAIRING_FAILED: rule("Run `monk pair` again and type the new code with care."),

	// The machine
	OWNER_STOPPING: rule("Nothing was done. Call again: the next monk answers.", 3, true),
	NO_OWNER: rule("Start one with `monk serve`.", 3, true),
	PORT_TAKEN: rule("Stop what holds the port, or choose another (see `monk serve --help`)."),
	TAKEN_OVER: rule("End your agents too: each `monk mcp` keeps monk running for as long as its agent does."),
	VERSION_MISMATCH: rule("Run `monk serve --replace` or `monk stop` with the newer binary."),
	NO_BROWSER_FOUND: rule("Install Chrome or Chromium, or give its path with `--browser PATH`."),
	BROWSER_START_FAILED: rule(
		"Run it again with `--headless` if there is no display; the browser's own words are above.",
	),
	STATE_UNREADABLE: rule("The file was kept aside under the name given; nothing in it was overwritten."),
	STATE_UNSAFE: rule("Run `monk doctor`, mend what it names, then end monk and start it again."),
	CONFIG_UNREADABLE: rule("Mend that file, or add monk by hand: `monk install CLIENT --print` shows what to add."),
	INTERNAL_ERROR: rule("This is a fault in monk; the log has the details."),
} as const satisfies Record<string, ErrorRule>;

export type ErrorCode = keyof typeof errorRules;

export const isErrorCode = (code: unknown): code is ErrorCode =>
	typeof code === "string" && Object.hasOwn(errorRules, code);
