/** For the commands, which know the catalogue through this folder alone. */
export { listedName } from "../../catalog/aliases.ts";
