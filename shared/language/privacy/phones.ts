/**
 * Telephone numbers in a text. Which country a number without + belongs to nobody says: it is held against the plan of the
 * United States, and where that does not fit it is one by its shape alone (`validated: false`). Pure, linear.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { isLabelledThing, type PrivateFind, textAfter, wordsBefore } from '#shared/language/privacy/private-find'

// One row of digits, or groups with a mark or two between them; every part is bounded and begins otherwise than the one before.
const candidates =
  /(?:\+ ?)?(?:\(\+?\d{1,5}\)|\d{1,16})(?:[ ./\u00a0\u2011\u2013-]{1,2}\(?\d{1,12}\)?|\(\d{1,5}\)|(?<=\))\d{1,12}){0,7}(?:,? ?(?:ext(?:ension)?|x)\.? ?\d{1,6})?/gi
const extension = /(?:,? ?(?:ext(?:ension)?|x)\.? ?\d{1,6})$/i

const said =
  'phones?|tel|telephones?|telefon\\w{0,8}|téléphones?|teléfonos?|telefone|mobiles?|mobil\\w{0,6}|cells?|cellular|cellphones?|fax|calls?|' +
  'called|calling|dial|text|sms|whats ?app|ring|reach|handy|rufen|ruf|anrufen|rückruf|portable|móvil|celular|llám\\w{0,6}|llam\\w{0,6}|' +
  'appel\\w{0,6}|hotlines?|helplines?|landlines?|tlf|zentrale|durchwahl|switchboard|voicemail|pager|signal|desk|answering|messages? (?:to|from)'
const saidBefore = new RegExp(
  `(?<![\\w])(?:${said})(?![\\w])\\.?[^.!?\\d]{0,28}$|\\b(?:my|her|his|our|their) (?:new )?number(?: is|:)? $|\\bregistered $`,
  'i',
)
const saidAfter = /^[\s,(–-]{0,3}(?:office|fax|mobile|cell|home|work|phone|tel|direct|voice|mobil|büro)\b/i
/** Between the word and the number stands another thing's name: "call about order 4500". */
const namedOtherwise = (words: string) =>
  isLabelledThing(words) &&
  !/\b(?:phone|telephone|mobile|cell|fax|tel|contact)\.? ?(?:number|num|no|nr)?\.?:? ?(?:is|:)? ?$/i.test(words)

const isDate =
  /^(?:(?:1[89]|2[01])\d\d([-./ ])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])([-./ ])(?:0?[1-9]|[12]\d|3[01])\2(?:1[89]|2[01])?\d\d)(?:$|[ -]\d)/
const isYears = /^(?:1[5-9]|20)\d\d ?[-–/.] ?(?:1[5-9]|20)\d\d$/
const isSpan = /^\d{1,4} ?[-–] ?\d{1,4}$/
const isDecimal = /^\d+\.\d+$/
const isPostcode = /^\d{5}-\d{4}$/
const isThousands = /^[1-9]\d{0,2}(?:[. \u00a0]\d{3})+$/
const isStamp = /^(?:19|20)\d{6}(?:[-. ]?\d{4,6})?(?:\.\d+)?$/

const isOther = (number: string) =>
  isPostcode.test(number) || isThousands.test(number) || isSpan.test(number) || isStamp.test(number)

/** Ways of writing that only telephone numbers have. */
const american = /^(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}$/
const trunk =
  /^0\d(?:[ .-]\d\d){4}$|^0\d{2,4}(?:[ ./-]{1,2}\d{2,4}){2,4}$|^\(0\d{1,4}\)[ -]?\d{2,4}(?:[ .-]?\d{2,4}){1,3}$|^0\d{3}[ /-]\d{6,8}$/
const inBrackets = /^\(\d{2,4}\) ?\d{2,4}[ .-]\d{2,4}(?:[ .-]\d{2,4})?$/

export function phonesIn(plain: string): PrivateFind[] {
  const found: PrivateFind[] = []
  for (const { 0: written, index } of plain.matchAll(candidates)) {
    if (written.length < 7) continue
    const phone = phoneOf(plain, written, index)
    if (phone !== undefined) found.push(phone)
  }
  return found
}

function phoneOf(plain: string, match: string, index: number): PrivateFind | undefined {
  const written = balanced(match)
  const end = index + written.length
  const number = written.replace(extension, '')
  const digits = number.replace(/\D/g, '')
  if (digits.length < 7 || digits.length > 15 || !standsAlone(plain, index, end)) return
  if (isDate.test(number) || isYears.test(number) || isDecimal.test(number)) return
  const words = wordsBefore(plain, index)
  const isSaid = saidBefore.test(words) || saidAfter.test(textAfter(plain, end))
  const isNamedOtherwise = namedOtherwise(words)
  if (isNamedOtherwise || (!isSaid && isOther(number))) return

  const isGrouped = /\D/.test(number.replace(/^\+ ?/, ''))
  const international = internationalOf(number, digits)
  const isWrittenAbroad = number.startsWith('+') || number.startsWith('(+')
  if (international !== undefined && (isWrittenAbroad || isSaid || isGrouped))
    return { type: 'phone', start: index, end, validated: true, normalised: international }
  if (isWrittenAbroad) return digits.length < 8 ? undefined : shapeOf(index, end, `+${digits}`)

  if (american.test(number) || (isSaid && digits.length === 10)) {
    const parsed = parsePhoneNumberFromString(number, 'US')
    if (parsed?.isValid()) return { type: 'phone', start: index, end, validated: true, normalised: parsed.number }
  }
  const isShaped = american.test(number) || trunk.test(number) || inBrackets.test(number)
  return isShaped || isSaid ? shapeOf(index, end, digits) : undefined
}

const shapeOf = (start: number, end: number, normalised: string): PrivateFind => ({
  type: 'phone',
  start,
  end,
  validated: false,
  normalised,
})

/** A bracket that closes none, or that nothing closes, is not of the number. */
function balanced(match: string): string {
  const opened = match.split('(').length
  const closed = match.split(')').length
  if (closed > opened && match.endsWith(')')) return match.slice(0, -1)
  return match
}

/** No letter, amount, fraction, address or time goes on before or behind it. */
function standsAlone(plain: string, start: number, end: number): boolean {
  const left = plain.slice(Math.max(0, start - 2), start)
  const right = plain.slice(end, end + 2)
  if (/[\p{L}\d_@#$€£¥%&=+*^~-]$|\d[.,:/]$/u.test(left)) return false
  return !/^[\p{L}\d_@%€£$°]|^[.,:/-]\d/u.test(right)
}

/** In E.164, of a number that says its country (+49, 0049, 011 49) and is given out there. */
function internationalOf(number: string, digits: string): string | undefined {
  const prefix = /^\(?\+/.test(number) ? '' : (/^0(?:0|11)/.exec(digits)?.[0] ?? undefined)
  if (prefix === undefined) return
  // "(0)" is for callers in the country alone.
  const own = number.replace(/\(0\)/, '').replace(/\D/g, '').slice(prefix.length)
  const parsed = parsePhoneNumberFromString(`+${own}`)
  return parsed?.isValid() ? parsed.number : undefined
}
