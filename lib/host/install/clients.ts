import { join } from "node:path";
import type { Environment } from "../paths.ts";

/** How a client writes its settings: JSON with comments where its own parser takes them. */
export type Format = "json" | "jsonc" | "toml";

type System = "linux" | "darwin" | "win32";

/** How to start monk. */
export interface Command {
	readonly command: string;
	readonly args: readonly string[];
	/** Variables that this monk was started with and the client's would be missing. */
	readonly env?: Readonly<Record<string, string>>;
}

export interface McpHost {
	readonly title: string;
	readonly format: Format;
	/** Where its settings lie: `~` is the home, `{NAME|other}` a variable or what stands for it. */
	readonly path: string | Readonly<Record<System, string>>;
	/** The key under which its MCP servers stand. */
	readonly key: string;
	/** What it wants beside the command. */
	readonly beside?: Readonly<Record<string, string>>;
	/** What makes it read its settings anew. */
	readonly next: string;
}

const stdio = { type: "stdio" } as const;

/**
 * The clients that monk can be installed into, and where each one's own documentation says that its settings of a
 * user lie.
 */
export const mcpHosts = {
	"claude-code": {
		title: "Claude Code",
		format: "json",
		path: "{CLAUDE_CONFIG_DIR|~}/.claude.json",
		key: "mcpServers",
		beside: stdio,
		next: "Start Claude Code anew; /mcp shows its servers.",
	},
	"claude-desktop": {
		title: "Claude Desktop",
		format: "json",
		path: {
			darwin: "~/Library/Application Support/Claude/claude_desktop_config.json",
			win32: "{APPDATA|~/AppData/Roaming}/Claude/claude_desktop_config.json",
			linux: "{XDG_CONFIG_HOME|~/.config}/Claude/claude_desktop_config.json",
		},
		key: "mcpServers",
		next: "Quit Claude Desktop and start it anew.",
	},
	cursor: {
		title: "Cursor",
		format: "jsonc",
		path: "~/.cursor/mcp.json",
		key: "mcpServers",
		next: "Switch monk on in Cursor's settings, under MCP.",
	},
	vscode: {
		title: "VS Code",
		format: "jsonc",
		path: {
			darwin: "~/Library/Application Support/Code/User/mcp.json",
			win32: "{APPDATA|~/AppData/Roaming}/Code/User/mcp.json",
			linux: "{XDG_CONFIG_HOME|~/.config}/Code/User/mcp.json",
		},
		key: "servers",
		beside: stdio,
		next: "Run the command `MCP: List Servers` in VS Code and start monk.",
	},
	windsurf: {
		title: "Windsurf",
		format: "jsonc",
		path: "~/.codeium/windsurf/mcp_config.json",
		key: "mcpServers",
		next: "Refresh the MCP servers in Windsurf's Cascade panel.",
	},
	codex: {
		title: "Codex CLI",
		format: "toml",
		path: "{CODEX_HOME|~/.codex}/config.toml",
		key: "mcp_servers",
		next: "Start Codex anew; /mcp shows its servers.",
	},
	"gemini-cli": {
		title: "Gemini CLI",
		format: "jsonc",
		path: "~/.gemini/settings.json",
		key: "mcpServers",
		next: "Start Gemini CLI anew; /mcp shows its servers.",
	},
	zed: {
		title: "Zed",
		format: "jsonc",
		path: {
			darwin: "{XDG_CONFIG_HOME|~/.config}/zed/settings.json",
			win32: "{APPDATA|~/AppData/Roaming}/Zed/settings.json",
			linux: "{XDG_CONFIG_HOME|~/.config}/zed/settings.json",
		},
		key: "context_servers",
		next: "Zed reads it at once; its agent panel's settings show monk.",
	},
} as const satisfies Record<string, McpHost>;

export type McpHostName = keyof typeof mcpHosts;

export interface Machine {
	readonly platform: NodeJS.Platform;
	readonly home: string;
	readonly env: Environment;
}

const systemOf = (platform: NodeJS.Platform): System =>
	platform === "darwin" || platform === "win32" ? platform : "linux";

/** Where a client's settings lie on a machine. */
export function settingsPath({ path }: McpHost, { platform, home, env }: Machine): string {
	const written = typeof path === "string" ? path : path[systemOf(platform)];
	const placed = written.replace(/^\{(\w+)\|([^}]*)\}/, (_, name: string, other: string) => env[name] || other);
	return placed.startsWith("~") ? join(home, placed.slice(1)) : join(placed);
}

/** What stands under monk's name in a client's settings. */
export const entryFor = ({ beside }: McpHost, { command, args, env }: Command): Readonly<Record<string, unknown>> => ({
	...beside,
	command,
	args: [...args],
	...(env === undefined ? {} : { env: { ...env } }),
});
