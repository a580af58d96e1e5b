/** Numbers as people write them, with marks for thousands and for decimals, which languages use the other way round. Pure. */

/** A number in digits; every part is bounded. To be put into a pattern, with what must not stand before it. */
export const numeral =
  "\\d{1,3}(?:[ ,.'’\\u00a0\\u202f]\\d{3}){1,6}(?![\\d])(?:[.,]\\d{1,9})?|\\d{1,15}(?:[.,]\\d{1,9})?"

const pointForDecimals = new Set(['en', 'zh', 'ja', 'ko', 'th', 'he', 'hi'])

/** What it says in a language (ISO 639); where only the language tells "1.234" from 1234, it does. */
export function numberOf(written: string, language: string): number {
  const bare = written.replace(/[ '’\u00a0\u202f]/g, '')
  const comma = bare.lastIndexOf(',')
  const point = bare.lastIndexOf('.')
  const decimal = decimalMark(bare, comma, point, language)
  const digits =
    decimal === -1
      ? bare.replace(/[.,]/g, '')
      : `${bare.slice(0, decimal).replace(/[.,]/g, '')}.${bare.slice(decimal + 1)}`
  return Number(digits)
}

/** Where the whole number ends; -1: it has no decimals. */
function decimalMark(bare: string, comma: number, point: number, language: string): number {
  if (comma === -1 && point === -1) return -1
  if (comma !== -1 && point !== -1) return Math.max(comma, point)
  const at = Math.max(comma, point)
  const isRepeated = bare.indexOf(bare[at] ?? '') !== at
  if (isRepeated) return -1
  if (bare.length - at - 1 !== 3 || bare.startsWith('0')) return at
  const isPoint = point !== -1
  return isPoint === pointForDecimals.has(language) ? at : -1
}
