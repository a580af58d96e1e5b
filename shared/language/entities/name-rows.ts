/** Rows of words with capitals in a text, in which names are looked for. Pure, linear: every repetition is bounded. */
import type { Range } from '#shared/language/text'

export type NameWord = Range & { text: string }
export type NameRow = Range & { words: readonly NameWord[] }

const capital =
  'A-Z\\u00c0-\\u00d6\\u00d8-\\u00de\\u0100\\u0106\\u010c\\u0110\\u0118\\u011e\\u0130\\u0141\\u0143\\u0150\\u0158\\u015a\\u015e\\u0160\\u0164\\u0170\\u0179\\u017b\\u017d'
const small = "A-Za-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u024f'’-"
const word = `(?:(?:Dr|Prof|Mr|Mrs|Ms|Mx|Sr|Sra|St|Hr|Fr)\\.(?=[ \\u00a0])|[${capital}](?:[${small}]{0,40}|\\.(?=[ \\u00a0])))`
const between = 'van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|bin|ibn|ten|ter|zu|of|for|and|&|für|und|et|y|es'
const row = new RegExp(
  `(?<![\\w@#/.&\\u00c0-\\u024f-])${word}(?:[ \\u00a0](?:(?:${between})[ \\u00a0]){0,2}${word}){0,7}`,
  'g',
)

export function nameRowsIn(plain: string): NameRow[] {
  return [...plain.matchAll(row)].map(({ 0: match, index }) => {
    const words: NameWord[] = []
    let start = index
    for (const part of match.split(/[ \u00a0]/)) {
      const text = /['’s-]$/.test(part) ? part.replace(/['’]s?$|-$/, '') : part
      words.push({ text, start, end: start + text.length })
      start += part.length + 1
    }
    return { start: index, end: words.at(-1)?.end ?? index + match.length, words }
  })
}

const capitals = new RegExp(`^[${capital}]`)
export const hasCapital = (text: string): boolean => capitals.test(text)
