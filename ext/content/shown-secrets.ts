import { isTag, rectOf } from "./aria/dom.ts";
import type { ShadowRootOf } from "./aria/reading.ts";
import { isSecret } from "./aria/value.ts";
import { allMatches } from "./matches.ts";

/** Fields whose secret a picture would show, dots included: their number is a secret too. */
export const shownSecrets = (shadowRootOf: ShadowRootOf): readonly Element[] =>
	allMatches("input, textarea", shadowRootOf).filter(
		(field) => isTag(field, "input", "textarea") && field.value !== "" && isSecret(field) && rectOf(field).width > 0,
	);
