/**
 * What the real ScriptCat was measured to do, a row each. The scripted one behaves so, and a test stands for each row:
 * it takes the row's words for its name by `fact`.
 */
export const facts = {
	// Who calls, and how it proves itself
	origin: "it calls from its own origin, by the name localhost, which is either loopback address",
	silence: "it says nothing before it is challenged, and has no peer in its answer",
	repeatedChallenge: "a challenge that comes again before the end is answered anew, with a new nonce",
	earlyFrame: "any frame while it checks the owner's proof makes it close the connection",
	keyAtOnce: "it stores the key of a pairing at once, and comes back in session mode",
	pairingNeedsKey: "in pairing mode a proof without a key makes it close",
	keyIgnoredInSession: "in session mode a key that comes is ignored",
	connectedAtHello: "its page says Connected at the owner's hello, and shows the version that is said there",
	capabilities: "it then declares the eight methods, in order, and heeds no answer to that",

	// How strict it is
	closesOnGuards: "a wrong uuid, a numeric id, a key too many, a batch or missing params make it close without a word",
	unknownScriptMethod: "a method scripts.nope is answered as an internal error",
	unknownMethod: "any other unknown method is ignored and never answered",
	lenientParams: "keys too many inside params, no clientId and a ping without params are taken",
	pingByPage: "it answers pings, and sends none itself",
	shutdownIgnored: "the owner's shutdown has no effect: only the close has",

	// What it answers, and when it asks a person
	installArguments: "code and url together, or an address that is none, are refused with a reason",
	installFailures: "a download that fails and a text without a header are internal errors without a reason",
	anchorsBeforeAsking: "an edit that matches nowhere, twice, or overlapping itself is refused before anybody is asked",
	sizeAfterAsking: "maxBytes and lines past the end are looked at only after a person has allowed it",
	toggleToSame: "a switch to the state that is asks a person all the same, and succeeds",
	updateKeepsUuid: "an install of a known name and namespace updates that script and returns its uuid",
	conflictAfterAsking: "a script that changed while a page was open is a conflict, after a person has allowed it",
	grantForSession: "what was allowed for the session is asked no more, by search and by source alike",
	policyAllow: "where both policies allow, nothing is asked",
	onePage: "one page at a time: the next opens after the first decision",
	closedPage: "closing the page decides nothing, and the next request waits behind it",
	sameRequestTwice: "the same id with the same content is the same operation; another id never is",
	expiry: "an operation that nobody decides sends no answer at all",
	largeFrames: "it sends frames of any size",

	// Cancelling
	cancelDuringDownload: "a cancel during a download is lost: the page opens, and allowing it installs and answers",
	cancelSameTick: "a cancel right behind its request is heeded, although the page still opens",
	cancelWithPage: "a cancel with the page open leaves the page, whose button then fails, and nothing is answered",
	closeWithPage: "a closed connection leaves the page as well, and nothing is done, after a reconnect neither",

	// Coming and going
	switchedOff: "switched off it says so, closes, and keeps its key",
	stopped: "stopped it says so and closes, and its key is gone",
	ownerRestart: "after the owner's end it dials again by itself, in session mode",
	backoff: "it dials again after 2 s, then twice as long each time, up to 30 s, whatever ended the last one",
	replacedRedials: "a connection that was replaced dials again like any other",
	oldCode: "with a code that is wrong it dials again and again, until another is typed",
	keyNotAccepted: "with a key that is not accepted it dials again and stays switched on; a new code mends it",
	workerWakes: "a request wakes its worker: the answer comes, then the connection drops and it dials at once",
	workerLost:
		"allowed after its worker stopped, an operation is done, and answered on the next connection before capabilities",
	workerLostForGood: "or its answer is lost",
	lostStartUpDial: "after a browser's start it often does not dial at all until it is switched off and on",
} as const;

export type Fact = keyof typeof facts;

/** The row's words, for a test's name. */
export const fact = (name: Fact): string => facts[name];
