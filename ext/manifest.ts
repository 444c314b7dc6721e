/**
 * The extension's manifest, and so the list of the browser's powers that monk uses, each with its reason.
 *
 * Chrome derives the extension's id from `key`, a public key whose private half was thrown away: the id is the same
 * wherever the folder lies, and the owner admits that id alone (`lib/host/extension-id.ts`).
 */
const key =
	"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAujX+vCABM7pbYqZ8YuxJZmKaO4S8SOCw5O3of+lJQga7kiwX9LwAJS+EPLNnE/TR9EL1EdPbh46lf4o8rW0m/9xB6gax0oNEgBy2RGysDHExoAzS78uigRz9FEw2/FGDFn548bLxo1pQT+ROWu0WqERbUnAzElOADC0A/BMQ3tO9KrvgBe7uGAwdE4uX91mJMitYDzkRuCPTOSo7boCA4SOpeV1p9I8WcuRn5lE9PegQ5Dq0ib4hayXvXiOnYxd5s5uZViaVLE2kfXAGNl6tIYozvPE9cx+utD5iP71BLW/+knBfCE3rjfJe3h+JCMlrBcvFTBnFo/YrwVD9OddQPQIDAQAB";

const permissions = [
	/** Titles and addresses of tabs, for the list in the popup and for the facts that decide a share. */
	"tabs",
	/** Puts the content script into shared tabs, when it is first needed. */
	"scripting",
	/** Trusted input and evaluation, in background tabs and in frames of other sites. */
	"debugger",
	/** Credentials, settings and grants; closed to content scripts. */
	"storage",
	/** The page that holds the socket: a service worker dies too often for that. */
	"offscreen",
	/** Learns of navigations and how frames hang together. */
	"webNavigation",
	/** Tells of a download that an act began: its name, size, state and place. Nothing is downloaded by it. */
	"downloads",
	/** Wakes the service worker so that the link is looked after, and ends timed shares. */
	"alarms",
	/** Shares a whole group, and shows a shared tab as one. */
	"tabGroups",
] as const;

/** Any page can be shared, so none can be named here; nothing is read in a tab that is not shared. */
const hostPermissions = ["<all_urls>"];

/** Code from the package only, sockets to this machine only. `ws:` names the literal address that the link dials. */
const contentSecurityPolicy = [
	"default-src 'self'",
	"script-src 'self'",
	"object-src 'none'",
	"base-uri 'none'",
	"form-action 'none'",
	"img-src 'self' data:",
	"connect-src 'self' ws://127.0.0.1:*",
].join("; ");

export const iconSizes = [16, 32, 48, 128] as const;

const icons = Object.fromEntries(iconSizes.map((size) => [String(size), `icons/${size}.png`]));

/** `version` is the product's, so that an extension and an owner can be compared. */
export const manifest = (version: string): chrome.runtime.ManifestV3 => ({
	manifest_version: 3,
	name: "monk",
	version,
	description: "Lets the AI agents and the scripts that you choose use the tabs that you share.",
	key,
	/** The first with `sessionId` in `chrome.debugger`, which frames of other sites need. */
	minimum_chrome_version: "125",
	permissions: [...permissions],
	host_permissions: hostPermissions,
	content_security_policy: { extension_pages: contentSecurityPolicy },
	background: { service_worker: "background.js", type: "module" },
	action: { default_title: "monk", default_popup: "popup.html", default_icon: icons },
	icons,
	commands: {
		"stop-everything": {
			suggested_key: { default: "Alt+Shift+Period" },
			description: "Stop everything: nothing reads or acts until you resume",
		},
	},
});
