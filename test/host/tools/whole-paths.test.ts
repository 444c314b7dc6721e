import { expect, test } from "bun:test";
import { homedir } from "node:os";
import { join } from "node:path";
import { withWholePaths } from "../../../lib/host/tools/whole-paths.ts";

test.each([
	["browser_upload_file", { ref: "e1", paths: ["a.txt", "/b.txt"] }, { ref: "e1", paths: ["/here/a.txt", "/b.txt"] }],
	["browser_file_upload", { paths: ["../a.txt"] }, { paths: ["/a.txt"] }],
	["browser_upload_file", { path: "a.txt" }, { path: "/here/a.txt" }],
	["browser_upload_file", { paths: ["~/a.txt", "~b"] }, { paths: [join(homedir(), "a.txt"), "/here/~b"] }],
	["browser_upload_file", { paths: [1] }, { paths: [1] }],
	["browser_type", { text: "a.txt", paths: ["a"] }, { text: "a.txt", paths: ["a"] }],
])("files count from the client's own folder: %s %j", (name, args, whole) => {
	expect(withWholePaths(name, args, "/here")).toEqual(whole);
});
