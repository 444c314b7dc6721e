import { MonkError } from "../../lib/errors/error.ts";
import { shownAddress } from "../../lib/errors/shown-address.ts";

/** Names of this machine, where nobody has a certificate. */
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?:[/?#]|$)/i;

/** `example.com:8080` starts like a scheme and is none: what follows a scheme's colon is no port. */
const looksLikeScheme = /^[a-z][a-z0-9+.-]*:(?!\d+(?:[/?#]|$))/i;

/** No host has these names, whatever follows. */
const isScheme =
	/^(?:javascript|vbscript|data|file|filesystem|blob|about|chrome|view-source|ftp|mailto|[a-z-]+-extension):/i;

const hasScheme = (text: string): boolean => looksLikeScheme.test(text) || isScheme.test(text);

const allowed = new Set(["http:", "https:", "data:"]);

/**
 * The address that an agent means: https unless it says otherwise, http for this machine. Throws INVALID_ARGUMENT for
 * what is no address, and for those that run code in a page or reach the browser, an extension or the disk.
 */
export function addressOf(text: string): string {
	// As a URL is read: line breaks and tabs count for nothing, so they must not hide a scheme.
	const wanted = text.trim().replace(/[\t\n\r]/g, "");
	if (wanted === "about:blank") return wanted;
	const full = hasScheme(wanted) ? wanted : `${loopback.test(wanted) ? "http" : "https"}://${wanted}`;
	if (!URL.canParse(full))
		throw new MonkError("INVALID_ARGUMENT", `url: ${JSON.stringify(shownAddress(wanted).slice(0, 80))} is no address`);
	const { protocol, href } = new URL(full);
	if (!allowed.has(protocol)) throw new MonkError("INVALID_ARGUMENT", `url: ${protocol} addresses are not opened`);
	return href;
}
