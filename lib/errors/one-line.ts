/** What turns the direction of the text around it. */
export const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Words that somebody else chose, on one line: titles, names, addresses, and what goes wrong. */
export const oneLine = (text: string): string =>
	text
		.replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
		.replace(directions, "")
		.trim();
