import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { uploadBytes } from "../../../lib/catalog/files.ts";
import { namedFiles, piecesOf } from "../../../lib/host/tools/files.ts";
import { outcomeOf } from "../../support/outcome.ts";
import { type SharedTab, Stage } from "../../support/stage.ts";

const read = `window.got = Promise.all([...files].map(async (file) => [file.name, file.type, file.size, (await file.text()).slice(0, 20)]))`;

const page = `<title>upload</title>
<label>One <input id=one type=file></label>
<label>Many <input id=many type=file multiple></label>
<label style="border: 1px solid">Styled<input id=styled type=file hidden></label>
<label>Dead <input id=dead type=file disabled></label>
<button id=detached>Import</button><button id=nothing>Nothing</button>
<div id=zone role=region aria-label=Zone tabindex=0 style="height: 80px; background: #eee">Drop here</div>
<script>
	function take(files) { ${read}; }
	addEventListener("change", ({ target }) => { if (target.files) take(target.files); });
	detached.onclick = () => {
		const input = document.createElement("input");
		input.type = "file";
		input.onchange = () => take(input.files);
		input.click();
	};
	zone.ondragover = (event) => event.preventDefault();
	zone.ondrop = (event) => { event.preventDefault(); take(event.dataTransfer.files); };
</script>`;

const inner = `<label>Inner <input type=file onchange='fetch("/report", { method: "POST", body: JSON.stringify(this.files[0].name) })'></label>`;

let stage: Stage;
let folder: string;

const text = () => join(folder, "hello.txt");
const table = () => join(folder, "data.csv");

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "monk-upload-"));
	writeFileSync(text(), "hello files");
	writeFileSync(table(), "a,b\n1,2\n");
	stage = await Stage.start({
		"/": page,
		"/framed": '<iframe src="http://other.site/inner"></iframe>',
		"/inner": inner,
	});
}, 60_000);

afterAll(async () => {
	await stage[Symbol.asyncDispose]();
	rmSync(folder, { recursive: true });
});

type How = "by path" | "as bytes";
const ways: readonly How[] = ["by path", "as bytes"];

async function send(tabId: number, paths: readonly string[]): Promise<string> {
	const upload = crypto.randomUUID();
	for (const [file, path] of paths.entries())
		for await (const data of piecesOf(path))
			await stage.browser.owner.ask("upload_bytes", { tabId, upload, file, data });
	return upload;
}

async function give({ tabId, ref }: SharedTab, name: string | undefined, paths: readonly string[], how: How) {
	const target = name === undefined ? { tabId } : { tabId, ref: await ref(name) };
	const upload = how === "as bytes" ? { upload: await send(tabId, paths) } : {};
	return stage.browser.owner.ask("browser_upload_file", {
		...target,
		...upload,
		files: [...(await namedFiles(paths))],
	});
}

const got = ({ page }: SharedTab): Promise<unknown> => page.evaluate("window.got");

const hello = ["hello.txt", "text/plain", 11, "hello files"];
const data = ["data.csv", "text/csv", 8, "a,b\n1,2\n"];

describe.each(ways)("files are given %s", (how) => {
	test("to an input, with the types that their names tell", async () => {
		const tab = await stage.show();
		expect(await give(tab, '"Many"', [text(), table()], how)).toMatchObject({ via: "debugger" });
		expect(await got(tab)).toEqual([hello, data]);
	});

	test("to a hidden input behind its label", async () => {
		const tab = await stage.show();
		await give(tab, 'button "Styled"', [text()], how);
		expect(await got(tab)).toEqual([hello]);
	});

	test("to a button that asks for them with an input that is nowhere in the page", async () => {
		const tab = await stage.show();
		await give(tab, '"Import"', [table()], how);
		expect(await got(tab)).toEqual([data]);
	});

	test("to an input in a frame of another site", async () => {
		const tab = await stage.show("/framed");
		await give(tab, '"Inner"', [text()], how);
		expect(stage.site.reports.at(-1)).toBe("hello.txt");
	});

	test("to the chooser that a click opened", async () => {
		const tab = await stage.show();
		const { tabId, ref } = tab;
		await stage.browser.owner.ask("browser_click", { tabId, ref: await ref('"Import"') });
		await give(tab, undefined, [text()], how);
		expect(await got(tab)).toEqual([hello]);
		expect(await outcomeOf(give(tab, undefined, [text()], how))).toStartWith("NOT_ACTIONABLE");
	});

	test("never where they do not fit", async () => {
		const tab = await stage.show();
		expect(await outcomeOf(give(tab, '"One"', [text(), table()], how))).toStartWith("INVALID_ARGUMENT");
		expect(await outcomeOf(give(tab, '"Dead"', [text()], how))).toStartWith("NOT_ACTIONABLE");
		expect(await tab.page.evaluate("window.got === undefined && one.files.length === 0")).toBe(true);
	});
});

test("files are dropped on a drop zone, which asks for their bytes first", async () => {
	const tab = await stage.show();
	expect(await give(tab, '"Zone"', [text(), table()], "by path")).toEqual({ needs: "bytes" });
	expect(await got(tab)).toBeUndefined();
	await give(tab, '"Zone"', [text(), table()], "as bytes");
	expect(await got(tab)).toEqual([hello, data]);
});

test("a button that asks for no files is told", async () => {
	const tab = await stage.show();
	const end = await outcomeOf(give(tab, '"Nothing"', [text()], "by path"));
	expect(end).toStartWith("NOT_ACTIONABLE");
	expect(end).toContain("asked for no files");
});

test.each(ways)("as much as may be given at once arrives whole %s", async (how) => {
	const [tab, large] = [await stage.show(), join(folder, "large.bin")];
	writeFileSync(large, Buffer.alloc(uploadBytes, "0123456789"));
	await give(tab, '"One"', [large], how);
	// The name tells no type; Chrome has one of its own for that.
	const type = how === "by path" ? "application/octet-stream" : "";
	expect(await got(tab)).toEqual([["large.bin", type, uploadBytes, "01234567890123456789"]]);
	expect(await tab.page.evaluate("one.files[0].slice(-4).text()")).toBe(tail(uploadBytes));
});

test("bytes that are lost on the way are asked for again, and no emptied file is given", async () => {
	const tab = await stage.show();
	const files = [...(await namedFiles([text()]))];
	const target = { tabId: tab.tabId, ref: await tab.ref('"One"'), files };
	expect(await stage.browser.owner.ask("browser_upload_file", { ...target, upload: "lost" })).toEqual({
		needs: "bytes",
	});
	const upload = await send(tab.tabId, [table()]);
	expect(await stage.browser.owner.ask("browser_upload_file", { ...target, upload })).toEqual({ needs: "bytes" });
	expect(await got(tab)).toBeUndefined();
});

test("without access to file addresses the bytes are asked for", async () => {
	const tab = await stage.show();
	const worker = await stage.browser.chrome.serviceWorker();
	await worker.evaluate("chrome.extension.isAllowedFileSchemeAccess = async () => false");
	expect(await give(tab, '"One"', [text()], "by path")).toEqual({ needs: "bytes" });
	await give(tab, '"One"', [text()], "as bytes");
	expect(await got(tab)).toEqual([hello]);
	await worker.detach();
});

const tail = (size: number): string =>
	Array.from({ length: 4 }, (_, index) => String((size - 4 + index) % 10)).join("");
