/** Money and percentages. In every language for signs and ISO 4217 codes, in four for names. Pure, linear. */
import type { NamedPart } from '#shared/language/entities/named-part'
import { numberOf, numeral } from '#shared/language/numerals'

const signs: Record<string, string> = {
  US$: 'USD',
  A$: 'AUD',
  AU$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  R$: 'BRL',
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₹': 'INR',
  '₩': 'KRW',
  '₽': 'RUB',
  '₺': 'TRY',
  '₪': 'ILS',
  '₫': 'VND',
  '₴': 'UAH',
  '₦': 'NGN',
  '₱': 'PHP',
  '฿': 'THB',
  zł: 'PLN',
}
const names: Record<string, string> = {
  euro: 'EUR',
  euros: 'EUR',
  dollar: 'USD',
  dollars: 'USD',
  dólares: 'USD',
  pfund: 'GBP',
  franken: 'CHF',
  francs: 'CHF',
  yen: 'JPY',
  rupees: 'INR',
  roubles: 'RUB',
  rubles: 'RUB',
  złoty: 'PLN',
  zloty: 'PLN',
  yuan: 'CNY',
  pesos: 'MXN',
  quid: 'GBP',
  bucks: 'USD',
  cents: 'USD',
  reais: 'BRL',
}
/** Signs and names that more than one country uses for its money. */
const shared = new Set(['$', '¥', 'dollar', 'dollars', 'dólares', 'francs', 'pesos', 'cents', 'pounds sterling'])
/** Codes that are words in capitals as often. */
const words = new Set('ALL AMD BAM BOB COP CUP DOP GEL LAK MAD MOP PAB PEN RON SOS TOP TRY'.split(' '))
const codes = new Set(Intl.supportedValuesOf('currency').filter((code) => !words.has(code)))

const scales: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  tsd: 1e3,
  m: 1e6,
  mn: 1e6,
  mm: 1e6,
  mio: 1e6,
  million: 1e6,
  millions: 1e6,
  millionen: 1e6,
  millones: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  billions: 1e9,
  mrd: 1e9,
  milliarden: 1e9,
  milliards: 1e9,
  trillion: 1e12,
  tn: 1e12,
}
const space = '[ \\u00a0\\u202f]?'
const scaled = `${space}-?(${Object.keys(scales)
  .sort((a, b) => b.length - a.length)
  .join('|')})\\b\\.?`
const scale = `(?:${scaled})?`
// The last part: "$5-10k" is from five thousand on.
const signAhead = new RegExp(
  `((?<![\\w%)\\]])[-−])?((?:US|AU?|CA?|NZ|HK|S|R)?\\$|[€£¥₹₩₽₺₪₫₴₦₱฿])${space}(-?)(${numeral})(?![\\d])${scale}(?:[-–](${numeral})(?![\\d])${scaled})?`,
  'gi',
)
const codeAhead = new RegExp(`([A-Z](?<!\\w.)[A-Z]{2})${space}(-?)(${numeral})(?![\\w-])${scale}`, 'g')
const named = `(?:of )?([€£¥₹₩₽₺₪₫₴₦₱฿$]|zł|[A-Z]{3}|${Object.keys(names).join('|')}|Euro|Euros|Franken|Dollars?)(?![\\p{L}\\d])`
const nameBehind = new RegExp(`(?<![\\w.,:/#-])(-?)(${numeral})${scale}${space}${named}`, 'gu')

/** A dot that ends a sentence is no part of what was said before it. */
const isAbbreviated = /(?:mio|mrd|tsd|mn|bn)\.$/i
const factorOf = (word: string | undefined): number => (word === undefined ? 1 : (scales[word.toLowerCase()] ?? 1))

/** ISO 4217 code, space, number with a point: `EUR 1234.5`. */
export function moneyIn(plain: string, language: string): NamedPart[] {
  const found: NamedPart[] = []
  const take = (
    index: number,
    match: string,
    unit: string,
    minus: string,
    written: string,
    factor: string | undefined,
  ) => {
    const code =
      signs[unit] ?? signs[unit.toUpperCase()] ?? names[unit.toLowerCase()] ?? (codes.has(unit) ? unit : undefined)
    if (code === undefined) return
    const size = numberOf(written, language) * factorOf(factor)
    const amount = unit.toLowerCase() === 'cents' ? size / 100 : size
    found.push({
      type: 'money',
      start: index,
      end: index + (isAbbreviated.test(match) ? match : match.replace(/\.$/, '')).length,
      normalised: `${code} ${minus === '' ? '' : '-'}${Number(amount.toPrecision(15))}`,
      confidence: shared.has(unit.toLowerCase()) ? 0.8 : 0.95,
      method: 'currency',
    })
  }
  for (const each of plain.matchAll(signAhead)) {
    const [match, ahead = '', unit = '', behind = '', written = '', factor, upper, upperFactor] = each
    const { index } = each
    if (upper === undefined || upperFactor === undefined) {
      take(index, match.trimEnd(), unit, ahead || behind, written, factor)
      continue
    }
    const from = match.lastIndexOf(upper)
    const isBelow = numberOf(written, language) < numberOf(upper, language)
    take(index, match.slice(0, from - 1), unit, ahead || behind, written, factor ?? (isBelow ? upperFactor : undefined))
    take(index + from, match.slice(from).trimEnd(), unit, '', upper, upperFactor)
  }
  for (const { 0: match, 1: unit = '', 2: minus = '', 3: written = '', 4: factor, index } of plain.matchAll(codeAhead))
    take(index, match.trimEnd(), unit, minus, written, factor)
  for (const { 0: match, 1: minus = '', 2: written = '', 3: factor, 4: unit = '', index } of plain.matchAll(nameBehind))
    take(index, match, unit, minus, written, factor)
  return found
}

const percent = new RegExp(
  `(?<![\\w.,:/#%^])([-−+]?)(${numeral})${space}-?(?:%|percent\\b|per cent\\b|percentage points?\\b|prozent\\b|pour cent\\b|por ciento\\b|pct\\b)`,
  'gi',
)

export function percentagesIn(plain: string, language: string): NamedPart[] {
  return [...plain.matchAll(percent)].map(({ 0: match, 1: sign = '', 2: written = '', index }) => ({
    type: 'percent',
    start: index,
    end: index + match.length,
    normalised: `${sign === '-' || sign === '−' ? '-' : ''}${numberOf(written, language)}`,
    confidence: 0.98,
    method: 'sign',
  }))
}
