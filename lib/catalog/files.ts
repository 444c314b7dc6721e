import { type } from "arktype";
import { request, tabParams, tool } from "./define.ts";
import { outcome, settling, settlingAbout } from "./input.ts";

const target = { "ref?": "string > 0", "element?": "string", ...settling } as const;

/** Bytes that all files of a call may have together: what a page must hold in memory at once. */
export const uploadBytes = 24 * 1024 * 1024;

export const fileMessages = {
	browser_upload_file: request(
		"owner",
		"act",
		60_000,
		type({
			"+": "reject",
			...target,
			files: type({
				"+": "reject",
				/** Absolute, on the owner's machine, which is the browser's. */
				path: "string > 0",
				name: "string > 0",
				/** MIME type; empty where the name tells none. */
				type: "string",
				/** Bytes. */
				size: "number.integer >= 0",
				/** Milliseconds since the epoch. */
				lastModified: "number",
			})
				.array()
				.atLeastLength(1),
			/** The bytes have come already, by `upload_bytes` under this name. */
			"upload?": "string > 0",
			...tabParams,
		}),
		type({ "+": "reject", ...outcome })
			/**
			 * Nothing was done, and the bytes must come first: Chrome lets the extension hand over no paths here, or those that
			 * came are lost.
			 */
			.or({ "+": "reject", needs: "'bytes'" }),
	),
	/** A piece of a file, in order; kept until the upload of that name is carried out or a minute has passed. */
	upload_bytes: request(
		"owner",
		"act",
		15_000,
		type({ "+": "reject", upload: "string > 0", file: "number.integer >= 0", data: "string > 0", ...tabParams }),
		type({ "+": "reject" }),
	),
} as const;

export const fileTools = {
	browser_upload_file: tool({
		title: "Upload files",
		about:
			"Give files to a file input, to the button that asks for them, or to the place where they are dropped, and return the page's snapshot. 24 MiB in all.",
		group: "core",
		target: "tab",
		effect: "act",
		args: type({ "+": "reject", paths: "string[] >= 1", ...target }),
		argsAbout: {
			paths: "Paths of the files; relative ones count from your own current folder",
			ref: "Ref of the file input, its button or its drop zone; without it the file chooser that a click opened",
			element: "What you call it; shown to the person and logged",
			...settlingAbout,
		},
		example: "monk call browser_upload_file --ref e7 --paths report.pdf",
	}),
} as const;
