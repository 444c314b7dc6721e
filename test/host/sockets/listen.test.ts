import { expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { Guesses } from "../../../lib/host/sockets/guesses.ts";
import { type Listening, type ListenOptions, listen } from "../../../lib/host/sockets/listen.ts";
import { isLoopbackHost } from "../../../lib/host/sockets/loopback.ts";
import { describeHolder } from "../../../lib/host/sockets/port-holder.ts";
import { limits } from "../../../lib/wire/limits.ts";
import type { Transport } from "../../../lib/wire/transport.ts";
import { eventually } from "../../support/eventually.ts";
import { ManualClock } from "../../support/manual-clock.ts";

interface Heard {
	readonly transports: Transport[];
	readonly texts: string[];
	readonly closes: number[];
	readonly refused: string[];
}

async function start(more: Partial<ListenOptions> = {}): Promise<Listening & Heard> {
	const heard: Heard = { transports: [], texts: [], closes: [], refused: [] };
	const listening = await listen({
		port: 0,
		name: "test",
		flag: "--test-port",
		maxFrameBytes: 64 * 1024,
		refuseOrigin: () => undefined,
		onConnection(transport) {
			heard.transports.push(transport);
			transport.onMessage((text) => heard.texts.push(text));
			transport.onClose((code) => heard.closes.push(code));
		},
		onRefused: (why) => heard.refused.push(why),
		...more,
	});
	return { ...listening, ...heard };
}

async function dial(port: number): Promise<WebSocket> {
	const socket = new WebSocket(`ws://127.0.0.1:${port}/`);
	const { promise, resolve } = Promise.withResolvers<void>();
	for (const event of ["open", "close"]) socket.addEventListener(event, () => resolve(), { once: true });
	await promise;
	return socket;
}

const closeOf = (socket: WebSocket): Promise<number> =>
	new Promise((resolve) => socket.addEventListener("close", ({ code }) => resolve(code)));

/** A WebSocket client that stops reading after the handshake. */
async function dialDeaf(port: number): Promise<Socket> {
	const socket = connect({ host: "127.0.0.1", port });
	socket.write(
		[
			"GET / HTTP/1.1",
			`Host: 127.0.0.1:${port}`,
			"Connection: Upgrade",
			"Upgrade: websocket",
			"Sec-WebSocket-Version: 13",
			"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
			"",
			"",
		].join("\r\n"),
	);
	await new Promise((resolve) => socket.once("data", resolve));
	socket.pause();
	return socket;
}

test("a peer that does not read is cut off with a fault, and no message passes for sent that was dropped", async () => {
	const port = await start();
	const deaf = await dialDeaf(port.port);
	const [transport] = port.transports;
	const text = "x".repeat(60 * 1024);
	let thrown: unknown;
	for (let sent = 0; sent < 10_000 && thrown === undefined; sent++)
		try {
			transport?.send(text);
		} catch (error) {
			thrown = error;
		}
	expect(String(thrown)).toContain("could not take the message");
	await eventually(() => port.closes.length === 1);
	expect(() => transport?.send("more")).toThrow("closed");
	deaf.destroy();
	await port.stop();
});

test("a peer that reads slowly gets every message, in order", async () => {
	const port = await start({ maxFrameBytes: 16 * 1024 * 1024 });
	const socket = await dial(port.port);
	const lengths: number[] = [];
	socket.addEventListener("message", ({ data }) => lengths.push(String(data).length));
	const sent = Array.from({ length: 24 }, (_, index) => 512 * 1024 + index);
	for (const length of sent) port.transports[0]?.send("x".repeat(length));
	await eventually(() => lengths.length === sent.length);
	expect(lengths).toEqual(sent);
	await port.stop();
});

test("a frame of the limit passes, and one byte more ends the connection", async () => {
	const port = await start();
	const socket = await dial(port.port);
	socket.send("x".repeat(64 * 1024));
	await eventually(() => port.texts.length === 1);
	const closed = closeOf(socket);
	socket.send("x".repeat(64 * 1024 + 1));
	expect(await closed).not.toBe(1000);
	expect(port.texts).toHaveLength(1);
	await port.stop();
});

test("a binary message ends the connection with 1003", async () => {
	const port = await start();
	const socket = await dial(port.port);
	const closed = closeOf(socket);
	socket.send(new Uint8Array([1, 2, 3]));
	expect(await closed).toBe(1003);
	expect(port.texts).toEqual([]);
	await port.stop();
});

test("no more sockets are let in than the listener may hold, until one goes", async () => {
	const port = await start();
	const sockets = await Promise.all(Array.from({ length: limits.connectionsPerListener }, () => dial(port.port)));
	expect(port.transports).toHaveLength(limits.connectionsPerListener);
	const refused = await dial(port.port);
	expect(refused.readyState).not.toBe(WebSocket.OPEN);
	expect(port.refused).toEqual(["too many connections"]);
	sockets[0]?.close();
	await eventually(async () => (await dial(port.port)).readyState === WebSocket.OPEN);
	await port.stop();
});

test("what is no upgrade is told that one is needed", async () => {
	const port = await start();
	expect((await fetch(`http://127.0.0.1:${port.port}/`)).status).toBe(426);
	await port.stop();
});

test("stopping lets what was sent arrive", async () => {
	const port = await start();
	const socket = await dial(port.port);
	const heard: string[] = [];
	socket.addEventListener("message", ({ data }) => heard.push(String(data)));
	const closed = closeOf(socket);
	for (let index = 0; index < 50; index++) port.transports[0]?.send(`${index}`);
	await port.stop();
	expect(await closed).toBe(1001);
	expect(heard).toHaveLength(50);
});

test("many wrong keys and codes are told with their number and port until ten minutes later, a few are not", () => {
	const clock = new ManualClock();
	const guesses = new Guesses(clock, "link");
	for (let guess = 0; guess < 9; guess++) guesses.add();
	expect(guesses.problems).toEqual([]);
	clock.advance(5 * 60_000);
	for (let guess = 0; guess < 3; guess++) guesses.add();
	const at = new Date(clock.now()).toISOString();
	expect(guesses.problems).toEqual([
		expect.stringContaining(`12 wrong keys or codes came to the link port in the last 10 minutes, the last at ${at}`),
	]);
	clock.advance(5 * 60_000);
	expect(guesses.problems).toEqual([]);
});

const hosts = [
	["127.0.0.1:9220", true],
	["localhost", true],
	["LOCALHOST:1", true],
	["[::1]:9220", true],
	[null, false],
	["", false],
	["evil.example:9220", false],
	["127.0.0.1.evil.example", false],
	["localhost.evil.example:9220", false],
	["127.0.0.1@evil.example", false],
	["0.0.0.0:9220", false],
	["127.0.0.1:9220:1", false],
] as const;

for (const [host, is] of hosts)
	test(`the Host ${host === null ? "that is missing" : `"${host}"`} ${is ? "names" : "does not name"} this machine`, () => {
		expect(isLoopbackHost(host)).toBe(is);
	});

test.if(process.platform === "linux")("whoever holds a port is named", async () => {
	const port = await start();
	expect(await describeHolder(port.port)).toContain(`(process ${process.pid})`);
	await port.stop();
	expect(await describeHolder(port.port)).toBe("another program");
});
