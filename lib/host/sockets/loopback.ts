/**
 * Whether a `Host` header names this machine itself. A page whose own name was pointed at 127.0.0.1 (DNS rebinding)
 * still sends its own name here.
 */
export const isLoopbackHost = (host: string | null): boolean =>
	host !== null && /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i.test(host);
