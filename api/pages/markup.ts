/** Writes HTML: whatever is put into a template is escaped, unless a template made it. */

/** Only `html` makes it. */
export type Markup = { readonly markup: string }
type Part = Markup | string | number | null | false | undefined | readonly Part[]

export function html(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  return { markup: texts.map((text, at) => text + written(at < parts.length ? parts[at] : '')).join('') }
}

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'markup' in part ? part.markup : part.map(written).join('')
}

/** For content and quoted attributes alike. What would turn the direction of the text, or hide in it, is spelt out. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(unseen, (found) => `‹U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`)
    .replace(/[&<>"']/g, (found) => named[found] ?? found)

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach the reader unseen.
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
