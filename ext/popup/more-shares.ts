/** The form for shares beside that of one tab. Its parts stay in place, so that news does not disturb who fills it in. */
import type { PopupState, PopupTab, ShareWish } from "../messages.ts";
import { type Choice, clientChoices, endChoices, scopeChoices, tabChoices, wishOf } from "./choices.ts";
import { byId } from "./element.ts";

const selectBy = (id: string): HTMLSelectElement => byId(id, HTMLSelectElement);

/** What each list was filled with. */
const shown = new Map<string, string>();

/** Offers these, keeping what was chosen as long as it is among them. Nothing is touched where nothing changed. */
function offer(id: string, choices: readonly Choice[], preferred?: string): void {
	const [select, text] = [selectBy(id), JSON.stringify(choices)];
	if (shown.get(id) === text) return;
	const wanted = shown.has(id) ? select.value : preferred;
	shown.set(id, text);
	select.replaceChildren(...choices.map(({ value, text: words }) => new Option(words, value)));
	if (choices.some(({ value }) => value === wanted)) select.value = wanted ?? "";
}

let state: PopupState | undefined;

const chosenTab = (): PopupTab | undefined =>
	state?.tabs.find(({ tabId }) => String(tabId) === selectBy("share-tab").value);

/** The host name that the button beside the form rules out; undefined when the tab shows no site of the web. */
export function siteToRuleOut(): string | undefined {
	const site = chosenTab()?.site;
	return site === undefined ? undefined : new URL(site).hostname.replace(/\.$/, "");
}

/** What the form says now; undefined when there is no tab to share. */
export function wish(power: ShareWish["power"]): ShareWish | undefined {
	const tab = chosenTab();
	const [scope, until, client] = ["share-scope", "share-until", "share-client"].map((id) => selectBy(id).value);
	return tab && wishOf(tab, { scope: scope ?? "", until: until ?? "", client: client ?? "" }, power);
}

function fit(): void {
	const tab = chosenTab();
	if (tab !== undefined) {
		offer("share-scope", scopeChoices(tab));
		offer("share-until", endChoices(tab, selectBy("share-scope").value));
	}
	const [button, site] = [byId("rule-out", HTMLButtonElement), siteToRuleOut()];
	button.hidden = site === undefined;
	button.textContent = `Never on ${site}`;
}

/** Shows what can be chosen. `here`: the tab that the person looks at, which is meant unless they choose another. */
export function drawMoreShares(news: PopupState, here: number | undefined): void {
	state = news;
	const choices = tabChoices(news.tabs);
	const active = news.tabs.find(({ tabId, active: isActive }) => (here === undefined ? isActive : tabId === here));
	offer("share-tab", choices, active === undefined ? undefined : String(active.tabId));
	offer("share-client", clientChoices(news.clients));
	fit();
	byId("share-look", HTMLButtonElement).disabled = choices.length === 0;
	byId("share-act", HTMLButtonElement).disabled = choices.length === 0;
	byId("new-tabs", HTMLInputElement).checked = news.newTabs;
}

/** A choice of tab or of scope changes what else can be chosen. */
export function followChoices(): void {
	for (const id of ["share-tab", "share-scope"]) selectBy(id).addEventListener("change", fit);
}
