const KiB = 1024;
const MiB = 1024 * KiB;

/**
 * Every bound that the wire and the session keep, each with its unit in its name and what it guards against.
 * Sizes are checked before anything is parsed.
 */
export const limits = {
	/** Memory and parse time that one frame can cost on the monk link; results of 64 MiB are Chrome's own message limit. */
	linkFrameBytes: 64 * MiB,
	/** The same on the control port, which carries the same results. */
	controlFrameBytes: 64 * MiB,
	/** ScriptCat's own limit: a larger frame is a fault or an attack. */
	scriptCatFrameBytes: 4 * MiB,
	/**
	 * A frame before authentication: whoever proved nothing gets no more of our time than this costs. A mebibyte of
	 * brackets keeps a parser busy for more than half a second (measured).
	 */
	handshakeBytes: 64 * KiB,
	/** A result past this travels in chunks, so that one screenshot does not hold up every pong and call behind it. */
	chunkBytes: MiB,
	/**
	 * What waits to leave for one peer that reads slowly or not at all; a result past it is refused with a code, so that
	 * the peer hears why. It holds the largest result there can be and some more.
	 */
	queuedBytes: 96 * MiB,
	/** The same over all clients together: past it the one that lets most wait is cut off, and the others lose nothing. */
	queuedInAllBytes: 256 * MiB,
	/** Beyond this in the transport no further chunk is given to it, so that a ping passes before a long result. */
	inTransportBytes: 4 * MiB,
	/** Between two looks whether the transport has room again. */
	drainLookMs: 10,
	/** Results that may be half received at once: a peer that begins thousands and ends none would fill memory. */
	chunkedAtOnce: 8,
	/** Ids and method names are echoed and kept in maps; longer ones only serve to fill them. */
	idChars: 128,
	methodChars: 128,
	/** Calls in flight per peer and direction: a flood would fill the maps and the queues behind them. */
	callsInFlight: 256,
	/** Messages kept for a handler that is not set yet; past it the connection closes, since dropping one would lose it. */
	heldMessages: 256,

	/** A socket that never proves who it is holds a slot of the listener. */
	authenticateMs: 5_000,
	/** A socket that authenticated and then says nothing. */
	helloMs: 10_000,
	/** The same, after the greeting. */
	capabilitiesMs: 5_000,
	/**
	 * ScriptCat verifies the owner's MAC asynchronously and drops the connection on any other frame that comes
	 * meanwhile, so its greeting waits this long.
	 */
	greetingGapMs: 50,
	/** Between a refusal and the close, so that the refusal is read; an extension that ignores it holds a slot no longer. */
	refusalGapMs: 50,

	/** Liveness: half-open sockets are noticed within `every × (missed + 1)`. */
	framesPingMs: 10_000,
	framesPingsMissed: 3,
	jsonRpcPingMs: 30_000,
	jsonRpcPingsMissed: 1,

	/** A code that someone saw over a shoulder, or that an extension keeps sending. */
	pairingCodeMs: 120_000,
	/** Online guessing of 40 bits: the window dies at the third wrong MAC. */
	pairingWrongMacs: 3,
	/** An approval page left open for ever. */
	approvalMs: 300_000,

	/** Sockets that say nothing must not exhaust descriptors. */
	connectionsPerListener: 128,
} as const;
