import type { DebuggerEvent } from "./activity.ts";

type Headers = Readonly<Record<string, string>>;

/** A request of a page's, as far as it has come. */
export interface NetworkEntry {
	readonly id: string;
	/** By which the debugger knows it. */
	readonly key: { readonly session: string; readonly requestId: string };
	readonly method: string;
	readonly url: string;
	readonly type: string;
	readonly requestHeaders: Headers;
	readonly requestBody?: string;
	/** Milliseconds since the epoch. */
	readonly startedAt: number;
	/** Seconds of the debugger's own clock. */
	readonly sent: number;
	readonly answer?: Answer;
	/** Seconds of the debugger's own clock. */
	readonly ended?: number;
	readonly bytes?: number;
	readonly error?: string;
}

interface Answer {
	readonly at: number;
	readonly status: number;
	readonly mimeType: string;
	readonly headers: Headers;
}

interface Response {
	readonly status: number;
	readonly mimeType: string;
	readonly headers: Headers;
}

interface Sent {
	readonly requestId: string;
	readonly type?: string;
	readonly timestamp: number;
	readonly wallTime: number;
	readonly request: {
		readonly method: string;
		readonly url: string;
		readonly headers: Headers;
		readonly postData?: string;
	};
	readonly redirectResponse?: Response;
}

interface Ended {
	readonly requestId: string;
	readonly timestamp: number;
	readonly encodedDataLength?: number;
	readonly errorText?: string;
	readonly canceled?: boolean;
}

/** Requests kept. */
const KEPT = 1_000;

/** What a tab requests while it is recorded. */
export class NetworkLog {
	isRecording = false;
	dropped = 0;
	private entries: NetworkEntry[] = [];
	private next = 1;

	/** Begins anew, or ends and forgets. */
	record(isOn: boolean): void {
		this.isRecording = isOn;
		this.entries = [];
		this.dropped = 0;
	}

	get all(): readonly NetworkEntry[] {
		return this.entries;
	}

	hear({ session, method, params }: DebuggerEvent): void {
		if (!this.isRecording) return;
		switch (method) {
			case "Network.requestWillBeSent":
				this.sent(session, params as Sent);
				break;
			case "Network.responseReceived": {
				const { requestId, timestamp, response } = params as {
					requestId: string;
					timestamp: number;
					response: Response;
				};
				this.change(session, requestId, () => ({ answer: answerOf(response, timestamp) }));
				break;
			}
			case "Network.loadingFinished": {
				const { requestId, timestamp, encodedDataLength } = params as Ended;
				this.change(session, requestId, () => ({ ended: timestamp, bytes: encodedDataLength ?? 0 }));
				break;
			}
			case "Network.loadingFailed": {
				const { requestId, timestamp, errorText = "", canceled } = params as Ended;
				const error = canceled ? "cancelled" : errorText;
				this.change(session, requestId, () => ({ ended: timestamp, error }));
				break;
			}
		}
	}

	private sent(
		session: string,
		{ requestId, type = "Other", timestamp, wallTime, request, redirectResponse }: Sent,
	): void {
		// A redirect goes on under the same name: what came before has had its answer.
		if (redirectResponse !== undefined)
			this.change(session, requestId, () => ({ answer: answerOf(redirectResponse, timestamp), ended: timestamp }));
		this.entries.push({
			id: String(this.next++),
			key: { session, requestId },
			method: request.method,
			url: request.url,
			type,
			requestHeaders: request.headers,
			...(request.postData === undefined ? {} : { requestBody: request.postData }),
			startedAt: wallTime * 1_000,
			sent: timestamp,
		});
		if (this.entries.length <= KEPT) return;
		this.entries.shift();
		this.dropped++;
	}

	/** Changes the last entry of that name. */
	private change(session: string, requestId: string, change: () => Partial<NetworkEntry>): void {
		const index = this.entries.findLastIndex(({ key }) => key.session === session && key.requestId === requestId);
		const entry = this.entries[index];
		if (entry !== undefined) this.entries[index] = { ...entry, ...change() };
	}
}

const answerOf = ({ status, mimeType, headers }: Response, at: number): Answer => ({ at, status, mimeType, headers });
