import { join } from "node:path";

/** True in the executable, whose sources lie in a file system of their own. */
export const isCompiled: boolean = /^(?:\/\$bunfs\/|B:[\\/]~BUN)/i.test(import.meta.path);

/** How to start monk once more: the executable alone, or Bun with our entry file. Arguments follow. */
export const selfCommand: readonly [string, ...string[]] = isCompiled
	? [process.execPath]
	: [process.execPath, join(import.meta.dir, "../../cmd/main.ts")];
