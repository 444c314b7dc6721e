import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { jsonLines, MonkHome } from "../support/monk-process.ts";
import { ScriptedExtension } from "../support/scripted-extension.ts";

interface Pairing {
	readonly extension: ScriptedExtension;
	readonly key: Uint8Array<ArrayBuffer>;
}

const instanceId = "34".repeat(16);
const profileId = "5f0c0f4e-7b6e-4a52-9c53-0d6f5a1f2b3c";

async function pair(home: MonkHome): Promise<Pairing> {
	const pairing = home.start("pair", "--json");
	const { code } = JSON.parse((await pairing.waitFor(/^\{"code".*$/m))[0]) as { code: string };
	const credentials = { instanceId, code };
	const extension = await ScriptedExtension.connect({ linkPort: home.linkPort, credentials, profileId, label: "Work" });
	await pairing.exited;
	if (extension.key === undefined) throw new Error("no key was minted");
	return { extension, key: extension.key };
}

test("a profile that is forgotten loses its key and its connection, and its next session is refused", async () => {
	await using home = await MonkHome.make();
	const { extension, key } = await pair(home);
	expect(jsonLines((await home.run("profiles", "--json")).stdout)).toEqual([
		expect.objectContaining({ profileId, slug: "work", state: "connected" }),
	]);
	const peers = () => readFile(join(home.folder, "peers.json"), "utf8");
	expect(await peers()).toContain(key.toHex());
	const { exit, stdout } = await home.run("profiles", "forget", "work", "--confirm", "--json");
	expect(exit).toBe(0);
	expect(jsonLines(stdout)).toEqual([{ forgotten: { profileId, slug: "work", label: "Work" } }]);
	await extension.closed;
	expect(await peers()).not.toContain(key.toHex());
	const again = await ScriptedExtension.connect({
		linkPort: home.linkPort,
		credentials: { instanceId, key },
		profileId,
	});
	expect(again.outcome).toEqual({ state: "not-known" });
	expect((await home.run("profiles")).stderr).toContain("No browser has joined");
	const paired = await pair(home);
	expect((await home.run("profiles")).stdout).toContain("work (Work): connected, extension 0.1.0");
	paired.extension.close();
});
