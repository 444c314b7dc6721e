/**
 * An address without the name and the password that may stand before its host: they are there for the server alone, and
 * everything that is shown, logged or answered goes without them.
 */
export const shownAddress = (url: string): string => url.replace(/^((?:[a-z][a-z0-9+.-]*:)+\/\/)[^/?#\\]*@/i, "$1");

/** The same for every address in a text that holds a password. */
export const withoutLogins = (text: string): string =>
	text.replace(/([a-z][a-z0-9+.-]*:\/\/)[^\s/?#\\:@"'<>]*:[^\s/?#\\"'<>]*@/gi, "$1[masked]@");
