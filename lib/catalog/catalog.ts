import { consentMessages } from "./consent.ts";
import type { ArgsOf, ParamsOf, RequestsFrom, ResultOf } from "./define.ts";
import { dialogMessages, dialogTools } from "./dialog.ts";
import { fileMessages, fileTools } from "./files.ts";
import { formMessages, formTools } from "./forms.ts";
import { inputMessages, inputTools } from "./input.ts";
import { networkMessages, networkTools } from "./network.ts";
import { pageMessages, pageTools } from "./page.ts";
import { pointerMessages, pointerTools } from "./pointer.ts";
import { scriptTools } from "./script-tools.ts";
import { snapshotMessages, snapshotTools } from "./snapshot.ts";
import { tabMessages, tabTools } from "./tabs.ts";

/** What passes between the owner and the monk extension once the session is ready. */
export const linkMessages = {
	...tabMessages,
	...consentMessages,
	...pageMessages,
	...inputMessages,
	...dialogMessages,
	...networkMessages,
	...pointerMessages,
	...formMessages,
	...fileMessages,
	...snapshotMessages,
} as const;

/** The tools that agents and `monk call` see. */
export const tools = {
	...pageTools,
	...snapshotTools,
	...inputTools,
	...dialogTools,
	...networkTools,
	...pointerTools,
	...formTools,
	...fileTools,
	...tabTools,
	...scriptTools,
} as const;

export type LinkMessages = typeof linkMessages;
/** A request that the owner sends to the extension. */
export type LinkRequest = RequestsFrom<LinkMessages, "owner">;
export type LinkParams<M extends LinkRequest> = ParamsOf<LinkMessages[M]>;
export type LinkResult<M extends LinkRequest> = ResultOf<LinkMessages[M]>;

export type Tools = typeof tools;
export type ToolName = keyof Tools;
/** A tool's own arguments, without the common `profile`, `tab` and `timeoutMs`. */
export type ToolArgs<N extends ToolName> = ArgsOf<Tools[N]>;
