/** Which of our own pages sent a message. Content scripts share our id but not our origin: they decide nothing. */
export type OwnPage = "popup" | "offscreen";

const pages: Readonly<Record<string, OwnPage>> = { "/popup.html": "popup", "/offscreen.html": "offscreen" };

export function ownPageOf(sender: chrome.runtime.MessageSender): OwnPage | undefined {
	const { id, origin, url } = sender;
	if (id !== chrome.runtime.id || origin !== `chrome-extension://${chrome.runtime.id}`) return undefined;
	if (url === undefined || !URL.canParse(url)) return undefined;
	return pages[new URL(url).pathname];
}
