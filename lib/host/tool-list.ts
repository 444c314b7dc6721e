import type { ListedTool } from "../catalog/listing.ts";

export type { ArgSchema, ArgsSchema, ListedTool, OutputSchema } from "../catalog/listing.ts";

/**
 * The tools as plain JSON. From source they are computed; the build replaces this module by the finished list, so
 * that `monk call` never loads arktype.
 */
export const toolList = async (): Promise<readonly ListedTool[]> => (await import("../catalog/listing.ts")).listTools();
