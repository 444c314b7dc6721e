import { expect, test } from "bun:test";
import { meantBy } from "../../cmd/scripts/meant.ts";
import type { ScriptSummary } from "../../lib/catalog/scripts.ts";
import { asMonkError } from "../../lib/errors/error.ts";

const tidy = "5f0c2a31-8e57-4b1c-9a52-0d9a3c1b7e44";
const other = "5f0c9b00-8e57-4b1c-9a52-0d9a3c1b7e44";

const script = (uuid: string, name: string): ScriptSummary => ({
	uuid,
	name,
	namespace: "n",
	type: "normal",
	enabled: true,
	updatedAt: "2026-01-31T00:00:00.000Z",
	hasUpdateUrl: false,
});

const meant = (word: string, ...scripts: readonly ScriptSummary[]): Promise<string> =>
	meantBy(word, async () => scripts).catch((thrown: unknown) => asMonkError(thrown).code);

test("nothing never means the only script, not even one without a name", async () => {
	for (const word of ["", " ", "\t"]) {
		expect(await meant(word, script(tidy, "Tidy"))).toBe("INVALID_ARGUMENT");
		expect(await meant(word, script(tidy, ""))).toBe("INVALID_ARGUMENT");
	}
});

test("the start of a uuid means its script from four digits on, unless another begins so too", async () => {
	for (const word of ["5", "5f", "5f0", "-", "----"]) expect(await meant(word, script(tidy, "Tidy"))).toBe("NOT_FOUND");
	for (const word of ["5f0c", "5F0C2A31-8", tidy]) expect(await meant(word, script(tidy, "Tidy"))).toBe(tidy);
	expect(await meant("5f0c", script(tidy, "Tidy"), script(other, "Other"))).toBe("INVALID_ARGUMENT");
	expect(await meant("5f0c9", script(tidy, "Tidy"), script(other, "Other"))).toBe(other);
});

test("a name, however short, means its script before a uuid does", async () => {
	expect(await meant("t", script(tidy, "Tidy"), script(other, "T"))).toBe(other);
	expect(await meant("5f0c2a31", script(tidy, "Tidy"), script(other, "5f0c2a31"))).toBe(other);
	expect(await meant("t", script(tidy, "T"), script(other, "t"))).toBe("INVALID_ARGUMENT");
});
