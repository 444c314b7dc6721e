import type { LinkResult } from "../../lib/catalog/catalog.ts";
import { shownAddress } from "../../lib/errors/shown-address.ts";
import { maskSecrets } from "../snapshot/secrets.ts";
import type { NetworkEntry } from "./debugger/network-log.ts";

type Listed = LinkResult<"browser_network_requests">["requests"][number];

/** Headers whose value is a secret by its very purpose. */
const secretHeader =
	/^(?:authorization|proxy-authorization|cookie|set-cookie)$|token|secret|api-?key|csrf|xsrf|session/i;

export const maskHeaders = (headers: Readonly<Record<string, string>>): Record<string, string> =>
	Object.fromEntries(
		Object.entries(headers).map(([name, value]) => [name, secretHeader.test(name) ? "[masked]" : maskSecrets(value)]),
	);

/** Parameters of an address that are credentials by their name. */
const secretParameter = /([?&#](?:[\w-]*(?:token|secret|password|passwd|api_?key|signature|code)|sig|auth)=)[^&#]*/gi;

export const maskAddress = (url: string): string =>
	maskSecrets(shownAddress(url).replace(secretParameter, "$1[masked]"));

const tenths = (seconds: number): number => Math.round(seconds * 10_000) / 10;

/** Milliseconds by the debugger's clock. */
export const between = (from: number, to: number | undefined): number | undefined =>
	to === undefined ? undefined : tenths(to - from);

/** A request as a line of the list tells it. */
export function listedEntry({ id, method, url, type, answer, error, sent, ended, bytes }: NetworkEntry): Listed {
	const ms = between(sent, ended);
	return {
		id,
		method,
		url: maskAddress(url),
		type,
		...(answer === undefined ? {} : { status: answer.status }),
		...(error === undefined ? {} : { error }),
		...(ms === undefined ? {} : { ms }),
		...(bytes === undefined ? {} : { bytes }),
	};
}

export const isFailed = ({ error, answer }: NetworkEntry): boolean =>
	error !== undefined || (answer !== undefined && answer.status >= 400);
