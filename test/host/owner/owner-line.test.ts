import { expect, test } from "bun:test";
import { OwnerLine } from "../../../lib/host/owner/owner-line.ts";
import { systemClock } from "../../../lib/host/system.ts";
import { eventually } from "../../support/eventually.ts";
import { ManualClock } from "../../support/manual-clock.ts";
import type { ScriptedExtension } from "../../support/scripted-extension.ts";
import { codeOf, rejection, TestOwner } from "../../support/test-owner.ts";

const click = { name: "browser_click", effect: "act" } as const;
const snapshot = { name: "browser_snapshot", effect: "read" } as const;
const ref = { ref: "e1", element: "the button" };

/** A line that finds whichever owner is the current one. */
function lineTo(current: () => TestOwner): OwnerLine {
	return new OwnerLine({
		connect: (client) => current().client(undefined, client),
		id: "line",
		clock: systemClock,
		chance: () => 0,
	});
}

const call = (line: OwnerLine, tool: typeof click | typeof snapshot, args: Record<string, unknown> = {}) =>
	line.call(tool, args, { signal: new AbortController().signal, timeoutMs: 20_000 });

const askedOf = (extension: ScriptedExtension, method: string): number =>
	extension.asked.filter((one) => one.method === method).length;

/** A browser's identity, for coming back to the next owner. */
const identity = async (monk: TestOwner) => ({ credentials: await monk.enrol(), profileId: crypto.randomUUID() });

test("an owner that stops finishes what runs, and what is called meanwhile goes to the next", async () => {
	await using first = await TestOwner.start();
	let owner = first;
	const line = lineTo(() => owner);
	const who = await identity(first);
	const { promise: pressed, resolve: press } = Promise.withResolvers<{ tabId: number; via: "debugger" }>();
	const browser = await first.extension({ ...who, scripts: { browser_click: () => pressed } });
	const running = call(line, click, ref);
	await eventually(() => askedOf(browser, "browser_click") === 1);
	const stopped = first.owner.stop("test");
	await using next = await TestOwner.start(first.paths.home);
	owner = next;
	const later = call(line, click, ref);
	const returned = await next.extension(who);
	expect(codeOf(await later)).toBeUndefined();
	expect(askedOf(returned, "browser_click")).toBe(1);
	press({ tabId: 101, via: "debugger" });
	expect((await running).isError).toBeUndefined();
	await stopped;
	expect(askedOf(browser, "browser_click")).toBe(1);
	line.close();
});

test("what runs longer than an owner's end is sent again if it reads, and has an unknown outcome if it acts", async () => {
	await using first = await TestOwner.start();
	let owner = first;
	const line = lineTo(() => owner);
	const who = await identity(first);
	const never = () => new Promise(() => undefined);
	const scripts = { browser_evaluate: never, browser_snapshot: never };
	const browser = await first.extension({ ...who, scripts });
	const acting = rejection(
		line.call(
			{ name: "browser_evaluate", effect: "act" },
			{ expression: "1" },
			{
				signal: new AbortController().signal,
				timeoutMs: 20_000,
			},
		),
	);
	await eventually(() => askedOf(browser, "browser_evaluate") === 1);
	const reading = call(line, snapshot);
	await first.owner.stop("test");
	await using next = await TestOwner.start(first.paths.home);
	owner = next;
	const returned = await next.extension(who);
	expect((await reading).isError).toBeUndefined();
	expect(await acting).toMatchObject({ code: "OWNER_GONE" });
	expect(returned.asked.map(({ method }) => method)).toEqual(["browser_snapshot"]);
	line.close();
});

test("an owner that is not there is looked for again while the last one's place is vacant, and else told at once", async () => {
	await using first = await TestOwner.start();
	let owner = first;
	const line = lineTo(() => owner);
	await call(line, snapshot);
	await first.owner.stop("test");
	const early = call(line, snapshot);
	await using next = await TestOwner.start(first.paths.home);
	owner = next;
	expect(codeOf(await early)).toBe("NO_BROWSER_CONNECTED");
	line.close();
	await next.owner.stop("test");
	const stranger = lineTo(() => owner);
	expect(await rejection(call(stranger, snapshot))).toMatchObject({ code: "NO_OWNER" });
	stranger.close();
});

test("a browser that the last owner left is waited for, and no call takes another for it", async () => {
	await using first = await TestOwner.start();
	const [work, home] = [await identity(first), await identity(first)];
	await first.extension({ ...work, label: "Work" });
	await first.extension({ ...home, label: "Home" });
	await first.owner.stop("test");
	await using next = await TestOwner.start(first.paths.home);
	const unnamed = next.call("browser_snapshot");
	const named = next.call("browser_snapshot", { profile: "home" });
	await next.extension({ ...home, label: "Home" });
	expect(codeOf(await named)).toBeUndefined();
	await next.extension({ ...work, label: "Work" });
	expect(codeOf(await unnamed)).toBe("PROFILE_AMBIGUOUS");
});

test("a browser that does not come back is offline after eight seconds, and one that left by itself is at once", async () => {
	await using first = await TestOwner.start();
	const who = await identity(first);
	await first.extension(who);
	await first.owner.stop("test");
	const clock = new ManualClock(Date.now());
	await using next = await TestOwner.start(first.paths.home, clock);
	const waiting = next.call("browser_snapshot");
	const leaving = new AbortController();
	const cancelled = next.call("browser_snapshot", {}, leaving.signal);
	leaving.abort();
	expect(codeOf(await cancelled)).toBe("CANCELLED");
	clock.advance(8_000);
	expect(codeOf(await waiting)).toBe("BROWSER_OFFLINE");
	const browser = await next.extension(who);
	browser.close();
	await eventually(() => next.owner.status().profiles[0]?.state === "offline");
	await next.owner.stop("test");
	await using last = await TestOwner.start(first.paths.home, new ManualClock(Date.now()));
	expect(codeOf(await last.call("browser_snapshot"))).toBe("BROWSER_OFFLINE");
});
