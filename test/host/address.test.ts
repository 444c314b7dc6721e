import { expect, test } from "bun:test";
import { addressOf } from "../../lib/host/address.ts";

const rows = [
	["example.com", "https://example.com"],
	[" example.com/a?b ", "https://example.com/a?b"],
	["example.com:8443/x", "https://example.com:8443/x"],
	["localhost", "http://localhost"],
	["localhost:3000/x", "http://localhost:3000/x"],
	["127.0.0.1:8080", "http://127.0.0.1:8080"],
	["[::1]:8080", "http://[::1]:8080"],
	["localhost.example.com", "https://localhost.example.com"],
	["http://example.com", "http://example.com"],
	["about:blank", "about:blank"],
	["data:text/html,x", "data:text/html,x"],
] as const;

for (const [typed, address] of rows)
	test(`"${typed}" is ${address}`, () => {
		expect(addressOf(typed)).toBe(address);
	});
