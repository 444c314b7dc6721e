import type { RefLookup } from "../content-api.ts";
import { shortName } from "./aria/describe.ts";
import { attribute, localNameOf } from "./aria/dom.ts";
import { authorName, nameOf } from "./aria/name.ts";
import type { Reading } from "./aria/reading.ts";
import { roleOf } from "./aria/role.ts";
import { plainText } from "./aria/runs.ts";
import { namedByChildren, namingProhibited } from "./aria/tables.ts";
import type { Refs, Shown } from "./refs.ts";

/** What a ref stands for now, beside what the snapshot said it was. */
export function lookUp(ref: string, refs: Refs, reading: () => Reading): RefLookup {
	const found = refs.find(ref);
	switch (found.state) {
		case "unknown":
			return found;
		case "gone": {
			const nearest = found.nearest === undefined ? {} : { nearest: found.nearest };
			return { state: "gone", was: inWords(found.was), ...nearest };
		}
		case "found": {
			const now = shownNow(found.element, found.shown, reading());
			if (now.role === found.shown.role && now.name === found.shown.name)
				return { state: "found", role: now.role, name: now.name ?? "" };
			return { state: "changed", was: inWords(found.shown), now: inWords(now) };
		}
	}
}

/** By the rule that the snapshot printed it: what had no name then is compared by its role alone. */
function shownNow(element: Element, shown: Shown, reading: Reading): Shown {
	const role = roleOf(element, reading);
	if (shown.name === undefined) return { role };
	const authored = namedByChildren.has(role) || namingProhibited.has(role) ? authorName(element, reading) : "";
	const name = authored || nameOf(element, reading) || (namingProhibited.has(role) ? plainText(element) : "");
	return { role, name: shortName(name) };
}

export const inWords = ({ role, name }: Shown): string => (name ? `${role} ${JSON.stringify(name)}` : role);

/** `div#id.class`: how a person who knows the page's source would call it. */
export function tagInWords(element: Element): string {
	const id = attribute(element, "id");
	const [first] = (attribute(element, "class") ?? "").split(/\s+/).filter(Boolean);
	return `${localNameOf(element)}${id ? `#${id}` : ""}${first ? `.${first}` : ""}`;
}
