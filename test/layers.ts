/**
 * Who may import whom, one row a folder. The longest folder that holds a file is its row; a file without a row fails.
 * Type-only imports may cross, because nothing of them is left at run time.
 */
export interface Layer {
	/** A folder (with everything below it, unless that has a row) or a single file. */
	readonly at: string;
	readonly why: string;
	/** Beside its own folder: folders end with `/`, `*` stands for one name, packages are bare, `node:` for all of Node's. */
	readonly mayImport: readonly string[];
	/** What stands for the outside world and may not be named here. */
	readonly mayNotName: RegExp;
	/** An import that this row must refuse: the guard is tested too. */
	readonly refuses: string;
}

/** A global that is used, not a property of that name. */
const globals = (...names: readonly string[]): RegExp =>
	new RegExp(`(?<![.\\w])(?:${names.join("|").replaceAll(".", "\\.")})(?=\\s*[.(\\[])`);

const nothing = /(?!)/;
const runtime = ["Bun", "process", "Buffer"];
/** The pure layers are run by three realms and by tests that own time: what is outside is passed in. */
const theWorld = globals(
	...runtime,
	...["chrome", "document", "localStorage", "fetch", "WebSocket"],
	...["Date.now", "performance", "setTimeout", "setInterval"],
	...["Math.random", "crypto.getRandomValues", "crypto.randomUUID"],
);
const browserOnly = globals(...runtime);
const domOnly = globals(...runtime, "chrome");
const noNetwork = globals(...runtime, "fetch", "WebSocket", "XMLHttpRequest");

export const layers: readonly Layer[] = [
	{
		at: "lib/errors/",
		why: "the one table that everybody reads",
		mayImport: [],
		mayNotName: theWorld,
		refuses: "lib/wire/peer.ts",
	},
	{
		at: "lib/catalog/",
		why: "messages and tools as data: knows shapes, and neither wires nor hosts",
		mayImport: ["lib/errors/", "arktype"],
		mayNotName: theWorld,
		refuses: "lib/wire/peer.ts",
	},
	{
		at: "lib/wire/",
		why: "carries any catalogue over any transport, so it knows none by name",
		mayImport: ["lib/errors/"],
		mayNotName: theWorld,
		refuses: "lib/catalog/catalog.ts",
	},
	{
		at: "lib/session/",
		why: "the session on a link, run by the owner and by the extension's offscreen page",
		mayImport: ["lib/wire/", "lib/catalog/", "lib/errors/"],
		mayNotName: theWorld,
		refuses: "node:crypto",
	},
	{
		at: "lib/host/",
		why: "the only layer with files, sockets, processes and the MCP SDK; knows no terminal and no extension source",
		mayImport: [
			"lib/session/",
			"lib/wire/",
			"lib/catalog/",
			"lib/errors/",
			"@modelcontextprotocol/sdk",
			"node:",
			"bun",
		],
		mayNotName: nothing,
		refuses: "citty",
	},
	{
		at: "lib/host/install/",
		why: "changes other programs' settings, whose formats it reads with parsers that are compiled in",
		mayImport: ["lib/host/", "lib/errors/", "node:", "bun", "jsonc-parser", "smol-toml"],
		mayNotName: nothing,
		refuses: "lib/wire/peer.ts",
	},
	{
		at: "lib/host/embedded-extension.ts",
		why: "from source it bundles; the executable holds the finished bytes in its place",
		mayImport: ["build.ts"],
		mayNotName: nothing,
		refuses: "ext/manifest.ts",
	},
	{
		at: "lib/host/version.ts",
		why: "the version is written once, in package.json",
		mayImport: ["package.json"],
		mayNotName: nothing,
		refuses: "build.ts",
	},
	{
		at: "cmd/",
		why: "argv and the terminal: whatever touches files or sockets is a verb of lib/host",
		mayImport: [
			"lib/host/",
			"lib/errors/",
			"citty",
			"consola",
			"node:path",
			"node:process",
			"node:readline",
			"node:util",
		],
		mayNotName: nothing,
		refuses: "node:fs",
	},
	{
		at: "ext/",
		why: "what all realms of the extension may use",
		mayImport: ["lib/errors/"],
		mayNotName: browserOnly,
		refuses: "ext/background/main.ts",
	},
	{
		at: "ext/background/",
		why: "a worker starts often, and arktype costs 200 ms: the catalogue as types only",
		mayImport: ["lib/errors/", "ext/*", "ext/snapshot/", "ext/user-scripts/"],
		mayNotName: browserOnly,
		refuses: "lib/catalog/catalog.ts",
	},
	{
		at: "ext/offscreen/",
		why: "the link's page: socket, session and checks, and no other realm's code",
		mayImport: ["lib/session/", "lib/wire/", "lib/catalog/", "lib/errors/", "ext/*", "arktype"],
		mayNotName: browserOnly,
		refuses: "ext/background/main.ts",
	},
	{
		at: "ext/content/",
		why: "runs beside strangers' pages: small, without arktype and without the network",
		mayImport: ["lib/errors/", "ext/*", "ext/content/aria/", "ext/snapshot/"],
		mayNotName: noNetwork,
		refuses: "lib/catalog/catalog.ts",
	},
	{
		at: "ext/content/aria/",
		why: "the DOM and nothing else, so that it runs wherever there is a DOM",
		mayImport: ["ext/snapshot/"],
		mayNotName: domOnly,
		refuses: "ext/storage.ts",
	},
	{
		at: "ext/snapshot/",
		why: "pure: any realm may join, render and search a tree",
		mayImport: ["lib/errors/"],
		mayNotName: theWorld,
		refuses: "ext/content/main.ts",
	},
	{
		at: "ext/popup/",
		why: "shows and asks; the background decides",
		mayImport: ["lib/errors/", "ext/*"],
		mayNotName: browserOnly,
		refuses: "ext/background/shares.ts",
	},
	{
		at: "build.ts",
		why: "makes the extension and the executable",
		mayImport: ["ext/icon.ts", "ext/manifest.ts", "lib/catalog/listing.ts", "lib/host/version.ts", "node:"],
		mayNotName: nothing,
		refuses: "lib/host/paths.ts",
	},
	{
		at: "test/host/install/",
		why: "reads what was written with the same parsers, to compare",
		mayImport: ["lib/", "test/support/", "node:", "bun", "jsonc-parser", "smol-toml"],
		mayNotName: nothing,
		refuses: "citty",
	},
	{
		at: "test/",
		why: "may look at everything, through the same packages as the product",
		mayImport: ["lib/", "ext/", "cmd/", "build.ts", "arktype", "citty", "@modelcontextprotocol/sdk", "node:", "bun"],
		mayNotName: nothing,
		refuses: "playwright",
	},
];

/** The row of a file, or undefined when nobody has decided who it may import. */
export const layerOf = (file: string): Layer | undefined =>
	layers
		.filter(({ at }) => (at.endsWith("/") ? file.startsWith(at) : file === at))
		.sort((a, b) => b.at.length - a.at.length)[0];

function admits(rule: string, imported: string): boolean {
	if (rule.endsWith("/*"))
		return imported.startsWith(rule.slice(0, -1)) && !imported.slice(rule.length - 1).includes("/");
	if (rule.endsWith("/") || rule === "node:") return imported.startsWith(rule);
	return imported === rule || imported.startsWith(`${rule}/`) || (rule === "bun" && imported.startsWith("bun:"));
}

/** A single file's row belongs to its folder's. */
const folderRow = (layer: Layer | undefined): Layer | undefined =>
	layer === undefined || layer.at.endsWith("/") ? layer : layerOf(layer.at.replace(/[^/]*$/, ""));

/** `imported` is a path from the project's root, or a package's name. A file's row adds to its folder's. */
export function mayImport(layer: Layer, imported: string): boolean {
	const own = folderRow(layer);
	const isOwn = own !== undefined && own === folderRow(layerOf(imported));
	return isOwn || [...(own?.mayImport ?? []), ...layer.mayImport].some((rule) => admits(rule, imported));
}
