import { expect, test } from "bun:test";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { EventLog } from "../../../../lib/host/mcp/http/event-log.ts";

const message = (text: string): JSONRPCMessage => ({ jsonrpc: "2.0", method: "m", params: { text } });

const after = async (log: EventLog, id: string) => {
	const told: JSONRPCMessage[] = [];
	const stream = await log.replayEventsAfter(id, { send: async (_, sent) => void told.push(sent) });
	return { stream, told };
};

test("what a stream carried after an event is told again, of that stream alone and without its empty first", async () => {
	const log = new EventLog();
	const first = await log.storeEvent("a", {} as JSONRPCMessage);
	await log.storeEvent("a", message("1"));
	await log.storeEvent("b", message("other"));
	const third = await log.storeEvent("a", message("2"));
	expect(await after(log, first)).toEqual({ stream: "a", told: [message("1"), message("2")] });
	expect(await after(log, third)).toEqual({ stream: "a", told: [] });
	expect(await log.getStreamIdForEventId(third)).toBe("a");
});

test("only the last events are kept, in number and in size", async () => {
	const log = new EventLog();
	const first = await log.storeEvent("a", message("1"));
	for (let count = 0; count < 256; count++) await log.storeEvent("a", message("more"));
	expect(await log.getStreamIdForEventId(first)).toBeUndefined();
	const large = new EventLog();
	const ids: string[] = [];
	for (let count = 0; count < 4; count++) ids.push(await large.storeEvent("a", message("x".repeat(6 * 1024 * 1024))));
	const kept = await Promise.all(ids.map((id) => large.getStreamIdForEventId(id)));
	expect(kept).toEqual([undefined, undefined, "a", "a"]);
});
