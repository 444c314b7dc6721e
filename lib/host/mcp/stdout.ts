import { Writable } from "node:stream";

/**
 * Keeps standard output for MCP alone.
 *
 * A client reads each line of it as a message, so one print of some dependency breaks the connection. This gives the
 * caller the only way to the real stream and turns every other writer to standard error. Call it before anything
 * else is loaded.
 */
export function claimStdout(): Writable {
	const write = process.stdout.write.bind(process.stdout);
	process.stdout.write = process.stderr.write.bind(process.stderr) as typeof process.stdout.write;
	for (const method of ["log", "info", "debug", "dir", "table", "group"] as const) {
		console[method] = (...values: unknown[]) => console.error(...values);
	}
	return new Writable({
		write(chunk, encoding, done) {
			write(chunk, encoding, (error) => done(error));
		},
	});
}
