/**
 * The built extension: path in its folder → bytes. From source it is bundled now; the build replaces this module by
 * the finished bytes, so that the binary holds no bundler.
 */
export const extensionFiles = async (): Promise<ReadonlyMap<string, Uint8Array>> =>
	(await import("../../build.ts")).bundleExtension();
