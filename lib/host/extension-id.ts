/**
 * The id that Chrome derives from the `key` in the extension's manifest: the first 16 bytes of SHA-256 over the public
 * key (DER), each half-byte written as a letter from a to p. Written out here because `lib/host` knows the extension
 * only as built; a test derives it anew.
 */
export const EXTENSION_ID = "oekbnnochdnhholjcfnedhbdaplkojfl";

/** What the browser sends as `Origin` with the extension's sockets. */
export const EXTENSION_ORIGIN = `chrome-extension://${EXTENSION_ID}`;
