import type { Power } from "../grant.ts";
import type { ListedGrant, PopupRequests, PopupState, PopupTab } from "../messages.ts";
import { button, byId, element } from "./element.ts";
import { grantText, grantTitle, lostText, placeText, statusText, versionText, wantsCode } from "./words.ts";

/** What a person can decide in a row; `page.ts` carries it out on a real click only. */
export type Decision = {
	[N in "share" | "unshare" | "resume" | "revoke" | "lift-rule"]: {
		readonly name: N;
		readonly body: PopupRequests[N][0];
	};
}["share" | "unshare" | "resume" | "revoke" | "lift-rule"];

export type Decide = (decision: Decision) => (event: MouseEvent) => void;

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
	drawList(
		"listed",
		state.listed.map((grant) => grantRow(grant, decide)),
	);
	drawList(
		"never",
		state.never.map((host) => ruleRow(host, decide)),
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

/** A list with a heading, which is there only when there is something in it. */
function drawList(id: string, rows: readonly HTMLElement[]): void {
	byId(id, HTMLElement).hidden = rows.length === 0;
	redraw(byId(`${id}-list`, HTMLElement), rows);
}

function lines(title: string, place: string): HTMLElement {
	const text = element("div", "text");
	const [upper, lower] = [element("div", "title", title), element("div", "place", place)];
	// Neither may be wider than the popup; the whole of it shows on pointing.
	upper.title = title;
	lower.title = place;
	text.append(upper, lower);
	return text;
}

function tabRow(tab: PopupTab, decide: Decide): HTMLElement {
	const row = element("li", `tab${tab.slot === undefined ? "" : " shared"}${tab.active ? " active" : ""}`);
	row.dataset.tabId = String(tab.tabId);
	const slot = element("span", "slot", tab.slot === undefined ? "–" : String(tab.slot));
	slot.title = tab.slot === undefined ? "not shared" : `tab ${tab.slot}`;
	row.append(slot, lines(tab.title || tab.url, placeText(tab)));
	const canBeShared = tab.refusal === undefined && tab.ruledOut === undefined;
	if (canBeShared && (tab.through === undefined || tab.stopped)) row.append(tabButtons(tab, decide));
	return row;
}

function tabButtons(tab: PopupTab, decide: Decide): HTMLElement {
	const { tabId } = tab;
	const group = element("div", "choice");
	const name = tab.title || tab.url;
	group.setAttribute("role", "group");
	group.setAttribute("aria-label", `Share ${name}`);
	if (tab.stopped) {
		const look = { id: `resume-${tabId}`, text: "Resume", name: `Resume acting in ${name}` };
		group.append(button(look, decide({ name: "resume", body: { tabId } })));
	}
	if (tab.through !== undefined) return group;
	group.append(powerButton(tab, "look", decide), powerButton(tab, "act", decide));
	return group;
}

/** Pressed: what is shared now; pressing it again ends the share. */
function powerButton(tab: PopupTab, wanted: Power, decide: Decide): HTMLElement {
	const { tabId, own, title, url } = tab;
	const isPressed = own === wanted;
	const decision: Decision = isPressed
		? { name: "unshare", body: { tabId } }
		: { name: "share", body: { tabId, scope: "tab", power: wanted, until: { kind: "forever" } } };
	const text = { look: "Look", act: "Act" }[wanted];
	const name = `${{ look: "Look at", act: "Act in" }[wanted]} ${title || url}`;
	return button({ id: `${wanted}-${tabId}`, text, name, isPressed }, decide(decision));
}

function grantRow(grant: ListedGrant, decide: Decide): HTMLElement {
	const row = element("li", "whole");
	const [title, place] = [grantTitle(grant), grantText(grant, Date.now())];
	const look = { id: `end-${grant.id}`, text: "End", name: `End: ${title}, ${place}` };
	row.append(lines(title, place), button(look, decide({ name: "revoke", body: { grantId: grant.id } })));
	return row;
}

function ruleRow(host: string, decide: Decide): HTMLElement {
	const row = element("li", "whole");
	const look = { id: `lift-${host}`, text: "Lift", name: `Lift the rule: never on ${host}` };
	row.append(
		lines(host, "and everything under it, whatever is shared"),
		button(look, decide({ name: "lift-rule", body: { host } })),
	);
	return row;
}
