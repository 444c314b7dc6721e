/** What a peer must know of a method: how to check it, how long to wait, and whether it may be sent again. */
export interface RequestRule {
	readonly kind: "request";
	/** Milliseconds until the caller gives up. */
	readonly timeoutMs: number;
	/** A read that timed out is sent once more; an act never is, because it may have happened. */
	readonly effect: "read" | "act";
	/** One line that says what is wrong, or nothing. The line may be shown and logged, so it quotes no value. */
	problemWithParams(value: unknown): string | undefined;
	problemWithResult(value: unknown): string | undefined;
}

export interface NotificationRule {
	readonly kind: "notification";
	problemWithParams(value: unknown): string | undefined;
}

/** Every method that a connection knows, by name; whoever builds the peer hands them in. */
export type Rules = Readonly<Record<string, RequestRule | NotificationRule>>;

const ownRule = (rules: Rules, method: string) => (Object.hasOwn(rules, method) ? rules[method] : undefined);

export function requestRule(rules: Rules, method: string): RequestRule | undefined {
	const rule = ownRule(rules, method);
	return rule?.kind === "request" ? rule : undefined;
}

export function notificationRule(rules: Rules, method: string): NotificationRule | undefined {
	const rule = ownRule(rules, method);
	return rule?.kind === "notification" ? rule : undefined;
}
