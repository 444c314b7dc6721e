/** Bytes of UTF-8 that a source may have; ScriptCat's own limit. Beside the shapes, so that a command can know it. */
export const MAX_SOURCE_BYTES = 2 * 1024 * 1024;
