/**
 * What a person types for an address: without a scheme it is https, or http for this machine itself. Anything with a
 * scheme stays as it is; the browser judges it.
 */
export function addressOf(typed: string): string {
	const text = typed.trim();
	if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(text)) return text;
	const isLocal = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?:[:/?#]|$)/i.test(text);
	return `${isLocal ? "http" : "https"}://${text}`;
}
