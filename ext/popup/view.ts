import type { PopupState, PopupTab, WideGrant } from "../messages.ts";
import { lostText, placeText, statusText, versionText, wantsCode, wideText } from "./words.ts";

/** What a person can decide in a row; `page.ts` carries it out on a real click only. */
export type Decision =
	| { readonly name: "share"; readonly body: { readonly tabId: number; readonly power: "look" | "act" } }
	| { readonly name: "unshare"; readonly body: { readonly tabId: number } }
	| { readonly name: "resume"; readonly body: { readonly tabId?: number } }
	| { readonly name: "revoke"; readonly body: { readonly grantId: string } };

export type Decide = (decision: Decision) => (event: MouseEvent) => void;

/** An element of the page, which is ours and whole. */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
	const found = document.getElementById(id);
	if (!(found instanceof kind)) throw new Error(`the page lacks #${id}`);
	return found;
}

/** The person wants to pair anew although a pairing holds. */
let isCodeWanted = false;

export function askForCode(): void {
	isCodeWanted = true;
	byId("pairing", HTMLElement).hidden = false;
}

export function draw(state: PopupState, decide: Decide): void {
	drawStatus(state);
	byId("pairing", HTMLElement).hidden = !isCodeWanted && !wantsCode(state.link);
	redraw(
		byId("tabs", HTMLElement),
		state.tabs.map((tab) => tabRow(tab, decide)),
	);
	drawLost(state.lostShares);
	byId("wide", HTMLElement).hidden = state.wide.length === 0;
	redraw(
		byId("wide-list", HTMLElement),
		state.wide.map((grant) => wideRow(grant, decide)),
	);
	byId("stop", HTMLButtonElement).textContent = state.stopped ? "Resume" : "Stop everything";
	byId("version", HTMLElement).textContent = versionText(state);
	fill("label", state.settings.label);
	fill("port", String(state.settings.linkPort));
}

function drawStatus(state: PopupState): void {
	const line = byId("status", HTMLElement);
	const text = statusText(state);
	// Written only when it says something new, since a screen reader speaks it each time.
	if (line.textContent !== text) line.textContent = text;
	line.dataset.state = state.stopped ? "stopped" : state.link.state;
	byId("reconnect", HTMLButtonElement).hidden = !["refused", "dialing", "not-known"].includes(state.link.state);
}

function drawLost(lost: number): void {
	const [line, text] = [byId("lost", HTMLElement), lostText(lost)];
	line.hidden = text === undefined;
	line.textContent = text ?? "";
}

/** As the default, which does not touch what the person has typed there until it is saved. */
function fill(id: string, value: string): void {
	byId(id, HTMLInputElement).defaultValue = value;
}

/** Puts new rows in place, keeping the focus on the button that had it. */
function redraw(list: HTMLElement, rows: readonly HTMLElement[]): void {
	const focused = list.contains(document.activeElement) ? document.activeElement?.id : undefined;
	list.replaceChildren(...rows);
	if (focused !== undefined) document.getElementById(focused)?.focus();
}

function tabRow(tab: PopupTab, decide: Decide): HTMLElement {
	const row = element("li", `tab${tab.slot === undefined ? "" : " shared"}${tab.active ? " active" : ""}`);
	row.dataset.tabId = String(tab.tabId);
	const slot = element("span", "slot", tab.slot === undefined ? "–" : String(tab.slot));
	slot.title = tab.slot === undefined ? "not shared" : `tab ${tab.slot}`;
	const text = element("div", "text");
	text.append(element("div", "title", tab.title || tab.url), element("div", "place", placeText(tab)));
	row.append(slot, text);
	if (tab.refusal === undefined && (tab.through === undefined || tab.stopped)) row.append(tabButtons(tab, decide));
	return row;
}

function tabButtons(tab: PopupTab, decide: Decide): HTMLElement {
	const { tabId } = tab;
	const group = element("div", "choice");
	group.setAttribute("role", "group");
	group.setAttribute("aria-label", `Share ${tab.title || tab.url}`);
	if (tab.stopped)
		group.append(button(`resume-${tabId}`, "Resume", undefined, decide({ name: "resume", body: { tabId } })));
	if (tab.through !== undefined) return group;
	group.append(powerButton(tab, "look", "Look", decide), powerButton(tab, "act", "Act", decide));
	return group;
}

/** Pressed: what is shared now; pressing it again ends the share. */
function powerButton(
	{ tabId, power }: PopupTab,
	wanted: "look" | "act",
	text: string,
	decide: Decide,
): HTMLButtonElement {
	const isOn = power === wanted;
	const decision: Decision = isOn
		? { name: "unshare", body: { tabId } }
		: { name: "share", body: { tabId, power: wanted } };
	return button(`${wanted}-${tabId}`, text, isOn, decide(decision));
}

function wideRow(grant: WideGrant, decide: Decide): HTMLElement {
	const row = element("li", "");
	const end = button(`end-${grant.id}`, "End", undefined, decide({ name: "revoke", body: { grantId: grant.id } }));
	row.append(element("span", "slot", ""), element("div", "text", wideText(grant)), end);
	return row;
}

function button(
	id: string,
	text: string,
	isPressed: boolean | undefined,
	onClick: (event: MouseEvent) => void,
): HTMLButtonElement {
	const made = document.createElement("button");
	made.id = id;
	made.type = "button";
	made.textContent = text;
	if (isPressed !== undefined) made.setAttribute("aria-pressed", String(isPressed));
	made.addEventListener("click", onClick);
	return made;
}

function element(name: string, className: string, text?: string): HTMLElement {
	const made = document.createElement(name);
	if (className !== "") made.className = className;
	if (text !== undefined) made.textContent = text;
	return made;
}
