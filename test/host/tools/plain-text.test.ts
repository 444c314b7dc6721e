import { expect, test } from "bun:test";
import { withoutLogins } from "../../../lib/errors/shown-address.ts";
import { addressLine } from "../../../lib/host/tools/plain-text.ts";

test("an address is shown without its name and password, and is otherwise as it was", () => {
	const shown: readonly (readonly [string, string])[] = [
		["http://user:pw@a.example/x", "http://a.example/x"],
		["https://user@a.example:8080/?q=b@c", "https://a.example:8080/?q=b@c"],
		["http://user:p%40w:@a.example", "http://a.example"],
		["http://user:p@w@a.example/", "http://a.example/"],
		["view-source:http://user:pw@a.example/", "view-source:http://a.example/"],
		["https://a.example/@user:pw@b", "https://a.example/@user:pw@b"],
		["data:text/html,//a:b@c", "data:text/html,//a:b@c"],
		["about:blank", "about:blank"],
		["", ""],
	];
	for (const [url, line] of shown) expect(addressLine(url)).toBe(line);
});

test("a text keeps everything but the passwords in its addresses", () => {
	expect(withoutLogins("GET https://me:hush@a.example/x, mail me@a.example: 12:30@home, ssh://git@b")).toBe(
		"GET https://[masked]@a.example/x, mail me@a.example: 12:30@home, ssh://git@b",
	);
});
