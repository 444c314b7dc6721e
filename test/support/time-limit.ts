import { setDefaultTimeout } from "bun:test";

/** Milliseconds for a test or a hook: enough to start a browser on a busy machine, for waits are on conditions. */
setDefaultTimeout(30_000);
