import type { TaskInfo, ToolResult } from "../../catalog/control.ts";
import { asMonkError, MonkError } from "../../errors/error.ts";
import type { Clock, Random } from "../../wire/transport.ts";
import { renderError } from "../tools/render.ts";

/** Whose a task is; while it is connected nobody else sees it, and afterwards whoever goes by the same name. */
export interface TaskClient {
	/** The same over all its connections. */
	readonly id: string;
	readonly name: string;
	onGone(listener: () => void): void;
}

export interface TaskShelfOptions {
	readonly clock: Clock;
	readonly random: Random;
}

/** How a task's work is done: it hears when it is cancelled, and tells what it waits for. */
export type Work = (signal: AbortSignal, onProgress: (message: string) => void) => Promise<ToolResult>;

/** Tasks that are kept, running and done: past it the oldest that is done goes, and nothing begins while all run. */
const keptAtMost = 64;

/** Characters of results that are kept, all together; past it the oldest result goes. */
const charsAtMost = 32 * 1024 * 1024;

/** Milliseconds that a result is kept, and the most that a client may ask for. */
const usualTtlMs = 15 * 60_000;
const maxTtlMs = 60 * 60_000;

interface Task {
	info: TaskInfo;
	readonly client: TaskClient;
	readonly controller: AbortController;
	/** Settles when the task has ended, however it did; never rejects. */
	readonly ended: Promise<void>;
	result?: ToolResult;
	hasLeft: boolean;
	stopTimer?: () => void;
}

const isDone = ({ status }: TaskInfo): boolean => status !== "working";

const sizeOf = ({ content }: ToolResult): number =>
	content.reduce((sum, part) => sum + (part.type === "text" ? part.text.length : part.data.length), 0);

/** Never rejects. */
const outcomeOf = (work: Promise<ToolResult>): Promise<ToolResult> =>
	work.catch((thrown: unknown) => renderError(asMonkError(thrown)));

/**
 * Calls that go on while their client does something else, or is gone, and the results that nobody has fetched yet.
 * Bounded in number, size and time.
 */
export class TaskShelf {
	readonly #options: TaskShelfOptions;
	readonly #tasks = new Map<string, Task>();

	constructor(options: TaskShelfOptions) {
		this.#options = options;
	}

	/**
	 * Begins a task.
	 *
	 * @param ttlMs milliseconds that its result is to be kept
	 * @throws MonkError RATE_LIMITED when as many run as may
	 */
	start(client: TaskClient, tool: string, work: Work, ttlMs = usualTtlMs): TaskInfo {
		this.#makeRoom();
		const controller = new AbortController();
		const { promise: ended, resolve } = Promise.withResolvers<void>();
		const task = this.#add(client, tool, { controller, ended }, Math.min(Math.max(ttlMs, 1_000), maxTtlMs));
		const run = async (): Promise<void> => {
			this.#finish(task, await outcomeOf(work(controller.signal, (message) => this.#note(task, message))));
			resolve();
		};
		void run();
		return task.info;
	}

	/** Keeps what a call came to whose client has gone meanwhile, as a task that is done. */
	keep(client: TaskClient, tool: string, result: ToolResult): void {
		if (this.#tasks.size >= keptAtMost && !this.#dropOldest()) return;
		const task = this.#add(client, tool, { controller: new AbortController(), ended: Promise.resolve() }, usualTtlMs);
		task.hasLeft = true;
		this.#finish(task, result);
	}

	list(client: TaskClient): readonly TaskInfo[] {
		return [...this.#tasks.values()].filter((task) => isSeenBy(task, client)).map(({ info }) => info);
	}

	/** @throws MonkError NOT_FOUND */
	get(client: TaskClient, id: string): TaskInfo {
		return this.#find(client, id).info;
	}

	/** Waits for the end. Throws NOT_FOUND; CANCELLED when `signal` fires, or when the task was cancelled. */
	async result(client: TaskClient, id: string, signal: AbortSignal): Promise<ToolResult> {
		const task = this.#find(client, id);
		const { promise, reject } = Promise.withResolvers<never>();
		const onAbort = (): void => reject(new MonkError("CANCELLED", "nobody waits for the result any more"));
		signal.addEventListener("abort", onAbort, { once: true });
		if (signal.aborted) onAbort();
		try {
			await Promise.race([task.ended, promise]);
		} finally {
			signal.removeEventListener("abort", onAbort);
		}
		if (task.result === undefined) throw new MonkError("CANCELLED", `the task ${id} was cancelled`);
		return task.result;
	}

	/** Ends a task's work. Throws NOT_FOUND, and CONFLICT when it has ended already. */
	cancel(client: TaskClient, id: string): TaskInfo {
		const task = this.#find(client, id);
		if (isDone(task.info))
			throw new MonkError("CONFLICT", `the task ${id} has ended already: ${task.info.status}`, {
				hint: "Fetch its result.",
			});
		this.#change(task, { status: "cancelled", message: "cancelled by its client" });
		task.controller.abort();
		this.#forgetLater(task);
		return task.info;
	}

	/** Ends all work and forgets everything: the owner's end. */
	close(): void {
		for (const { controller, stopTimer } of this.#tasks.values()) {
			stopTimer?.();
			controller.abort();
		}
		this.#tasks.clear();
	}

	#find(client: TaskClient, id: string): Task {
		const task = this.#tasks.get(id);
		if (task === undefined || !isSeenBy(task, client))
			throw new MonkError("NOT_FOUND", `there is no task ${JSON.stringify(id.slice(0, 40))}`, {
				hint: "Results are kept for a quarter of an hour, and no longer than the monk that has them.",
			});
		return task;
	}

	#add(client: TaskClient, tool: string, work: Pick<Task, "controller" | "ended">, ttlMs: number): Task {
		const { clock, random } = this.#options;
		const now = clock.now();
		const id = random.bytes(16).toHex();
		const info: TaskInfo = { id, tool, status: "working", createdAt: now, updatedAt: now, ttlMs };
		const task: Task = { info, client, ...work, hasLeft: false };
		client.onGone(() => {
			task.hasLeft = true;
		});
		this.#tasks.set(id, task);
		return task;
	}

	#note(task: Task, message: string): void {
		if (!isDone(task.info)) this.#change(task, { message });
	}

	#finish(task: Task, result: ToolResult): void {
		if (isDone(task.info)) return;
		task.result = result;
		// What it waited for is over.
		const { message: _, ...info } = task.info;
		task.info = info;
		this.#change(task, { status: result.isError === true ? "failed" : "completed" });
		this.#forgetLater(task);
		this.#fitResults();
	}

	#change(task: Task, change: Partial<Pick<TaskInfo, "status" | "message">>): void {
		task.info = { ...task.info, ...change, updatedAt: this.#options.clock.now() };
	}

	#forgetLater(task: Task): void {
		task.stopTimer = this.#options.clock.after(task.info.ttlMs, () => this.#tasks.delete(task.info.id));
	}

	#makeRoom(): void {
		if (this.#tasks.size < keptAtMost || this.#dropOldest()) return;
		throw new MonkError("RATE_LIMITED", `${keptAtMost} tasks run already`);
	}

	/** Whether one could go. */
	#dropOldest(): boolean {
		const oldest = [...this.#tasks.values()].find(({ info }) => isDone(info));
		if (oldest === undefined) return false;
		oldest.stopTimer?.();
		return this.#tasks.delete(oldest.info.id);
	}

	/** The oldest results go until the rest fits. */
	#fitResults(): void {
		const held = (): number =>
			[...this.#tasks.values()].reduce((sum, { result }) => sum + (result === undefined ? 0 : sizeOf(result)), 0);
		while (held() > charsAtMost && this.#dropOldest());
	}
}

const isSeenBy = (task: Task, client: TaskClient): boolean =>
	task.client.id === client.id || (task.hasLeft && task.client.name === client.name);
