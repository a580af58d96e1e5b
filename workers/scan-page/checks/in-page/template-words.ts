/** Texts that a template, a tool or a program left where its author was to write. */

const holes = String.raw`undefined|null|nan|.*(?:\{\{.*\}\}|\$\{.*\}|<%.*%>|\[object object\]).*`
const drafts = 'lorem ipsum.*|todo|tbd|fixme|xxx+'

/** What was never filled in, as a part of a pattern that is tried on a whole text. */
export const neverFilled = `${holes}|${drafts}`
