/** The questions that a scripted ScriptCat puts to its person: one page at a time, as the real one's are. */
import { randomUUID } from "node:crypto";

export type Kind = "install" | "enable" | "disable" | "delete" | "source_disclosure";

export interface Operation {
	readonly operationId: string;
	/** The JSON-RPC request's id. */
	readonly id: string;
	readonly kind: Kind;
	readonly uuid: string | undefined;
	/** Method and input as text: a retry with the same id and the same of these is the same operation. */
	readonly content: string;
	readonly expiresAt: number;
	/** Carries it out; throws a Refusal. */
	run(enabled: boolean | undefined): unknown;
	status: "pending" | "approved" | "rejected" | "cancelled";
}

export interface Page {
	readonly url: string;
	readonly operation: Operation;
	isOpen: boolean;
}

export type Decision = { readonly allow: boolean; readonly forSession?: boolean; readonly enabled?: boolean };

export interface ApprovalsOptions {
	/** Milliseconds that an operation lives; 5 minutes in the real one. */
	readonly ttlMs: number;
	/** A person decided, or nobody had to be asked. */
	onDecided(operation: Operation, decision: Decision): void;
}

/** Grants "for this session" by `kind:uuid`; the two ways to read source share one, and so do install and update. */
const grantOf = ({ kind, uuid }: Operation): string | undefined => (uuid === undefined ? undefined : `${kind}:${uuid}`);

export class Approvals {
	readonly pages: Page[] = [];
	readonly grants = new Set<string>();
	readonly #options: ApprovalsOptions;
	readonly #operations: Operation[] = [];
	#presented: Operation | undefined;

	constructor(options: ApprovalsOptions) {
		this.#options = options;
	}

	/** The page that is shown now. */
	get shown(): Page | undefined {
		return this.pages.findLast(({ isOpen }) => isOpen);
	}

	get pending(): readonly Operation[] {
		return this.#operations.filter(({ status }) => status === "pending");
	}

	ask(asked: Omit<Operation, "operationId" | "status" | "expiresAt">, isAllowedByPolicy: boolean): void {
		const isSame = (known: Operation) =>
			known.status === "pending" && known.id === asked.id && known.content === asked.content;
		if (this.#operations.some(isSame)) return;
		const expiresAt = Date.now() + this.#options.ttlMs;
		const operation: Operation = { ...asked, operationId: randomUUID(), expiresAt, status: "pending" };
		this.#operations.push(operation);
		if (isAllowedByPolicy || this.grants.has(grantOf(operation) ?? "")) this.#settle(operation, { allow: true });
		// The page opens in a later turn: a cancel that comes right behind the request finds the operation, not the page.
		else setTimeout(() => this.#present(operation), 0);
	}

	/** Without an id: all of them. The page stays as it is. */
	cancel(id: string | undefined): void {
		for (const operation of this.pending) {
			if (id !== undefined && operation.id !== id) continue;
			operation.status = "cancelled";
			if (this.#presented === operation) this.#presentNext();
		}
	}

	/** What the click comes to: an error is shown in the page, and nothing else happens. */
	decide(decision: Decision): "decided" | "error in the page" {
		const page = this.shown;
		if (page === undefined) throw new Error("no page is shown");
		const { operation } = page;
		if (operation.status !== "pending" || Date.now() >= operation.expiresAt) return "error in the page";
		page.isOpen = false;
		this.#settle(operation, decision);
		this.#presentNext();
		return "decided";
	}

	/** Decides nothing, and what is asked next still waits. */
	closePage(): void {
		const page = this.shown;
		if (page !== undefined) page.isOpen = false;
	}

	#settle(operation: Operation, decision: Decision): void {
		operation.status = decision.allow ? "approved" : "rejected";
		const grant = grantOf(operation);
		if (decision.allow && decision.forSession && grant !== undefined) this.grants.add(grant);
		this.#options.onDecided(operation, decision);
	}

	#present(operation: Operation): void {
		if (this.#presented !== undefined && this.#presented.status === "pending") return;
		this.#presented = operation;
		const isStaged = operation.content.startsWith("scripts.install") || operation.content.startsWith("scripts.edit");
		const url = isStaged ? "/src/install.html" : "/src/external_access_confirm.html";
		this.pages.push({ url, operation, isOpen: true });
	}

	#presentNext(): void {
		this.#presented = undefined;
		const [next] = this.pending;
		if (next !== undefined) this.#present(next);
	}
}
