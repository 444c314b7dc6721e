/** What a port is for, as a person would say it, and which flag or variable chooses another. */
export const portNames = {
	link: { name: "link", flag: "--link-port or MONK_LINK_PORT" },
	scriptcat: { name: "ScriptCat", flag: "--scriptcat-port or MONK_SCRIPTCAT_PORT" },
	http: { name: "HTTP", flag: "--http PORT or MONK_HTTP_PORT" },
} as const;
