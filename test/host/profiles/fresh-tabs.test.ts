import { expect, test } from "bun:test";
import type { TabInfo } from "../../../lib/catalog/tabs.ts";
import { FreshTabs } from "../../../lib/host/profiles/fresh-tabs.ts";
import type { ConnectedProfile, ProfileLink } from "../../../lib/host/profiles/profile.ts";
import { tab } from "../../support/scripted-extension.ts";
import { rejection } from "../../support/test-owner.ts";

const never = new AbortController().signal;

/** A browser that answers when told. */
function browser() {
	const asked: PromiseWithResolvers<{ tabs: TabInfo[] }>[] = [];
	const request = () => {
		const one = Promise.withResolvers<{ tabs: TabInfo[] }>();
		asked.push(one);
		return one.promise;
	};
	const link = { request, close: () => undefined } as unknown as ProfileLink;
	const known = { profileId: "p", instanceId: "i", label: "Work", slug: "work", extVersion: "1" };
	const profile: ConnectedProfile = { ...known, state: "connected", link, tabs: [] };
	return { asked, profile, fresh: new FreshTabs() };
}

test("however many ask, the browser is asked once now, and once more for all who came meanwhile", async () => {
	const { asked, profile, fresh } = browser();
	const first = fresh.of(profile, "Ann", never);
	const others = Array.from({ length: 1_000 }, () => fresh.of(profile, "Ann", never));
	expect(asked).toHaveLength(1);
	asked[0]?.resolve({ tabs: [tab(1)] });
	expect(await first).toEqual([tab(1)]);
	expect(asked).toHaveLength(2);
	// Who came after the question was put is not given its answer.
	asked[1]?.resolve({ tabs: [tab(1), tab(2)] });
	for (const other of others) expect(await other).toHaveLength(2);
	const another = fresh.of(profile, "Bob", never);
	expect(asked).toHaveLength(3);
	asked[2]?.resolve({ tabs: [tab(3)] });
	expect(await another).toEqual([tab(3)]);
	const later = fresh.of(profile, "Ann", never);
	expect(asked).toHaveLength(4);
	asked[3]?.resolve({ tabs: [] });
	expect(await later).toEqual([]);
});

test("a browser that fails to answer fails those who asked, and the next are asked for anew", async () => {
	const { asked, profile, fresh } = browser();
	const first = rejection(fresh.of(profile, "Ann", never));
	const second = fresh.of(profile, "Ann", never);
	asked[0]?.reject(new Error("gone"));
	expect(await first).toMatchObject({ message: "gone" });
	await Promise.resolve();
	asked[1]?.resolve({ tabs: [tab(3)] });
	expect(await second).toEqual([tab(3)]);
});

test("who gives up waits no longer, and takes the answer from nobody", async () => {
	const { asked, profile, fresh } = browser();
	const leaving = new AbortController();
	const left = rejection(fresh.of(profile, "Ann", leaving.signal));
	leaving.abort();
	expect(await left).toMatchObject({ code: "CANCELLED" });
	const second = fresh.of(profile, "Ann", never);
	asked[0]?.resolve({ tabs: [] });
	await Promise.resolve();
	await Promise.resolve();
	asked[1]?.resolve({ tabs: [tab(1)] });
	expect(await second).toEqual([tab(1)]);
});
