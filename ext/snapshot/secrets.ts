import { withoutLogins } from "../../lib/errors/shown-address.ts";
import type { AriaNode } from "./tree.ts";

/**
 * Token shapes that must not leave the browser, wherever in a page they stand. Each is the issuer's own published
 * prefix and length, so that ordinary words are never hit.
 */
const shapes: readonly RegExp[] = [
	// JSON Web Tokens, RFC 7519: a header that begins with {" in base64url.
	/\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g,
	// GitHub: ghp_, gho_, ghu_, ghs_, ghr_ and the fine-grained kind.
	/\bgh[pousr]_[A-Za-z0-9]{36,}\b/g,
	/\bgithub_pat_\w{40,}/g,
	// OpenAI and Anthropic keys, Stripe's secret and restricted ones.
	/\bsk-[A-Za-z0-9_-]{20,}/g,
	/\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}/g,
	// AWS access key ids; the secret beside one has no shape of its own.
	/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
	// Slack, GitLab, npm, Google.
	/\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g,
	/\bglpat-[\w-]{20,}/g,
	/\bnpm_[A-Za-z0-9]{36}\b/g,
	/\bAIza[\w-]{35}/g,
	// PEM private keys, as far as one run of text holds them.
	/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
];

/** Most text holds none, and one look says so. */
const opening = /eyJ|gh[pousr]_|github_pat_|sk-|[sr]k_|AKIA|ASIA|xox|glpat-|npm_|AIza|-----BEGIN|:\/\/[^\s/?#@]*@/;
const shortest = 15;

/** The text with every token, and every login in an address, replaced by `[masked]`. */
export function maskSecrets(text: string): string {
	if (!mayBeToken(text)) return text;
	let masked = withoutLogins(text);
	for (const shape of shapes) masked = masked.replace(shape, "[masked]");
	return masked;
}

type Child = AriaNode | string;

/** The same for every word of a tree: names, texts and properties. What holds no token is the very node that it was. */
export const maskTree = (nodes: readonly Child[]): readonly Child[] => (mayHoldToken(nodes) ? maskNodes(nodes) : nodes);

const mayBeToken = (text: string): boolean => text.length >= shortest && opening.test(text);

/** Goes through a tree without making anything: most have no token in them. */
function mayHoldToken(nodes: readonly Child[]): boolean {
	for (const node of nodes) {
		if (typeof node === "string") {
			if (mayBeToken(node)) return true;
			continue;
		}
		const { name, text, properties, children } = node;
		if ((name !== undefined && mayBeToken(name)) || (text !== undefined && mayBeToken(text))) return true;
		for (const key in properties) if (mayBeToken(properties[key] ?? "")) return true;
		if (children !== undefined && mayHoldToken(children)) return true;
	}
	return false;
}

function maskNodes(nodes: readonly Child[]): readonly Child[] {
	const masked = nodes.map((node) => (typeof node === "string" ? maskSecrets(node) : maskNode(node)));
	return masked.some((node, index) => node !== nodes[index]) ? masked : nodes;
}

function maskNode(node: AriaNode): AriaNode {
	const { name, text, properties, children } = node;
	const masked = {
		name: name && maskSecrets(name),
		text: text && maskSecrets(text),
		properties: properties && maskValues(properties),
		children: children && maskNodes(children),
	};
	const isSame =
		masked.name === name && masked.text === text && masked.properties === properties && masked.children === children;
	return isSame ? node : { ...node, ...defined(masked) };
}

/** Only what the node has. */
const defined = (parts: object): object =>
	Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));

function maskValues(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
	const entries = Object.entries(values);
	const masked = entries.map(([name, value]): [string, string] => [name, maskSecrets(value)]);
	return masked.some(([, value], index) => value !== entries[index]?.[1]) ? Object.fromEntries(masked) : values;
}
