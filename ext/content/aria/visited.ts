/** Up to so many a list is quicker than a set. */
const FEW = 12;

/**
 * The elements that the making of one name has been through. Most names are made of one element or two, and a set for
 * each would be a good part of what a name costs.
 */
export class Visited {
	readonly #few: Element[];
	#many: Set<Element> | undefined;

	constructor(elements: readonly Element[] = []) {
		this.#few = [...elements];
		this.#many = this.#few.length > FEW ? new Set(this.#few) : undefined;
	}

	has(element: Element): boolean {
		return this.#many?.has(element) ?? this.#few.includes(element);
	}

	add(element: Element): void {
		if (this.has(element)) return;
		this.#few.push(element);
		if (this.#many !== undefined) this.#many.add(element);
		else if (this.#few.length > FEW) this.#many = new Set(this.#few);
	}

	addAll(others: Visited): void {
		for (const element of others.#few) this.add(element);
	}

	copy(): Visited {
		return new Visited(this.#few);
	}

	/** A copy without one of them. */
	without(element: Element): Visited {
		return new Visited(this.has(element) ? this.#few.filter((other) => other !== element) : this.#few);
	}
}
