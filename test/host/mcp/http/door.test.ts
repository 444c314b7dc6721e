import { expect, test } from "bun:test";
import { refusalOf, refuse } from "../../../../lib/host/mcp/http/door.ts";

const token = "ab".repeat(32);
const door = { port: 9221, token };
const good = { host: "127.0.0.1:9221", authorization: `Bearer ${token}` };

const knock = (headers: Record<string, string>, path = "/mcp") =>
	refusalOf(new Request(`http://127.0.0.1:9221${path}`, { headers }), door)?.status;

test("who is let in: this machine's own names, no page, the token, the path", () => {
	const rows: [Record<string, string>, string, 401 | 403 | 404 | undefined][] = [
		[good, "/mcp", undefined],
		[{ ...good, host: "localhost:9221" }, "/mcp", undefined],
		[{ ...good, host: "[::1]:9221" }, "/mcp", undefined],
		[{ ...good, authorization: `bearer   ${token}` }, "/mcp", undefined],
		[{ ...good, origin: "http://127.0.0.1:9221" }, "/mcp", undefined],
		[{ ...good, origin: "http://localhost:9221" }, "/mcp", undefined],
		// Names that were pointed here, and pages.
		[{ ...good, host: "evil.example" }, "/mcp", 403],
		[{ ...good, host: "127.0.0.1.evil.example:9221" }, "/mcp", 403],
		[{ authorization: good.authorization }, "/mcp", 403],
		[{ ...good, origin: "https://evil.example" }, "/mcp", 403],
		[{ ...good, origin: "http://localhost:3000" }, "/mcp", 403],
		[{ ...good, origin: "http://localhost:9221.evil.example" }, "/mcp", 403],
		[{ ...good, origin: "https://localhost:9221" }, "/mcp", 403],
		[{ ...good, origin: "null" }, "/mcp", 403],
		[{ ...good, origin: `chrome-extension://${"a".repeat(32)}` }, "/mcp", 403],
		// The token.
		[{ host: good.host }, "/mcp", 401],
		[{ host: good.host }, "/nowhere", 401],
		[{ ...good, authorization: "Bearer" }, "/mcp", 401],
		[{ ...good, authorization: "Bearer " }, "/mcp", 401],
		[{ ...good, authorization: token }, "/mcp", 401],
		[{ ...good, authorization: `Basic ${token}` }, "/mcp", 401],
		[{ ...good, authorization: `Bearer ${token.slice(1)}` }, "/mcp", 401],
		[{ ...good, authorization: `Bearer ${"cd".repeat(32)}` }, "/mcp", 401],
		[{ ...good, authorization: `Bearer ${token} ${token}` }, "/mcp", 401],
		// The path, which only those learn of who have the token.
		[good, "/", 404],
		[good, "/mcp/", 404],
		[good, "/MCP", 404],
	];
	for (const [headers, path, status] of rows)
		expect(knock(headers, path), JSON.stringify([headers, path])).toBe(status);
});

test("a refusal tells no more than its status, in the form that clients read", async () => {
	const response = refuse({ status: 401, why: "wrong token" });
	expect(response.headers.get("www-authenticate")).toBe("Bearer");
	expect(await response.json()).toEqual({ jsonrpc: "2.0", error: { code: -32000, message: "Unauthorized" }, id: null });
});
