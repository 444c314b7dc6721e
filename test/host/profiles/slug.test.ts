import { expect, test } from "bun:test";
import { nameProfile, slugOf } from "../../../lib/host/profiles/slug.ts";

const slugs = [
	["Work", "work"],
	["  My  Work!! ", "my-work"],
	["Büro", "buro"],
	["--a--", "a"],
	["仕事", ""],
	["", ""],
	["x".repeat(50), "x".repeat(32)],
	[`${"x".repeat(31)} y`, "x".repeat(31)],
] as const;

for (const [label, slug] of slugs)
	test(`the slug of "${label}" is "${slug}"`, () => {
		expect(slugOf(label)).toBe(slug);
	});

const taken = new Set(["work", "work-2", "chrome-1", "x".repeat(32)]);

const names = [
	["Home", undefined, { label: "Home", slug: "home" }],
	["Work", undefined, { label: "Work", slug: "work-3" }],
	["", undefined, { label: "chrome-2", slug: "chrome-2" }],
	["仕事", undefined, { label: "仕事", slug: "chrome" }],
	["Home", "den", { label: "Home", slug: "den" }],
	["", "den", { label: "den", slug: "den" }],
	["Home", "work", { label: "Home", slug: "home" }],
	["Home", "Not A Slug", { label: "Home", slug: "home" }],
	["x".repeat(40), undefined, { label: "x".repeat(40), slug: `${"x".repeat(30)}-2` }],
] as const;

for (const [label, kept, naming] of names)
	test(`a profile labelled "${label}" that kept ${kept ?? "no slug"} is named ${naming.slug}`, () => {
		expect(nameProfile(label, kept, taken)).toEqual(naming);
	});
