import { oneLine } from "../../errors/one-line.ts";
import { shownAddress } from "../../errors/shown-address.ts";
import { showUnseen } from "../../errors/unseen.ts";

/**
 * Text that a page or an extension chose, made safe to print: no terminal escapes, and nothing that turns the
 * direction of the text around it.
 */
export { oneLine };

/** An address as it is shown: on one line, and without the name and the password that it may hold. */
export const addressLine = (url: string): string => oneLine(shownAddress(url));

/** With its line ends and tabs kept; what cannot be seen is shown as an escape. */
export const visibleLines = (text: string): string => showUnseen(text.replace(/\r\n?/g, "\n"), "\n\t");
