/**
 * The popup: shows how things stand and takes decisions. It works as a tab too. A decision needs a real click or key:
 * nothing that a script dispatches counts.
 */
import { errorLine, MonkError } from "../../lib/errors/error.ts";
import { askBackground } from "../ask.ts";
import type { PopupRequests, PopupState } from "../messages.ts";
import { byId } from "./element.ts";
import { drawMoreShares, followChoices, siteToRuleOut, wish } from "./more-shares.ts";
import { askForCode, type Decide, draw } from "./view.ts";
import { outdatedText } from "./words.ts";

let state: PopupState | undefined;

/** The tab that the person looks at. */
let here: number | undefined;

const decide: Decide =
	({ name, body }) =>
	(event) =>
		byPerson(event, name, body);

async function ask<N extends keyof PopupRequests>(name: N, body: PopupRequests[N][0]): Promise<void> {
	try {
		state = await askBackground(name, body);
		draw(state, decide);
		drawMoreShares(state, here);
		tell("");
	} catch (thrown) {
		tell(thrown instanceof MonkError ? errorLine(thrown) : "monk's background does not answer; open this again");
	}
}

async function byPerson<N extends keyof PopupRequests>(
	event: Event,
	name: N,
	body: PopupRequests[N][0],
): Promise<void> {
	event.preventDefault();
	if (event.isTrusted) await ask(name, body);
}

function tell(problem: string): void {
	const line = byId("problem", HTMLElement);
	line.textContent = problem;
	line.hidden = problem === "";
}

const onClick = (id: string, act: (event: MouseEvent) => void): void =>
	byId(id, HTMLButtonElement).addEventListener("click", act);

onClick("reconnect", (event) => byPerson(event, "reconnect", {}));
onClick("stop", (event) => byPerson(event, state?.stopped ? "resume" : "stop-everything", {}));
for (const power of ["look", "act"] as const)
	onClick(`share-${power}`, (event) => {
		const wanted = wish(power);
		if (wanted !== undefined) byPerson(event, "share", wanted);
	});
onClick("rule-out", (event) => {
	const host = siteToRuleOut();
	if (host !== undefined) byPerson(event, "rule-out", { host });
});
byId("new-tabs", HTMLInputElement).addEventListener("click", (event) =>
	byPerson(event, "new-tabs", { allowed: state?.newTabs !== true }),
);
followChoices();
onClick("pair-again", () => {
	askForCode();
	byId("code", HTMLInputElement).focus();
});

/**
 * Carries out what a form says on the click of its button, which Enter in a field makes too. The form's own `submit`
 * will not do: one that a script asks for is trusted like a person's.
 */
function onSend(formId: string, buttonId: string, act: (event: MouseEvent) => void): void {
	const form = byId(formId, HTMLFormElement);
	form.addEventListener("submit", (event) => event.preventDefault());
	onClick(buttonId, (event) => {
		event.preventDefault();
		if (event.isTrusted && form.reportValidity()) act(event);
	});
}

onSend("pair-form", "pair", (event) => {
	const input = byId("code", HTMLInputElement);
	const code = input.value;
	input.value = "";
	byPerson(event, "pair", { code });
});

onSend("settings-form", "save", async (event) => {
	const [label, port] = [byId("label", HTMLInputElement), byId("port", HTMLInputElement)];
	await byPerson(event, "settings", { label: label.value, linkPort: Number(port.value) });
	// What was not taken stays to be mended.
	if (byId("problem", HTMLElement).hidden) byId("settings-form", HTMLFormElement).reset();
});

/** What is kept that the popup shows. */
const shownItems = ["link", "grants", "never", "newTabs", "clients", "stopped", "stoppedTabs"];

const look = (): void => {
	ask("state", {});
};

for (const event of [chrome.tabs.onUpdated, chrome.tabs.onRemoved, chrome.tabs.onActivated]) {
	(event as chrome.events.Event<() => void>).addListener(look);
}
chrome.storage.onChanged.addListener((changes) => {
	if (shownItems.some((name) => name in changes)) look();
});

function tellOutdated(): void {
	const text = outdatedText(navigator.userAgent, chrome.runtime.getManifest().minimum_chrome_version);
	const line = byId("outdated", HTMLElement);
	line.textContent = text ?? "";
	line.hidden = text === undefined;
}

tellOutdated();

/** A person who opens the popup wants to know now: a link that waits for its next attempt makes it at once. */
async function begin(): Promise<void> {
	here = (await chrome.tabs.query({ active: true, currentWindow: true }))[0]?.id;
	await ask("state", {});
	if (state?.link.state === "dialing") await ask("reconnect", {});
}

begin();
