import type { Tool } from "../executor.ts";
import { forward } from "../history.ts";

export const goForward: Tool<"browser_go_forward"> = forward;
