import { expect, test } from "bun:test";
import { createServer } from "node:net";
import { dialPort } from "../../../lib/host/sockets/client-transport.ts";
import { rejection } from "../../support/test-owner.ts";

test("a program that takes the connection and says nothing is given up, and named", async () => {
	const silent = createServer(() => undefined);
	await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
	const address = silent.address();
	const port = typeof address === "object" && address !== null ? address.port : 0;
	expect(await rejection(dialPort(port, 50))).toMatchObject({
		code: "PORT_TAKEN",
		message: expect.stringContaining(`port ${port} is held by`),
	});
	silent.close();
});
