import { oneLine } from "../tools/plain-text.ts";
import type { AcceptedClient } from "./control-server.ts";

/** What monk's own commands call themselves, which come and go within a moment: nobody shares with one of them alone. */
const isCommand = (name: string): boolean => name === "monk" || name.startsWith("monk ");

/** As the wire and the extension take it. */
export const shortName = (name: string): string => name.slice(0, 64);

/** The clients that are connected; browsers hear what they call themselves whenever that changes. */
export class ClientList extends Set<AcceptedClient> {
	readonly #listeners = new Set<() => void>();

	override add(client: AcceptedClient): this {
		super.add(client);
		this.#tell();
		return this;
	}

	override delete(client: AcceptedClient): boolean {
		const wasThere = super.delete(client);
		if (wasThere) this.#tell();
		return wasThere;
	}

	/** Each name once; a client chooses its own, so it may hold anything. */
	get names(): readonly string[] {
		const names = [...this].map(({ name }) => shortName(oneLine(name))).filter((name) => name !== "");
		return [...new Set(names)].filter((name) => !isCommand(name)).toSorted();
	}

	/** Called after every arrival and departure; the returned function stops it. */
	onChange(listener: () => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	#tell(): void {
		for (const listener of this.#listeners) listener();
	}
}
