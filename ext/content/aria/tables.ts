/** What WAI-ARIA 1.2, HTML-AAM 1.0 and accname 1.2 say as lists. Deviations are marked where they stand. */

/** Non-abstract roles: WAI-ARIA 1.2 §5.4, and `suggestion`, `comment`, `mark` of 1.3, which Chromium knows. */
const roleNames = `alert alertdialog application article banner blockquote button caption cell checkbox code
columnheader combobox comment complementary contentinfo definition deletion dialog directory document emphasis feed
figure form generic grid gridcell group heading image img insertion link list listbox listitem log main mark marquee
math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation
progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton
status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar
tooltip tree treegrid treeitem graphics-document graphics-object graphics-symbol doc-abstract doc-acknowledgments
doc-afterword doc-appendix doc-backlink doc-biblioentry doc-bibliography doc-biblioref doc-chapter doc-colophon
doc-conclusion doc-cover doc-credit doc-credits doc-dedication doc-endnote doc-endnotes doc-epigraph doc-epilogue
doc-errata doc-example doc-footnote doc-foreword doc-glossary doc-glossref doc-index doc-introduction doc-noteref
doc-notice doc-pagebreak doc-pagefooter doc-pageheader doc-pagelist doc-part doc-preface doc-prologue doc-pullquote
doc-qna doc-subtitle doc-tip doc-toc sectionfooter sectionheader`;

/** A page may call an element `constructor`, which an object would know. */
function mapOf<V>(record: Readonly<Record<string, V>>): ReadonlyMap<string, V> {
	return new Map(Object.entries(record));
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

export const roles = words(roleNames);

/**
 * Synonyms, as WAI-ARIA 1.2 §5.4 `presentation` and 1.3 `image` define them; the names here are the ones printed. The
 * head and foot of a part (1.3) are no landmarks and are printed as what they hold.
 */
export const synonyms: Readonly<Record<string, string>> = {
	presentation: "none",
	image: "img",
	directory: "list",
	sectionfooter: "generic",
	sectionheader: "generic",
};

/** HTML-AAM §3.5: elements whose role does not depend on anything else. */
export const plainRoles = mapOf({
	address: "group",
	article: "article",
	blockquote: "blockquote",
	button: "button",
	caption: "caption",
	code: "code",
	datalist: "listbox",
	dd: "definition",
	del: "deletion",
	details: "group",
	dfn: "term",
	dialog: "dialog",
	dir: "list",
	dt: "term",
	em: "emphasis",
	fieldset: "group",
	figure: "figure",
	h1: "heading",
	h2: "heading",
	h3: "heading",
	h4: "heading",
	h5: "heading",
	h6: "heading",
	hgroup: "group",
	hr: "separator",
	html: "document",
	iframe: "iframe",
	frame: "iframe",
	ins: "insertion",
	main: "main",
	mark: "mark",
	math: "math",
	menu: "list",
	meter: "meter",
	nav: "navigation",
	ol: "list",
	optgroup: "group",
	option: "option",
	output: "status",
	p: "paragraph",
	progress: "progressbar",
	s: "deletion",
	search: "search",
	strong: "strong",
	sub: "subscript",
	sup: "superscript",
	table: "table",
	tbody: "rowgroup",
	textarea: "textbox",
	tfoot: "rowgroup",
	thead: "rowgroup",
	time: "time",
	tr: "row",
	ul: "list",
	// Not in HTML-AAM's role column; printed so that a player can be found and worked.
	audio: "audio",
	video: "video",
	canvas: "canvas",
	embed: "embed",
	object: "object",
	// A disclosure button in every engine; HTML-AAM leaves the role open.
	summary: "button",
});

/** SVG-AAM §5.2: elements that have a role where something is said of them (§5.1). */
export const toldGraphics = mapOf({
	g: "group",
	circle: "graphics-symbol",
	ellipse: "graphics-symbol",
	line: "graphics-symbol",
	path: "graphics-symbol",
	polygon: "graphics-symbol",
	polyline: "graphics-symbol",
	rect: "graphics-symbol",
	use: "graphics-symbol",
});

/** HTML-AAM §3.5.62 and following: `<input type=…>`. Types that are missing are text boxes. */
export const inputRoles: Readonly<Record<string, string>> = {
	button: "button",
	checkbox: "checkbox",
	// No role in HTML-AAM; a button that opens a picker in Chromium.
	color: "button",
	file: "button",
	image: "button",
	number: "spinbutton",
	radio: "radio",
	range: "slider",
	reset: "button",
	search: "searchbox",
	submit: "button",
};

/** accname 1.2 §5.2 "supports name from content"; and Graphics-ARIA 1.0 §4; `suggestion` and `sectionhead` do not matter here. */
export const namedByContent = words(`button cell checkbox columnheader doc-backlink doc-biblioref doc-glossref
doc-noteref doc-subtitle graphics-object gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row rowheader switch tab
tooltip treeitem`);

/**
 * Named by their content only because they hold it: their children are printed, so that a name made from them would
 * say everything twice.
 */
export const namedByChildren = words("cell columnheader graphics-object gridcell row rowheader treeitem");

/** WAI-ARIA 1.2 §5.2.8 "children presentational: true". */
export const childrenPresentational = words(`button checkbox graphics-symbol img menuitemcheckbox menuitemradio meter
option progressbar radio scrollbar separator slider switch tab`);

/** Global states and properties, WAI-ARIA 1.2 §6.4, that overrule `role=none` (§5.4 conflict resolution). */
export const globalAttributes = `aria-atomic aria-braillelabel aria-brailleroledescription aria-busy aria-controls
aria-current aria-describedby aria-description aria-details aria-dropeffect aria-flowto aria-grabbed aria-hidden
aria-keyshortcuts aria-label aria-labelledby aria-live aria-owns aria-relevant aria-roledescription`.split(/\s+/);

/** Of those, the ones that a role which prohibits naming does not honour (WAI-ARIA 1.2 §5.2.8.6). */
export const namingAttributes = words("aria-label aria-labelledby aria-braillelabel");

/** WAI-ARIA 1.2 §5.2.8.6 "roles which cannot be named". */
export const namingProhibited = words(`caption code definition deletion emphasis generic insertion mark none paragraph
strong subscript suggestion superscript term time`);

/** WAI-ARIA 1.2 §5.4 `presentation`: children that lose their role together with the parent, by the parent's tag. */
export const presentationalOwned = mapOf({
	ul: words("li"),
	ol: words("li"),
	menu: words("li"),
	dir: words("li"),
	table: words("caption colgroup thead tbody tfoot tr"),
	thead: words("tr"),
	tbody: words("tr"),
	tfoot: words("tr"),
	tr: words("td th"),
});

/** WAI-ARIA 1.2 §5.4 "required context role" of some items, and what may stand between an item and it. */
export const requiredContext = mapOf({
	listitem: { required: words("list"), between: words("generic none") },
	option: { required: words("listbox"), between: words("generic none group") },
	treeitem: { required: words("tree"), between: words("generic none group treeitem") },
});

/** WAI-ARIA 1.2 §5.3.2 widget roles that a person works with. */
export const interactiveRoles = words(`button checkbox combobox gridcell link listbox menuitem menuitemcheckbox
menuitemradio option radio scrollbar searchbox slider spinbutton switch tab textbox treeitem iframe audio video`);

/** Which roles support which state: WAI-ARIA 1.2 §6.6, each attribute's "used in roles". */
export const stateRoles = {
	checked: words("checkbox menuitemcheckbox menuitemradio option radio switch treeitem"),
	disabled: words(`application button checkbox columnheader combobox grid gridcell group link listbox menu menubar
menuitem menuitemcheckbox menuitemradio option radio radiogroup row rowheader scrollbar searchbox separator slider spinbutton
switch tab tablist textbox toolbar tree treegrid treeitem`),
	expanded: words(`application button checkbox columnheader combobox gridcell link listbox menuitem
menuitemcheckbox menuitemradio row rowheader switch tab treeitem`),
	invalid: words(`application checkbox columnheader combobox gridcell listbox radiogroup rowheader searchbox slider
spinbutton switch textbox tree treegrid`),
	level: words("heading listitem row treeitem comment"),
	pressed: words("button"),
	readonly: words(`checkbox columnheader combobox grid gridcell listbox menuitemcheckbox menuitemradio radiogroup
rowheader searchbox slider spinbutton switch textbox treegrid`),
	required: words(`checkbox columnheader combobox gridcell listbox radiogroup rowheader searchbox spinbutton switch
textbox tree treegrid`),
	selected: words("columnheader gridcell option row rowheader tab treeitem"),
} as const;

/** Roles of a text's wording: kept where they stand alone, joined with the sentence where they stand in one. */
export const wordingRoles = words("code emphasis mark strong term time");

/** HTML-AAM §4.1.1 and following: what a `<label>` can label (HTML §4.10.4). */
export const labelable = words("button input meter output progress select textarea");

/** Roles that are there to hold others. */
export const holderRoles = words(`caption cell columnheader definition figure gridcell listitem paragraph row
rowgroup rowheader subscript superscript term time`);
