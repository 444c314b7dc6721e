import { connectOwner } from "../../owner/connect.ts";
import type { Owner } from "../../owner/owner.ts";
import type { Setting } from "../../setting.ts";
import { httpToken } from "../../stores/http-token.ts";
import { systemClock, systemRandom } from "../../system.ts";
import { toolList } from "../../tool-list.ts";
import { type HttpServing, serveHttp } from "./serve-http.ts";

/**
 * Serves MCP over HTTP for the owner in this process. Its sessions call on the control port like any other client, so
 * that nothing about them is special.
 *
 * @throws MonkError PORT_TAKEN, or STATE_UNREADABLE for a token that cannot be trusted
 */
export async function serveOwnerHttp(
	owner: Owner,
	setting: Setting,
	port: number,
	groups: readonly string[],
): Promise<HttpServing> {
	const own: Setting = { ...setting, ports: owner.ports };
	const serving = await serveHttp({
		port,
		token: await httpToken(setting.paths.httpToken, systemRandom),
		connect: (name, client) => connectOwner(own, name, client),
		tools: await toolList(),
		groups,
		clock: systemClock,
		random: systemRandom,
		audit: (event) => owner.audit(event),
	});
	owner.tellHttpPort(serving.port);
	return serving;
}
