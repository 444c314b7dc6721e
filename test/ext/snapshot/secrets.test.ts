import { expect, test } from "bun:test";
import { maskSecrets, maskTree } from "../../../ext/snapshot/secrets.ts";

/** Put together here, so that no scanner takes this file for a leak. */
const tokens = {
	jwt: ["eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0NTY3ODkwIn0", "dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"].join("."),
	github: `ghp_${"a1".repeat(18)}`,
	fineGrained: `github_pat_${"b2".repeat(30)}`,
	openai: `sk-${"c3".repeat(20)}`,
	stripe: `sk_live_${"d4".repeat(12)}`,
	aws: `AKIA${"E5".repeat(8)}`,
	slack: `xoxb-${"1234567890-"}${"f6".repeat(8)}`,
	gitlab: `glpat-${"g7".repeat(10)}`,
	npm: `npm_${"h8".repeat(18)}`,
	google: `AIza${"i9-".repeat(11)}jk`,
	pem: `-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----`,
};

test.each(Object.entries(tokens))("a token of %s is masked in the middle of a sentence", (_, token) => {
	expect(maskSecrets(`use ${token} now`)).toBe("use [masked] now");
});

test.each(["sk-ipping is fun", "the task-force of AKIA", "eyJ is how they begin", "ghp_short", "risk-averse"])(
	"%s is left alone",
	(text) => {
		expect(maskSecrets(text)).toBe(text);
	},
);

test("names, texts and properties of a tree are masked, refs and roles are not touched", () => {
	const node = {
		role: "link",
		name: tokens.github,
		ref: "e1",
		properties: { url: `/?t=${tokens.jwt}` },
		children: [tokens.aws],
	};
	expect(maskTree([node, { role: "code", text: tokens.npm }])).toEqual([
		{ role: "link", name: "[masked]", ref: "e1", properties: { url: "/?t=[masked]" }, children: ["[masked]"] },
		{ role: "code", text: "[masked]" },
	]);
});
