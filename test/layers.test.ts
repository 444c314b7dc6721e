import { describe, expect, test } from "bun:test";
import { join, posix } from "node:path";
import { Glob } from "bun";
import { type Layer, layerOf, layers, mayImport } from "./layers.ts";

const root = join(import.meta.dir, "..");
const transpiler = new Bun.Transpiler({ loader: "ts" });

const sources = ["build.ts", "cmd/**/*.ts", "lib/**/*.ts", "ext/**/*.ts", "test/**/*.ts"]
	.flatMap((pattern) => [...new Glob(pattern).scanSync(root)])
	.map((file) => file.replaceAll("\\", "/"));

/** Relative imports as paths from the root; packages as they are. */
const resolved = (file: string, path: string): string =>
	path.startsWith(".") ? posix.join(posix.dirname(file), path) : path;

/** Transpiled, because then no comment and no type is left; and without what stands in quotes. */
const codeOf = (text: string): string => transpiler.transformSync(text).replace(/"(?:[^"\\]|\\.)*"/g, '""');

async function faultsOf(file: string): Promise<string[]> {
	const layer = layerOf(file);
	if (layer === undefined) return [`${file}: its folder has no row; add one to test/layers.ts, with its reason`];
	const text = (await Bun.file(join(root, file)).text()).replace(/^#!.*/, "");
	const imports = transpiler.scanImports(text).map(({ path }) => resolved(file, path));
	const crossed = imports.filter((path) => !mayImport(layer, path)).map((path) => `imports ${path}`);
	const named = layer.mayNotName.exec(codeOf(text))?.[0];
	return [...crossed, ...(named === undefined ? [] : [`names ${named}`])].map(
		(fault) => `${file} ${fault}: refused by the row "${layer.at}" of test/layers.ts (${layer.why})`,
	);
}

test("every source imports only what its layer may", async () => {
	expect(sources.length).toBeGreaterThan(50);
	expect((await Promise.all(sources.map(faultsOf))).flat()).toEqual([]);
});

test("a folder without a row is refused", async () => {
	expect(layerOf("server/main.ts")).toBeUndefined();
	expect(layerOf("lib/utils/strings.ts")).toBeUndefined();
});

describe("each row refuses the import that would break its reason", () => {
	const title = ({ at, refuses }: Layer): string => `${at} refuses ${refuses}`;
	test.each(layers.map((layer) => [title(layer), layer] as const))("%s", (_, layer) => {
		expect(mayImport(layer, layer.refuses)).toBe(false);
	});
});

test("the outside world is seen when it is used, and not in words or properties", () => {
	const wire = layerOf("lib/wire/peer.ts");
	if (wire === undefined) throw new Error("the row is gone");
	const isNamed = (code: string): boolean => wire.mayNotName.test(codeOf(code));
	expect(["go(Date.now())", "new WebSocket(url)", "chrome.tabs.query({})", "setTimeout(run, 5)"].map(isNamed)).toEqual(
		Array(4).fill(true),
	);
	expect(["go(clock.now())", 'say("see document.title")', "// fetch(x)\ngo()", "a.document.b"].map(isNamed)).toEqual(
		Array(4).fill(false),
	);
});

test("each row says why and admits its own folder", () => {
	for (const layer of layers) {
		expect(layer.why.length).toBeGreaterThan(10);
		if (layer.at.endsWith("/")) expect(mayImport(layer, `${layer.at}x.ts`)).toBe(true);
	}
});

test("a file's own row adds to its folder's and to no other file's", () => {
	const bundling = layerOf("lib/host/embedded-extension.ts");
	const other = layerOf("lib/host/paths.ts");
	if (bundling === undefined || other === undefined) throw new Error("rows are gone");
	expect(mayImport(bundling, "build.ts")).toBe(true);
	expect(mayImport(other, "build.ts")).toBe(false);
});

test("`ext/*` admits the files of ext and none of its folders", () => {
	const popup = layerOf("ext/popup/page.ts");
	if (popup === undefined) throw new Error("the row is gone");
	expect(mayImport(popup, "ext/grant.ts")).toBe(true);
	expect(mayImport(popup, "ext/snapshot/tree.ts")).toBe(false);
});
