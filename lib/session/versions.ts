import type { CAPABILITIES_SCHEMA, PROTOCOL_VERSION } from "../catalog/session.ts";

// The catalogue's own constants, as literals that do not compile when they differ: this layer carries no arktype.
export const PROTOCOL: typeof PROTOCOL_VERSION = 1;
export const SCHEMA: typeof CAPABILITIES_SCHEMA = "1.0.0";
