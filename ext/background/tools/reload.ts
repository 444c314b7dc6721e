import type { Tool } from "../executor.ts";
import { reloading } from "../history.ts";

export const reload: Tool<"browser_reload"> = reloading;
