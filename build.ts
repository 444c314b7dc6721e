/**
 * Builds the product: the extension's files, and one executable that carries them.
 *
 *   bun build.ts [--target linux-arm64] [--outfile dist/monk]
 *   bun build.ts --release [--outdir dist/release]     every target, and SHA256SUMS
 *
 * Nothing is generated in the tree: two modules of `lib/host` compute their value from source, and are replaced by
 * that value, finished, while the executable is compiled.
 */
import { createHash } from "node:crypto";
import { basename, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { BunPlugin } from "bun";
import { drawIcon } from "./ext/icon.ts";
import { iconSizes, manifest } from "./ext/manifest.ts";
import { type ListedTool, listTools } from "./lib/catalog/listing.ts";
import { VERSION } from "./lib/host/version.ts";

const root = import.meta.dir;

/** Scripts by realm. A content script is no module; the others are, so that top-level names stay their own. */
const scripts = {
	"background.js": { entry: "background/main.ts", format: "esm" },
	"offscreen.js": { entry: "offscreen/main.ts", format: "esm" },
	"content.js": { entry: "content/main.ts", format: "iife" },
	"popup.js": { entry: "popup/page.ts", format: "esm" },
} as const;

const copied = {
	"offscreen.html": "offscreen/offscreen.html",
	"popup.html": "popup/popup.html",
	"popup.css": "popup/popup.css",
} as const;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * Bun writes characters as they are, and Chrome refuses a content script with one that it takes for no text, such as
 * U+FFFF in a pattern. In strings, templates and patterns an escape means the same.
 */
const inAscii = (script: string): string =>
	script.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

async function bundle(entry: string, format: "esm" | "iife"): Promise<Uint8Array> {
	const built = await Bun.build({
		entrypoints: [entry],
		target: "browser",
		format,
		minify: { syntax: true, whitespace: true },
	});
	const [script] = built.outputs;
	if (script === undefined) throw new Error(`${entry}: nothing was built`);
	return bytesOf(inAscii(await script.text()));
}

/** The extension, path in its folder → bytes. `source` is the folder of its sources. Throws when a part is missing. */
export async function bundleExtension(source = join(root, "ext")): Promise<Map<string, Uint8Array>> {
	const built = Object.entries(scripts).map(async ([path, { entry, format }]): Promise<[string, Uint8Array]> => {
		return [path, await bundle(join(source, entry), format)];
	});
	const taken = Object.entries(copied).map(async ([path, from]): Promise<[string, Uint8Array]> => {
		return [path, await Bun.file(join(source, from)).bytes()];
	});
	const drawn = iconSizes.map(
		async (size): Promise<[string, Uint8Array]> => [`icons/${size}.png`, await drawIcon(size)],
	);
	return withManifest(await Promise.all([...built, ...taken, ...drawn]));
}

/** The manifest names the build, so that a running extension can tell that another one lies in its folder. */
export function withManifest(files: Iterable<[string, Uint8Array]>, version = VERSION): Map<string, Uint8Array> {
	const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
	const hash = createHash("sha256").update(JSON.stringify(manifest(version)));
	for (const [path, bytes] of sorted) hash.update(`${path}\0${bytes.length}\0`).update(bytes);
	const listed = { ...manifest(version), version_name: `${version} (build ${hash.digest("hex").slice(0, 8)})` };
	return new Map([["manifest.json", bytesOf(`${JSON.stringify(listed, null, "\t")}\n`)], ...sorted]);
}

/** Every tool as plain JSON, for the executable. */
export const toolList = async (): Promise<readonly ListedTool[]> => listTools();

/** What is wrong with a built extension, one line each. Chrome would refuse it, or our own layers were crossed. */
export function problemsWith(files: ReadonlyMap<string, Uint8Array>): string[] {
	const text = (path: string): string => new TextDecoder().decode(files.get(path));
	const missing = [...text("manifest.json").matchAll(/"([\w/-]+\.(?:js|html|png))"/g)]
		.map(([, path]) => path ?? "")
		.filter((path) => !files.has(path))
		.map((path) => `manifest.json names ${path}, which was not built`);
	const remote = [...files.keys()]
		.filter((path) => /(?:src|href)\s*=\s*"?https?:|import\s*\(?\s*"https?:|importScripts/.test(text(path)))
		.map((path) => `${path} takes code from elsewhere`);
	const unreadable = [...files]
		.filter(([path, bytes]) => path.endsWith(".js") && bytes.some((byte) => byte > 0x7f))
		.map(([path]) => `${path} is not plain ASCII, which Chrome may refuse`);
	const heavy = ["background.js", "content.js", "popup.js"]
		.filter((path) => /ArkErrors|arktype/.test(text(path)))
		.map((path) => `${path} carries arktype; import the catalogue as types only`);
	return [...missing, ...remote, ...unreadable, ...heavy];
}

/** Modules of `lib/host` that the executable holds as finished values. */
const finished = (files: ReadonlyMap<string, Uint8Array>, tools: readonly ListedTool[]): Record<string, string> => {
	const encoded = [...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString("base64")]);
	return {
		"lib/host/embedded-extension.ts": `const files = ${JSON.stringify(encoded)};
			export const extensionFiles = async () => new Map(files.map(([path, text]) => [path, Uint8Array.fromBase64(text)]));`,
		"lib/host/tool-list.ts": `const tools = ${JSON.stringify(tools)}; export const toolList = async () => tools;`,
	};
};

const replacing = (modules: Record<string, string>): BunPlugin => ({
	name: "finished values",
	setup(build) {
		build.onLoad({ filter: /[\\/]lib[\\/]host[\\/](?:embedded-extension|tool-list)\.ts$/ }, ({ path }) => {
			const contents = modules[relative(root, path).replaceAll("\\", "/")];
			if (contents === undefined) throw new Error(`${path} has no finished value`);
			return { contents, loader: "js" };
		});
	},
});

/**
 * Compiles the executable, with its bytecode: parsing would take half the time of a start. Loading `.env` and
 * `bunfig.toml` is off, because otherwise a binary runs what it finds in the current folder. Returns its path: Bun adds
 * `.exe` for Windows where it is missing.
 */
async function compile(outfile: string, target: Bun.Build.CompileTarget | undefined): Promise<string> {
	const files = await bundleExtension();
	const problems = problemsWith(files);
	if (problems.length > 0) throw new Error(problems.join("\n"));
	const { outputs } = await Bun.build({
		entrypoints: [join(root, "cmd/main.ts")],
		format: "esm",
		splitting: true,
		minify: true,
		bytecode: true,
		plugins: [replacing(finished(files, await toolList()))],
		compile: { outfile, autoloadDotenv: false, autoloadBunfig: false, ...(target === undefined ? {} : { target }) },
	});
	for (const [path, bytes] of files) console.log(`  ${path.padEnd(16)} ${String(bytes.length).padStart(8)} bytes`);
	return outputs[0]?.path ?? outfile;
}

/** What a release holds: each system by the name of its executable. */
export const targets = {
	"linux-x64": "bun-linux-x64",
	"linux-arm64": "bun-linux-arm64",
	"darwin-x64": "bun-darwin-x64",
	"darwin-arm64": "bun-darwin-arm64",
	"windows-x64": "bun-windows-x64",
} as const satisfies Record<string, Bun.Build.CompileTarget>;

/** Reads `linux-arm64` or `bun-linux-arm64`. Throws with the list of what there is. */
export function targetNamed(name: string): Bun.Build.CompileTarget {
	const short = name.replace(/^bun-/, "");
	if (Object.hasOwn(targets, short)) return targets[short as keyof typeof targets];
	throw new Error(`there is no target ${name}; the targets are: ${Object.keys(targets).join(", ")}`);
}

/** The lines of a file that `sha256sum --check` reads, in the order of their names. */
export async function checksums(paths: readonly string[]): Promise<string> {
	const lines = paths.toSorted().map(async (path) => {
		const hash = createHash("sha256");
		for await (const bytes of Bun.file(path).stream()) hash.update(bytes);
		return `${hash.digest("hex")}  ${basename(path)}\n`;
	});
	return (await Promise.all(lines)).join("");
}

async function buildOne(outfile: string, target: Bun.Build.CompileTarget | undefined): Promise<string> {
	const built = await compile(outfile, target);
	console.log(`${relative(root, built)}: ${(Bun.file(built).size / 2 ** 20).toFixed(1)} MiB, version ${VERSION}`);
	return built;
}

async function buildRelease(folder: string): Promise<void> {
	const built: string[] = [];
	for (const [name, target] of Object.entries(targets))
		built.push(await buildOne(join(folder, `monk-${name}`), target));
	await Bun.write(join(folder, "SHA256SUMS"), await checksums(built));
}

const options = {
	target: { type: "string" },
	outfile: { type: "string", default: "dist/monk" },
	release: { type: "boolean", default: false },
	outdir: { type: "string", default: "dist/release" },
} as const;

if (import.meta.main) {
	const { target, outfile, release, outdir } = parseArgs({ options }).values;
	if (release) await buildRelease(resolve(root, outdir));
	else await buildOne(resolve(root, outfile), target === undefined ? undefined : targetNamed(target));
}
