/** An element of the page, which is ours and whole. */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
	const found = document.getElementById(id);
	if (!(found instanceof kind)) throw new Error(`the page lacks #${id}`);
	return found;
}

export function element(name: string, className: string, text?: string): HTMLElement {
	const made = document.createElement(name);
	if (className !== "") made.className = className;
	if (text !== undefined) made.textContent = text;
	return made;
}

export interface ButtonLook {
	readonly id: string;
	readonly text: string;
	/** What it is called where its words alone do not say what it is for. */
	readonly name: string;
	/** Of one that is a switch. */
	readonly isPressed?: boolean;
}

export function button({ id, text, name, isPressed }: ButtonLook, onClick: (event: MouseEvent) => void): HTMLElement {
	const made = document.createElement("button");
	made.id = id;
	made.type = "button";
	made.textContent = text;
	made.setAttribute("aria-label", name);
	if (isPressed !== undefined) made.setAttribute("aria-pressed", String(isPressed));
	made.addEventListener("click", onClick);
	return made;
}
