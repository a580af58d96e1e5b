/** What a remedy is: a sentence that says what to do, with the element's own words where these make it clearer. Pure. */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'

/** What a remedy may quote. */
export type ElementWords = {
  /** Empty where the markup does not begin with a whole tag. */
  tag: string
  /** Undefined for one that it does not have, or that is empty or too long to be quoted. */
  attribute: (name: string) => string | undefined
  /** What the engine says is wrong. */
  message: string
}

/** One sentence: it begins with what to do, and ends in a full stop. */
export type Remedy = string | ((words: ElementWords) => string)

/** What is to be done about these rules, whichever engine's: their names, a blank between. */
export type RemedyRow = readonly [rules: string, remedy: Remedy]

const longestQuoted = 60

/** @param html the start of the element's markup, as a browser writes it. */
export function wordsOf(html: string, message: string): ElementWords {
  const { tag, attributes } = openingOf(html)
  return {
    tag,
    message,
    attribute(name) {
      const value = attributes.get(name)?.replace(/\s+/g, ' ').trim() ?? ''
      return value === '' || value.length > longestQuoted ? undefined : value
    },
  }
}

/** As its tag is read by itself: a cell or an <html> that stands alone would be dropped. */
function openingOf(html: string): { tag: string; attributes: ReadonlyMap<string, string> } {
  const [, tag = ''] = /^<([a-z][^\s/>]*)/i.exec(html) ?? []
  const [first] = tag === '' ? [] : parseFragment(`<i${html.slice(tag.length + 1)}`).childNodes
  if (!first || !isElement(first)) return { tag: '', attributes: new Map() }
  return { tag: tag.toLowerCase(), attributes: new Map(first.attrs.map(({ name, value }) => [name, value])) }
}

const isElement = (node: DefaultTreeAdapterTypes.ChildNode): node is DefaultTreeAdapterTypes.Element => 'attrs' in node

/** An attribute as it is written there, or what it is called where there is nothing to quote. */
export function written(words: ElementWords, name: string, otherwise = `the ${name} attribute`): string {
  const value = words.attribute(name)
  return value === undefined ? otherwise : `${name}="${value}"`
}
