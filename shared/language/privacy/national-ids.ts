/** Numbers that states give to people, where they have a check: by country, with what has to be said beside those that are only digits. Pure, linear. */
import { stdnum } from 'stdnum'
import { isLuhn } from '#shared/language/privacy/numbers'
import { type PrivateFind, wordsBefore } from '#shared/language/privacy/private-find'

type Rule = {
  /** Bounded, from a digit or a letter that begins a word to the end of one. */
  pattern: RegExp
  /** Must stand before it: the number alone looks like many others. */
  called?: RegExp
  /** True: its check holds. Left out: it has none, and is one by its shape. */
  check?: (compact: string) => boolean
}
/** The library's check of a country's number. @throws Error where it has none by that name. */
function by(country: string, name: string): (compact: string) => boolean {
  const validator = stdnum[country]?.[name]
  if (validator === undefined) throw new Error(`no check of ${country} ${name}`)
  return (compact) => validator.validate(compact).isValid
}
const called = (words: string) => new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])[^!?\\d]{0,30}$`, 'iu')

const weighted = (digits: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0)

/** Modulus 11 of ten digits. Source: NHS Data Dictionary, "NHS number". */
function isNhsNumber(digits: string): boolean {
  const check = 11 - (weighted(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)
  return check !== 10 && check % 11 === Number(digits[9])
}

/** Ninety-seven less the rest of the first nine; with a 2 before them for those born after 1999. */
function isBelgianNumber(digits: string): boolean {
  const check = Number(digits.slice(9))
  return [digits.slice(0, 9), `2${digits.slice(0, 9)}`].some((first) => 97 - (Number(first) % 97) === check)
}

const isSwedishNumber = (digits: string) =>
  isLuhn(digits.slice(-10)) && /^(?:\d\d)?\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])/.test(digits)

const rules: readonly Rule[] = [
  { pattern: /7(?<!\w7)56\.\d{4}\.\d{4}\.\d\d(?!\w)/g, check: by('CH', 'ssn') },
  { pattern: /\d(?<![\w.]\d)\d{2}\.\d{3}\.\d{3}-\d\d(?!\w)/g, check: by('BR', 'cpf') },
  { pattern: /\d(?<![\w.-]\d)\d{7}-?[A-Z](?!\w)/g, check: by('ES', 'dni') },
  { pattern: /[XYZ](?<!\w.)-?\d{7}-?[A-Z](?!\w)/g, check: by('ES', 'nie') },
  { pattern: /[A-Z](?<!\w.)[A-Z]{5}\d\d[A-EHLMPRST]\d\d[A-Z]\d{3}[A-Z](?!\w)/g, check: by('IT', 'codicefiscale') },
  { pattern: /[12](?<![\w.]\d) ?\d\d ?(?:0[1-9]|1[0-2]) ?\d[\dAB] ?\d{3} ?\d{3} ?\d\d(?!\w)/g, check: by('FR', 'nir') },
  { pattern: /\d(?<!\w\d)\d{5}[-+A-FU-Y]\d{3}[0-9A-FHJ-NPR-Y](?!\w)/g, check: by('FI', 'hetu') },
  {
    pattern: /\d(?<![\w.-]\d)\d{5}(?:\d\d)?[-+]\d{4}(?![\w]|-\d)/g,
    called: called('person\\w{0,10}|pnr|id-?nummer'),
    check: isSwedishNumber,
  },
  { pattern: /\d(?<![\w.]\d)\d\.\d\d\.\d\d-\d{3}\.\d\d(?!\w)/g, check: isBelgianNumber },
  { pattern: /\d(?<!\w\d)\d{5}-[1-8]\d{6}(?!\w)/g, check: by('KR', 'rrn') },
  { pattern: /[A-Z](?<!\w.)[A-Z]{3}\d{6}[HM][A-Z]{5}[0-9A-Z]\d(?!\w)/g, check: by('MX', 'curp') },
  { pattern: /[1-9](?<!\w\d)\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])\d{5}[\dX](?!\w)/g, check: by('CN', 'ric') },
  { pattern: /\d(?<![\w.-]\d)\d{10}(?!\w)/g, called: called('pesel'), check: by('PL', 'pesel') },
  {
    pattern: /\d(?<![\w.-]\d)\d{8}(?!\w)/g,
    called: called('bsn|burgerservice\\w{0,10}|sofi\\w{0,8}'),
    check: by('NL', 'bsn'),
  },
  {
    pattern: /[1-9](?<![\w.-]\d)\d ?\d{3} ?\d{3} ?\d{3}(?!\w)/g,
    called: called('steuer-?id\\w{0,22}|identifikationsnummer|idnr|tin'),
    check: by('DE', 'idnr'),
  },
  { pattern: /\d(?<![\w.-]\d)\d\d[ -]?\d{3}[ -]?\d{4}(?!\w)/g, called: called('nhs'), check: isNhsNumber },
  {
    pattern: /\d(?<![\w.-]\d)\d\d[ -]?\d{3}[ -]?\d{3}(?!\w)/g,
    called: called('sin|social insurance'),
    check: by('CA', 'sin'),
  },
  {
    pattern: /\d(?<![\w.-]\d)\d{3}[ -]?\d{4}[ -]?\d{4}(?!\w)/g,
    called: called('aadhaar|aadhar|uidai'),
    check: by('IN', 'aadhaar'),
  },
  {
    pattern: /[A-Z](?<!\w.)[A-Z]{4}\d{4}[A-Z](?!\w)/g,
    called: called('pan|permanent account'),
    check: by('IN', 'pan'),
  },
  { pattern: /\d(?<![\w.-]\d)\d\d ?\d{3} ?\d{3}(?!\w)/g, called: called('tfn|tax file'), check: by('AU', 'tfn') },
  {
    pattern: /\d(?<![\w.-]\d)\d{5} ?\d{5}(?!\w)/g,
    called: called('fødsels\\w{0,8}|personnummer|fnr'),
    check: by('NO', 'fodselsnummer'),
  },
  {
    pattern: /[A-CEGHJ-PR-TW-Z](?<!\w.)[A-CEGHJ-NPR-TW-Z] ?\d\d ?\d\d ?\d\d ?[A-D](?!\w)/g,
    called: called('national insurance|nino|ni number|ni no'),
  },
]

export function nationalIdsIn(plain: string): PrivateFind[] {
  if (!/\d\d/.test(plain)) return []
  const found: PrivateFind[] = []
  for (const rule of rules) {
    for (const { 0: written, index } of plain.matchAll(rule.pattern)) {
      if (rule.called !== undefined && !rule.called.test(wordsBefore(plain, index))) continue
      const compact = written.replace(/[ .]/g, '')
      const digits = compact.replace(/\D/g, '')
      // A check of our own is of digits; one of the library takes the number as it is written.
      const isRight = rule.check === undefined ? undefined : rule.check(isOwn(rule.check) ? digits : compact)
      if (isRight === false) continue
      found.push({
        type: 'national_id',
        start: index,
        end: index + written.length,
        validated: isRight === true,
        normalised: compact,
      })
    }
  }
  return found
}

const isOwn = (check: (compact: string) => boolean) =>
  check === isNhsNumber || check === isBelgianNumber || check === isSwedishNumber
