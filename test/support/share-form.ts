import type { Page } from "./page.ts";

/** What a person chooses in the popup's form; what is left out stays as it is. */
export interface ShareChoices {
	readonly tab?: number;
	readonly scope?: "tab" | "group" | "site" | "profile";
	/** "forever", "site-left", or milliseconds that the form offers. */
	readonly until?: string;
	/** "" for every client, "only NAME" for one. */
	readonly client?: string;
}

/** Runs in the page. */
function pick(id: string, value: string): boolean {
	const select = document.querySelector<HTMLSelectElement>(`#${id}`);
	if (select === null || ![...select.options].some((option) => option.value === value)) return false;
	select.value = value;
	select.dispatchEvent(new Event("change"));
	return true;
}

const isOpen = "document.querySelector('#more-shares').open";

/** Fills in the form. A choice is no decision, so a script may make it: each waits until it is offered. */
export async function choose(popup: Page, { tab, scope, until, client }: ShareChoices): Promise<void> {
	if (!(await popup.evaluate<boolean>(isOpen))) await popup.click("#more-shares summary");
	const wanted = { "share-tab": tab?.toString(), "share-scope": scope, "share-until": until, "share-client": client };
	for (const [id, value] of Object.entries(wanted))
		if (value !== undefined) await popup.until(`(${pick})(${JSON.stringify(id)}, ${JSON.stringify(value)})`);
}

/** Gives a share by a real click on one of the form's buttons. */
export async function give(popup: Page, power: "look" | "act", choices: ShareChoices): Promise<void> {
	await choose(popup, choices);
	await popup.click(`#share-${power}`);
}
