import { afterAll, beforeAll, expect, test } from "bun:test";
import type { FrameText } from "../../../ext/reading-api.ts";
import { joinText } from "../../../ext/snapshot/join-text.ts";
import { Chrome } from "../../support/chrome.ts";
import { PageReader } from "../../support/page-reader.ts";

let chrome: Chrome;

beforeAll(async () => {
	chrome = await Chrome.launch();
}, 30_000);

afterAll(async () => {
	await chrome?.close();
});

async function read(html: string, request: object): Promise<FrameText> {
	const page = await chrome.open(`data:text/html,<!doctype html><meta charset=utf-8>${encodeURIComponent(html)}`);
	const text = await new PageReader(page).evaluate<FrameText>(`monk.text(${JSON.stringify(request)})`);
	await page.close();
	return text;
}

const words = async (html: string, format: "text" | "markdown"): Promise<string> => {
	const text = await read(html, { format });
	return joinText([{ frameId: 0, read: text }]);
};

test("text is what a person reads, block by block, without what is hidden", async () => {
	const html = `<h1>Title</h1><p>One <b>two</b>
		three<br>four</p><p hidden>no</p><style>p{}</style><script>1</script><ul><li>a<li>b</ul>
		<table><tr><td>1<td>2<tr><td>3<td>4</table><pre>x
  y</pre><details><summary>More</summary>closed</details><div>first</div><div>second</div><div style="visibility:hidden">no<i style="visibility:visible">yes</i></div>`;
	expect(await words(html, "text")).toBe(
		"Title\n\nOne two three\nfour\n\n- a\n- b\n\n1\t2\n3\t4\n\nx\n  y\n\nMore\n\nfirst\nsecond\nyes",
	);
});

test("text goes through shadow roots and slots in their composed order", async () => {
	const html =
		"<x-a><template shadowrootmode=open><p>before</p><slot></slot><p>after</p></template><p>slotted</p></x-a>";
	expect(await words(html, "text")).toBe("before\n\nslotted\n\nafter");
});

test("values of fields are text, secrets are not", async () => {
	const html = `<input value="typed"> <input type=password value=hunter2> <textarea>long
text</textarea> <select><option>a<option selected>b</select> <input type=checkbox>`;
	const text = await words(html, "text");
	expect(text).toContain("typed");
	expect(text).toContain("long\ntext");
	expect(text).toContain("b");
	expect(text).not.toContain("hunter2");
});

test("fields stand apart, and what they hold is told from what they are called", async () => {
	const html = `<label>Name<input value="Ada"></label><label>Town<input placeholder="Where you live"></label>
		<label>Code<input type=password value=hunter2></label><label>Pin<input type=password></label><br>
		<label><input type=radio>Radio one</label><label><input type=radio>Radio two</label><br>
		<button>Save</button><button>Send</button><input type=submit value="Go"><textarea>a
b</textarea><select><option>no<option selected>yes</select>`;
	const text = "Name [Ada] Town Code [masked] Pin\nRadio one Radio two\nSave Send Go [a\nb] [yes]";
	expect(await words(html, "text")).toBe(text);
	expect(await words(html, "markdown")).toBe(text);
});

test("markdown keeps headings, links, lists, quotes, code and tables", async () => {
	const html = `<h2>Title</h2><p>See <a href="/x">this <b>page</b></a> and <code>y</code>.</p>
		<ol start=3><li>three<li>four<ul><li>inner</ul></ol><blockquote>said</blockquote><pre><code>a
  b</code></pre><table><tr><th>N<th>M<tr><td>1|2<td>3</table><hr><img alt="Cat" src="data:,">`;
	expect(await words(html, "markdown")).toBe(
		[
			"## Title",
			"See [this **page**](/x) and `y`.",
			"3. three\n4. four\n  - inner",
			"> said",
			"```\na\n  b\n```",
			"| N | M |\n| --- | --- |\n| 1\\|2 | 3 |",
			"---",
			"![Cat]",
		].join("\n\n"),
	);
});

test("a part that is not there is said to be missing", async () => {
	expect(await read("<p>x</p>", { format: "text", root: { selector: "#no" } })).toMatchObject({
		missingRoot: "absent",
	});
	expect((await read("<p>x</p><b>y</b>", { format: "text", root: { selector: "b" } })).parts).toEqual(["y"]);
});

test("the places of frames stand among the words", async () => {
	const html = "<p>a</p><iframe srcdoc=x></iframe><p>b</p>";
	expect((await read(html, { format: "text" })).parts).toEqual(["a", { index: 0 }, "b"]);
	expect(
		joinText([
			{ frameId: 0, read: { parts: ["a", { index: 0 }, "b", { index: 1 }] } },
			{ frameId: 4, parentFrameId: 0, read: { parts: ["framed"], place: { index: 0 } } },
		]),
	).toBe("a\n\nframed\n\nb\n\n[unavailable: the frame did not answer]");
});

test("a frame that was not read says why in its place, and so do several for one reason", () => {
	const top = { frameId: 0, read: { parts: ["a", { index: 0 }, "b", { index: 1 }] } };
	const silent = (frameId: number, unavailable: string) => ({ frameId, parentFrameId: 0, read: { unavailable } });
	expect(joinText([top, silent(4, "ruled out"), silent(5, "ruled out")])).toBe(
		"a\n\n[unavailable: ruled out]\n\nb\n\n[unavailable: ruled out]",
	);
	expect(joinText([top, silent(4, "ruled out"), silent(5, "busy")])).toBe(
		"a\n\n[unavailable: the frame did not answer]\n\nb\n\n[unavailable: the frame did not answer]",
	);
});
