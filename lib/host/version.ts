import { version } from "../../package.json";

/** The product's version: the same for the binary and the extension that it carries. */
export const VERSION: string = version;
