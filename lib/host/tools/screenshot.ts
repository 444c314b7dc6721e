import type { ToolArgs } from "../../catalog/catalog.ts";
import { MonkError } from "../../errors/error.ts";
import type { ToolHandler } from "./handler.ts";

/** Characters of base64, about 4.5 MB of image: what agents' clients take inside a message. */
const inlineChars = 6_000_000;

const formatOf = ({ format, file }: ToolArgs<"browser_screenshot">): "png" | "jpeg" =>
	format ?? (/\.jpe?g$/i.test(file ?? "") ? "jpeg" : "png");

/** The file is written by the client's own process, into its own folder: see `save.ts`. */
export const screenshot: ToolHandler<ToolArgs<"browser_screenshot">> = {
	on: "tab",
	async run(args, call) {
		const { file, ...wish } = args;
		const { data, mimeType, width, height, shrunk } = await call.ask("browser_screenshot", {
			...wish,
			format: formatOf(args),
		});
		if (file === undefined && data.length > inlineChars)
			throw new MonkError("PAYLOAD_TOO_LARGE", `the picture has ${Math.round((data.length * 3) / 4 / 1e6)} MB`, {
				hint: "Give a `file`, or ask for jpeg, one element, or the view alone.",
			});
		const smaller = shrunk ? ", made smaller to fit" : "";
		return {
			result: `Picture of ${width} × ${height} pixels${smaller}`,
			image: { data, mimeType },
			page: { profile: call.profile.slug, tab: call.tab.slot, url: call.tab.url },
			structured: { width, height, mimeType, ...(file === undefined ? {} : { file }) },
		};
	},
};
