import type { Tool } from "../executor.ts";
import { back } from "../history.ts";

export const goBack: Tool<"browser_go_back"> = back;
