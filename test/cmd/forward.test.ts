import { expect, test } from "bun:test";
import { McpClient } from "../support/mcp-client.ts";
import { MonkHome } from "../support/monk-process.ts";
import { ownerPid } from "../support/owned-browser.ts";

test("monk forward lists tools without an owner, never becomes one, and works with the one that comes", async () => {
	await using home = await MonkHome.make();
	await using agent = await McpClient.start(home, "forwarded", "forward");
	expect((await agent.client.listTools()).tools.length).toBe(25);
	expect(await agent.call("browser_list_tabs")).toMatchObject({ code: "NO_OWNER" });
	expect((await home.run("status")).stderr).toContain("NO_OWNER");
	const owner = home.start("serve", "--json");
	await owner.waitFor(/"ready"/);
	expect(await agent.call("browser_list_tabs")).toMatchObject({ code: "NO_BROWSER_CONNECTED" });
	const { clients } = JSON.parse((await home.run("status", "--json")).stdout);
	expect(clients).toContainEqual(expect.objectContaining({ name: "forwarded", pid: agent.pid }));
	expect(await ownerPid(home)).toBe(owner.pid);
}, 60_000);
