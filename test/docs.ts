/** Writes the pages that are made from the catalogue. */
import { join } from "node:path";
import { documentTools } from "../lib/catalog/document.ts";
import { listTools } from "../lib/catalog/listing.ts";

export const toolsPage = join(import.meta.dir, "../lib/catalog/TOOLS.md");

if (import.meta.main) await Bun.write(toolsPage, documentTools(listTools()));
