import { showUnseen } from "./unseen.ts";

/**
 * Words that somebody else chose, on one line: titles, names, addresses, and what goes wrong. What takes room is a
 * space, and what cannot be seen is shown as an escape.
 */
export const oneLine = (text: string): string => showUnseen(text.replace(/[\t-\r\u0085\u2028\u2029]+/g, " ").trim());
