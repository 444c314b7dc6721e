import { expect, test } from "bun:test";
import { mayTakeForever } from "../../../ext/snapshot/slow-regex.ts";

const slow = [
	"(a+)+",
	"(a*)*b",
	"((a|b)*)+",
	"(a|a)*$",
	"(?:x{2,})+",
	"((ab)+c)*",
	"(a)\\1",
	"(?<n>a)\\k<n>",
	"(\\w+\\s?)+$",
];
const quick = [
	"a+b*",
	"(abc)+",
	"(a|b)",
	"(a|b)c+",
	"[(+*)]+",
	"\\(a+\\)+",
	"price: \\d+",
	"(?:ab)?c",
	"a{2,5}",
	"(?=.*x)y",
];

for (const source of slow) test(`/${source}/ may take for ever`, () => expect(mayTakeForever(source)).toBe(true));
for (const source of quick) test(`/${source}/ ends soon`, () => expect(mayTakeForever(source)).toBe(false));
