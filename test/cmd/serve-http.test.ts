import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort, jsonLines, MonkHome } from "../support/monk-process.ts";

test("monk serve --http says where agents call and where the token lies, never the token, and lets them in by it", async () => {
	const port = freePort();
	await using home = await MonkHome.make({ env: { MONK_HTTP_PORT: `${port}` } });
	const monk = home.start("serve", "--http");
	const url = `http://127.0.0.1:${port}/mcp`;
	await monk.waitForStderr(new RegExp(`${url} with the token in .*http-token`));
	const token = (await readFile(join(home.folder, "http-token"), "utf8")).trim();
	expect(monk.stderr + monk.stdout).not.toContain(token);
	const initialize = (authorization: string) =>
		fetch(url, {
			method: "POST",
			headers: { authorization, "content-type": "application/json", accept: "application/json, text/event-stream" },
			body: JSON.stringify({
				jsonrpc: "2.0",
				id: 1,
				method: "initialize",
				params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "a test", version: "1" } },
			}),
		});
	expect((await initialize("Bearer wrong")).status).toBe(401);
	expect((await home.run("status")).stdout).toContain(`, http ${port}`);
	const response = await initialize(`Bearer ${token}`);
	expect(response.status).toBe(200);
	await response.text();
	monk.kill("SIGTERM");
	expect(await monk.exited).toBe(0);
	expect(await fetch(url).catch(() => "nobody listens")).toBe("nobody listens");
}, 60_000);

test("the port may stand with the flag, and what is none, or is taken, ends the command", async () => {
	await using home = await MonkHome.make();
	using taken = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
	const refused = await home.run("serve", "--http", `${taken.port}`);
	expect(refused).toMatchObject({
		exit: 3,
		stderr: expect.stringContaining(`PORT_TAKEN: the HTTP port ${taken.port}`),
	});
	expect(await home.run("serve", "--http=sixty")).toMatchObject({
		exit: 3,
		stderr: expect.stringContaining("--http must be a port number"),
	});
	const port = freePort();
	const monk = home.start("serve", "--http", `${port}`, "--json");
	await monk.waitFor(/\n/);
	expect(jsonLines<{ ready: { http: string } }>(monk.stdout)[0]?.ready.http).toBe(`http://127.0.0.1:${port}/mcp`);
}, 60_000);
