/** Writes everything that is made from the catalogue: the page of the tools, and what `bun run protocol` writes. */
import { join } from "node:path";
import { documentTools } from "../lib/catalog/document.ts";
import { listTools } from "../lib/catalog/listing.ts";
import { writeProtocolFiles } from "./protocol.ts";

export const toolsPage = join(import.meta.dir, "../lib/catalog/TOOLS.md");

if (import.meta.main) {
	await Bun.write(toolsPage, documentTools(listTools()));
	await writeProtocolFiles();
}
