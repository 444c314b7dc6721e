/**
 * The control port's requests as a client needs them. They repeat the catalogue's timeouts and effects, which a test
 * compares, because loading the catalogue (and with it arktype) takes longer than most commands run. A client checks
 * no shapes: it has proof that the answers come from the owner, which does.
 */
import type { controlMessages } from "../../catalog/control.ts";
import type { NotificationNames, ParamsOf, RequestsFrom, ResultOf } from "../../catalog/define.ts";
import type { NotificationRule, RequestRule } from "../../wire/rules.ts";

type ControlMessages = typeof controlMessages;
export type ClientRequest = RequestsFrom<ControlMessages, "client">;
export type ClientParams<M extends ClientRequest> = ParamsOf<ControlMessages[M]>;
export type ClientResult<M extends ClientRequest> = ResultOf<ControlMessages[M]>;
/** What the owner says unasked. */
export type OwnerNotice = NotificationNames<ControlMessages>;
export type NoticeParams<M extends OwnerNotice> = ParamsOf<ControlMessages[M]>;

const rule = (effect: RequestRule["effect"], timeoutMs: number): RequestRule => ({
	kind: "request",
	effect,
	timeoutMs,
	problemWithParams: () => undefined,
	problemWithResult: () => undefined,
});

const notice: NotificationRule = { kind: "notification", problemWithParams: () => undefined };

export const clientRules = {
	owner_proof: rule("read", 5_000),
	fwd_hello: rule("read", 5_000),
	owner_dismiss: rule("act", 10_000),
	call_tool: rule("act", 300_000),
	task_start: rule("act", 5_000),
	task_get: rule("read", 5_000),
	task_result: rule("read", 300_000),
	task_list: rule("read", 5_000),
	task_cancel: rule("act", 5_000),
	snapshots_kept: rule("read", 5_000),
	snapshot_read: rule("read", 5_000),
	call_progress: notice,
	groups_changed: notice,
	client_state: notice,
	tabs_changed: notice,
	owner_status: rule("read", 5_000),
	owner_stop: rule("act", 10_000),
	pair_open: rule("act", 5_000),
	pair_wait: rule("read", 130_000),
	enroll: rule("act", 5_000),
	profile_wait: rule("read", 60_000),
	scripts_call: rule("act", 330_000),
	profile_forget: rule("act", 5_000),
} as const satisfies Record<ClientRequest, RequestRule> & Record<OwnerNotice, NotificationRule>;
