/** Numbers of cards, accounts and people that carry their own check: payment cards, IBANs, US social security. Pure, linear. */
import { isLabelledThing, type PrivateFind, textAfter, wordsBefore } from '#shared/language/privacy/private-find'

/** Luhn's check of a row of digits. Source: ISO/IEC 7812-1, annex B. */
export function isLuhn(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    const digit = digits.charCodeAt(digits.length - 1 - at) - 48
    const counted = at % 2 === 0 ? digit : digit * 2
    sum += counted > 9 ? counted - 9 : counted
  }
  return digits.length > 0 && sum % 10 === 0
}

const cardWords =
  /\b(?:cards?|credit|debit|visa|master ?card|amex|american express|maestro|discover|diners|jcb|union ?pay|cc|karten?\w{0,8}|kredit\w{0,8}|cartes?|tarjetas?|carta|cv[vc]|pan)\b/i

/** Ranges that networks issue in, with the lengths they use; `isWide` are so many that a word has to say it is a card. */
const networks: readonly { starts: RegExp; lengths: readonly number[]; isWide?: boolean }[] = [
  { starts: /^4/, lengths: [16, 19] },
  { starts: /^4/, lengths: [13], isWide: true },
  { starts: /^5[1-5]|^2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)/, lengths: [16] },
  { starts: /^3[47]/, lengths: [15] },
  { starts: /^3(?:0[0-5]|095|[689])/, lengths: [14, 16] },
  { starts: /^(?:6011|64[4-9]|65)/, lengths: [16, 19] },
  { starts: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { starts: /^35/, lengths: [16, 17, 18, 19], isWide: true },
  { starts: /^(?:1800|2131)/, lengths: [15] },
  { starts: /^62/, lengths: [16, 17, 18, 19] },
  { starts: /^(?:50|5[6-9]|6[0-9])/, lengths: [12, 13, 14, 15, 16, 17, 18, 19], isWide: true },
]

const groupedDigits = /\d(?<![\w.,]\d)(?:[ -]?\d){11,22}(?!\w)/g

/** Payment cards: in one row or in the groups that are printed on them. One that fails its check is told only where it is called a card. */
export function cardsIn(plain: string): PrivateFind[] {
  const found: PrivateFind[] = []
  for (const { 0: run, index } of plain.matchAll(groupedDigits)) {
    const card = cardIn(run, () => ({ words: wordsBefore(plain, index), next: textAfter(plain, index + run.length) }))
    if (card === undefined) continue
    const start = index + card.from
    found.push({
      type: 'credit_card',
      start,
      end: index + card.to,
      validated: card.validated,
      normalised: run.slice(card.from, card.to).replace(/\D/g, ''),
    })
  }
  return found
}

type Around = () => { words: string; next: string }

function cardIn(run: string, around: Around): { from: number; to: number; validated: boolean } | undefined {
  const groups = [...run.matchAll(/\d+/g)].map(({ 0: digits, index }) => ({
    digits,
    from: index,
    to: index + digits.length,
  }))
  let unchecked: { from: number; to: number; validated: boolean } | undefined
  for (let first = 0; first < groups.length; first++) {
    // No card begins with a group of another length.
    const size = groups[first]?.digits.length ?? 0
    if (size !== 4 && size < 12) continue
    for (let last = groups.length; last > first; last--) {
      const part = groups.slice(first, last)
      if (!isPrinted(part.map(({ digits }) => digits.length))) continue
      const digits = part.map((group) => group.digits).join('')
      const network = networks.find(({ starts, lengths }) => lengths.includes(digits.length) && starts.test(digits))
      if (network === undefined || /^(\d)\1+$/.test(digits)) continue
      const { words, next } = around()
      const isCalled = cardWords.test(words) || cardWords.test(next)
      if (!isCalled && (network.isWide === true || isLabelledThing(words))) continue
      const card = { from: part[0]?.from ?? 0, to: part.at(-1)?.to ?? 0, validated: isLuhn(digits) }
      if (card.validated) return card
      if (isCalled && !isLabelledThing(words.replace(/cards?(?: (?:number|no|nr))?[.:]? ?(?:is)? ?$/i, '')))
        unchecked ??= card
    }
  }
  return unchecked
}

const isPrinted = (sizes: readonly number[]) =>
  sizes.length === 1 ||
  (sizes.length > 2 && sizes.slice(0, -1).every((size) => size === 4) && (sizes.at(-1) ?? 0) <= 4) ||
  /^4,6,[45]$|^4,6,6$/.test(sizes.join())

/** How long an IBAN of a country is. Source: SWIFT's IBAN registry, release 99. */
const ibanLengths: Record<string, number> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 ' +
    'FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 ' +
    'LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 ' +
    'SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/** ISO 7064 MOD 97-10 of an account number, its country and check digits moved to the end. */
function isMod97(iban: string): boolean {
  let rest = 0
  for (const letter of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(letter, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest === 1
}

const ibanStart = /[A-Za-z]{2}(?<![A-Za-z0-9]..)\d{2}(?=[ -]?[A-Za-z0-9])/g

/** As long as its country says, in one row or in groups; one that fails its check is told only where it is called an IBAN. */
export function ibansIn(plain: string): PrivateFind[] {
  const found: PrivateFind[] = []
  for (const { 0: head, index: start } of plain.matchAll(ibanStart)) {
    const length = ibanLengths[head.slice(0, 2).toUpperCase()]
    if (length === undefined) continue
    let normalised = ''
    let end = start
    while (normalised.length < length && end < plain.length) {
      const letter = plain[end] ?? ''
      if (/[A-Za-z0-9]/.test(letter)) normalised += letter.toUpperCase()
      else if (!/[ \u00a0-]/.test(letter) || !/[A-Za-z0-9]/.test(plain[end + 1] ?? '')) break
      end++
    }
    if (normalised.length < length || /[A-Za-z0-9]/.test(plain[end] ?? '')) continue
    const validated = isMod97(normalised)
    if (validated || /\biban\b[^.!?]{0,12}$/i.test(wordsBefore(plain, start)))
      found.push({ type: 'iban', start, end, validated, normalised })
  }
  return found
}

const threeGroups = /\d(?<![\w.-]\d)\d\d([ -])\d\d\1\d{4}(?![\w]|-\w)/g
const nineDigits = /\d(?<![\w.,-]\d)\d{8}(?![\w]|[.,-]\d)/g
const socialBefore = /\b(?:ssn|social(?: security)?(?: number| no\.?)?)\b[^.!?]{0,24}$/i
const socialAfter = /^.{0,14}\b(?:ssn|social security)\b/i

/** Areas, groups and serials that are given out. Source: SSA, "Social Security number randomization": never 000, 666 or 9xx first. */
const isIssued = (digits: string) =>
  !/^(?:000|666|9)/.test(digits) && digits.slice(3, 5) !== '00' && digits.slice(5) !== '0000' && digits !== '078051120'

/** US social security numbers: with hyphens wherever nothing says it is another number, else where it is called one. */
export function socialNumbersIn(plain: string): PrivateFind[] {
  const found: PrivateFind[] = []
  const take = (written: string, start: number, isPlain: boolean) => {
    const digits = written.replace(/\D/g, '')
    const words = wordsBefore(plain, start)
    const isCalled = socialBefore.test(words) || socialAfter.test(textAfter(plain, start + written.length))
    if (!isCalled && (!isPlain || isLabelledThing(words) || !isIssued(digits))) return
    found.push({ type: 'us_ssn', start, end: start + written.length, validated: isIssued(digits), normalised: digits })
  }
  for (const { 0: written, 1: separator, index } of plain.matchAll(threeGroups)) take(written, index, separator === '-')
  for (const { 0: written, index } of plain.matchAll(nineDigits)) take(written, index, false)
  return found
}
