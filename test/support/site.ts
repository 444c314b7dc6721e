/**
 * What a route answers: a page's HTML, or a function. In HTML `http://other.site` and `http://third.site` stand for the
 * same server as another site.
 */
export type Route = string | ((request: Request) => Response | Promise<Response>);

/**
 * Host names that all lead to this machine and are each a site of their own to Chrome: documents of two of them are
 * out of each other's process.
 */
const hosts = { main: "127.0.0.1", other: "localhost", third: "third.localhost" } as const;
export type Host = keyof typeof hosts;

const html = (body: string): Response =>
	new Response(body, { headers: { "content-type": "text/html; charset=utf-8" } });

const never = (): Promise<Response> => new Promise(() => undefined);

/** Headers at once, then a byte now and then: a page that never finishes. */
const trickle = (): Response =>
	new Response(
		new ReadableStream({
			async pull(controller) {
				controller.enqueue(new TextEncoder().encode(" "));
				await Bun.sleep(200);
			},
		}),
		{ headers: { "content-type": "text/html" } },
	);

const denied = (): Response =>
	new Response("who are you?", { status: 401, headers: { "www-authenticate": 'Basic realm="test"' } });

/** Routes that every site has. */
const common: Readonly<Record<string, Route>> = {
	"/hang": never,
	"/trickle": trickle,
	"/slow": async (request) => {
		const url = new URL(request.url);
		await Bun.sleep(Number(url.searchParams.get("ms") ?? 500));
		return html("<title>slow</title><p>here at last</p>");
	},
	"/auth": (request) =>
		request.headers.get("authorization") === `Basic ${btoa("user:secret")}` ? html("<p>welcome</p>") : denied(),
	"/headers": (request) => Response.json(Object.fromEntries(request.headers)),
	"/redirect": (request) => Response.redirect(new URL(request.url).searchParams.get("to") ?? "/", 302),
	"/empty": () => new Response(null, { status: 204 }),
};

/**
 * Web pages for a test, on three sites at once. A page tells what happened to it with
 * `fetch("/report", {method: "POST", body: JSON.stringify(...)})`: the oracle where no debugger is attached.
 */
export class Site implements AsyncDisposable {
	readonly requests: { readonly method: string; readonly path: string; readonly host: string }[] = [];
	readonly reports: unknown[] = [];
	readonly #server: Bun.Server<undefined>;

	constructor(routes: Readonly<Record<string, Route>>) {
		const known = { ...common, ...routes };
		this.#server = Bun.serve({
			hostname: "127.0.0.1",
			port: 0,
			idleTimeout: 0,
			fetch: (request) => this.#answer(known, request),
		});
	}

	/** The address of a path, as seen on one of the three sites. */
	url(path = "/", host: Host = "main"): string {
		return `http://${hosts[host]}:${this.#server.port}${path}`;
	}

	async #answer(routes: Readonly<Record<string, Route>>, request: Request): Promise<Response> {
		const { pathname, hostname } = new URL(request.url);
		this.requests.push({ method: request.method, path: pathname, host: hostname });
		if (pathname === "/report") {
			this.reports.push(await request.json());
			return new Response(null, { status: 204 });
		}
		const status = /^\/status\/(\d{3})$/.exec(pathname)?.[1];
		if (status !== undefined) return new Response(`status ${status}`, { status: Number(status) });
		const route = routes[pathname];
		if (route === undefined) return new Response("nothing here", { status: 404 });
		return typeof route === "string" ? html(this.#addressed(route)) : route(request);
	}

	#addressed(page: string): string {
		return page.replace(/http:\/\/(other|third)\.site\b/g, (_, host: Host) => this.url("", host));
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await this.close();
	}

	async close(): Promise<void> {
		await this.#server.stop(true);
	}
}
