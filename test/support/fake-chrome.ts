/** An event of Chrome's that a test fires by hand. */
export class FakeEvent<A extends readonly unknown[]> {
	private readonly listeners = new Set<(...args: A) => void>();

	addListener(listener: (...args: A) => void): void {
		this.listeners.add(listener);
	}

	removeListener(listener: (...args: A) => void): void {
		this.listeners.delete(listener);
	}

	fire(...args: A): void {
		for (const listener of this.listeners) listener(...args);
	}
}

/** A storage area in memory; like Chrome's it hands out copies. */
export class FakeArea {
	items: Record<string, unknown> = {};
	writes = 0;

	async get(name: string): Promise<Record<string, unknown>> {
		return name in this.items ? { [name]: structuredClone(this.items[name]) } : {};
	}

	async set(items: Record<string, unknown>): Promise<void> {
		this.writes++;
		Object.assign(this.items, structuredClone(items));
	}
}

/** Puts a stand-in for `chrome` in place for a test; the returned function takes it away. */
export function installChrome(fake: object): () => void {
	const before = Object.getOwnPropertyDescriptor(globalThis, "chrome");
	Object.defineProperty(globalThis, "chrome", { value: fake, configurable: true });
	return () => {
		if (before === undefined) Reflect.deleteProperty(globalThis, "chrome");
		else Object.defineProperty(globalThis, "chrome", before);
	};
}
