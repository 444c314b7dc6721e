import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ToolResult } from "../../lib/catalog/control.ts";
import type { LastingClient } from "../../lib/host/owner/connect.ts";
import { dialOwner, type OwnerConnection } from "../../lib/host/owner/control-client.ts";
import { type Owner, startOwner } from "../../lib/host/owner/owner.ts";
import type { OwnerOptions } from "../../lib/host/owner/parts.ts";
import { type Paths, pathsIn } from "../../lib/host/paths.ts";
import { systemClock, systemRandom } from "../../lib/host/system.ts";
import type { Credentials } from "../../lib/session/extension-session.ts";
import type { Clock } from "../../lib/wire/transport.ts";
import { type ExtensionOptions, ScriptedExtension } from "./scripted-extension.ts";

/** A real owner in this process, on free ports and in a folder of its own. */
export class TestOwner implements AsyncDisposable {
	readonly #connections = new Set<OwnerConnection>();
	readonly #extensions = new Set<ScriptedExtension>();

	private constructor(
		readonly owner: Owner,
		readonly paths: Paths,
		private readonly keepsFolder: boolean,
	) {}

	/** @param home an existing folder, which is then left in place */
	static async start(home?: string, clock: Clock = systemClock, more: Partial<OwnerOptions> = {}): Promise<TestOwner> {
		const paths = pathsIn(home ?? (await mkdtemp(join(tmpdir(), "monk-owner-"))));
		const owner = await startOwner({
			paths,
			ports: { control: 0, link: 0 },
			version: "0.1.0",
			pid: process.pid,
			clock,
			random: systemRandom,
			linkOrigins: [],
			...more,
		});
		return new TestOwner(owner, paths, home !== undefined);
	}

	/** @param lasting what a client that has known another owner brings along; @param port of what stands between */
	async client(
		version = "0.1.0",
		lasting?: Partial<LastingClient>,
		port = this.owner.ports.control,
	): Promise<OwnerConnection> {
		const connection = await dialOwner({
			port,
			tokenFile: this.paths.token,
			version,
			pid: process.pid,
			clock: systemClock,
			random: systemRandom,
			client: {
				name: "a test",
				...(lasting?.id === undefined ? {} : { id: lasting.id }),
				...(lasting?.state === undefined ? {} : { state: lasting.state }),
			},
		});
		this.#connections.add(connection);
		return connection;
	}

	/** Fresh credentials, as `monk open` gets them. */
	async enrol(): Promise<Extract<Credentials, { key: unknown }>> {
		const client = await this.client();
		const { instanceId, key } = await client.request("enroll", { label: "test" });
		client.close();
		return { instanceId, key: Uint8Array.fromHex(key) };
	}

	async extension(options: Partial<ExtensionOptions> = {}): Promise<ScriptedExtension> {
		const credentials = options.credentials ?? (await this.enrol());
		const extension = await ScriptedExtension.connect({ linkPort: this.owner.ports.link, ...options, credentials });
		this.#extensions.add(extension);
		return extension;
	}

	/** Calls a tool as a client of its own. */
	async call(
		name: string,
		args: Record<string, unknown> = {},
		signal = new AbortController().signal,
	): Promise<ToolResult> {
		return this.owner.callTool({ client: { name: "a test" }, name, args, signal });
	}

	async audit(): Promise<readonly Record<string, unknown>[]> {
		const text = await readFile(this.paths.audit, "utf8");
		return text
			.split("\n")
			.filter((line) => line !== "")
			.map((line) => JSON.parse(line));
	}

	async [Symbol.asyncDispose](): Promise<void> {
		for (const connection of this.#connections) connection.close();
		for (const extension of this.#extensions) extension.close();
		await this.owner.stop("the test is over");
		if (!this.keepsFolder) await rm(this.paths.home, { recursive: true, force: true });
	}
}

export const textOf = (result: ToolResult): string =>
	result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");

/** Undefined when it went well. */
export const codeOf = ({ isError, structuredContent }: ToolResult): unknown =>
	isError && structuredContent && "code" in structuredContent ? structuredContent.code : undefined;

/**
 * With what a promise rejects. Bun's `expect(…).rejects` turns the event loop itself, and takes an error that the
 * owner in the same process throws and answers meanwhile for the test's own.
 */
export const rejection = (promise: Promise<unknown>): Promise<unknown> =>
	promise.then(
		(value) => Promise.reject(new Error(`it gave ${Bun.inspect(value)}`)),
		(thrown: unknown) => thrown,
	);
