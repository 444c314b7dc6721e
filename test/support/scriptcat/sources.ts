/** A user script's source. */
export const userScript = (name: string, body = "", more: readonly string[] = []): string =>
	["// ==UserScript==", `// @name ${name}`, "// @namespace tests", ...more, "// ==/UserScript==", body].join("\n");
