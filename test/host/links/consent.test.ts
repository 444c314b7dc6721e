import { expect, test } from "bun:test";
import type { Consent } from "../../../lib/catalog/consent.ts";
import { MonkError } from "../../../lib/errors/error.ts";
import { dialOwner } from "../../../lib/host/owner/control-client.ts";
import { systemClock, systemRandom } from "../../../lib/host/system.ts";
import { eventually } from "../../support/eventually.ts";
import { tab } from "../../support/scripted-extension.ts";
import { codeOf, TestOwner, textOf } from "../../support/test-owner.ts";

/** A client that stays connected under a name of its own. */
const client = (monk: TestOwner, name: string) =>
	dialOwner({
		port: monk.owner.ports.control,
		tokenFile: monk.paths.token,
		version: "0.1.0",
		pid: process.pid,
		clock: systemClock,
		random: systemRandom,
		client: { name },
	});

test("a browser hears what the clients call themselves as they come and go, and nothing of monk's own commands", async () => {
	await using monk = await TestOwner.start();
	const before = await client(monk, "agent b");
	const extension = await monk.extension();
	const told = (names: readonly string[]) =>
		eventually(() => JSON.stringify(extension.clients) === JSON.stringify(names));
	await told(["agent b"]);
	const [second, command] = [await client(monk, "agent\u202e a"), await client(monk, "monk status")];
	await told(["agent b", "agent\\u202e a"]);
	before.close();
	second.close();
	command.close();
	await told([]);
});

test("each request says which client asks, and a list of tabs is that client's own", async () => {
	await using monk = await TestOwner.start();
	const [mine, theirs] = [tab(1), tab(2)];
	const extension = await monk.extension({
		tabs: [mine, theirs],
		scripts: { list_tabs: ({ client: who }) => ({ tabs: who === "a test" ? [mine] : [mine, theirs] }) },
	});
	await eventually(() => monk.owner.status().profiles[0]?.tabs === 2);
	expect(textOf(await monk.call("browser_list_tabs"))).not.toContain("Page 2");
	expect(textOf(await monk.call("browser_snapshot"))).toContain("- Tab: 1");
	expect(extension.asked.map(({ params }) => params.client)).toEqual(["a test", "a test", "a test"]);
	expect(monk.owner.status().profiles[0]?.tabs).toBe(2);
});

test("what is shared with another client only is refused with the next step", async () => {
	await using monk = await TestOwner.start();
	const refuse = () => {
		throw new MonkError("OTHER_CLIENT", "the tab is shared with another client only");
	};
	await monk.extension({ scripts: { browser_snapshot: refuse } });
	await eventually(() => monk.owner.status().profiles.length === 1);
	const result = await monk.call("browser_snapshot", { tab: 1 });
	expect([codeOf(result), textOf(result).includes("share the tab with this client too")]).toEqual([
		"OTHER_CLIENT",
		true,
	]);
});

const stopped: Consent = { stopped: true, endedShares: 2, wide: [{ scope: "profile", power: "look" }] };

test("after a stop no tab is listed, whether the browser answers or not, and status tells what the person decided", async () => {
	await using monk = await TestOwner.start();
	let answer: () => unknown = () => {
		throw new MonkError("STOPPED_BY_USER", "the person stopped everything");
	};
	const extension = await monk.extension({ label: "Work", scripts: { list_tabs: () => answer() } });
	await eventually(() => monk.owner.status().profiles.length === 1);
	const said = "### Tabs\nwork (Work): stopped by the person; nothing is shared until they resume in monk's popup";
	const result = await monk.call("browser_list_tabs");
	expect(textOf(result)).toBe(said);
	expect(result.structuredContent).toMatchObject({ profiles: [{ profile: "work", stopped: true, tabs: [] }] });
	extension.peer.notify("consent_changed", stopped);
	await eventually(() => monk.owner.status().profiles[0]?.consent);
	expect(monk.owner.status().profiles[0]?.consent).toEqual(stopped);
	answer = () => {
		throw new MonkError("TIMEOUT", "too slow");
	};
	expect(textOf(await monk.call("browser_list_tabs"))).toBe(said);
	answer = () => ({ tabs: [tab(1)] });
	expect(textOf(await monk.call("browser_list_tabs"))).toContain("tab 1");
});
