import { isSameSecret } from "../../owner/token.ts";
import { isLoopbackHost } from "../../sockets/loopback.ts";

/** Where agents call. */
export const mcpPath = "/mcp";

export interface Refusal {
	readonly status: 401 | 403 | 404;
	/** For the audit; the caller is told no more than the status says. */
	readonly why: string;
}

export interface Door {
	readonly port: number;
	readonly token: string;
}

/** A page of ours does not exist, so this is whoever sends an Origin though it is no page, such as a test of servers. */
const isOwnOrigin = (origin: string, port: number): boolean =>
	["127.0.0.1", "localhost", "[::1]"].some((host) => origin === `http://${host}:${port}`);

/** The token of an `Authorization: Bearer` header (RFC 6750 §2.1); the scheme's name is in any letter case. */
const bearer = (header: string | null): string => /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1] ?? "";

/**
 * Why a request is not let in, or nothing. Pages are turned away first: their Origin tells them, and a Host that is no
 * name of this machine tells one whose own name was pointed here. The token comes before the path, so that whoever has
 * none learns nothing of what is here.
 */
export function refusalOf(request: Request, { port, token }: Door): Refusal | undefined {
	const { headers, url } = request;
	if (!isLoopbackHost(headers.get("host"))) return { status: 403, why: "the Host header does not name this machine" };
	const origin = headers.get("origin");
	if (origin !== null && !isOwnOrigin(origin, port)) return { status: 403, why: "a web page called on the HTTP port" };
	const given = bearer(headers.get("authorization"));
	if (given === "") return { status: 401, why: "no token was given" };
	if (!isSameSecret(given, token)) return { status: 401, why: "wrong token" };
	if (new URL(url).pathname !== mcpPath) return { status: 404, why: "there is nothing at that path" };
	return undefined;
}

const words = { 401: "Unauthorized", 403: "Forbidden", 404: "Not Found" } as const;

/** An error in the form that MCP clients read. */
export const errorResponse = (status: number, message: string, headers: Record<string, string> = {}): Response =>
	Response.json({ jsonrpc: "2.0", error: { code: -32_000, message }, id: null }, { status, headers });

export const refuse = ({ status }: Refusal): Response =>
	errorResponse(status, words[status], status === 401 ? { "www-authenticate": "Bearer" } : {});
