/** References to issues, handles, versions and identifiers, by how they are written. Holds in every language. Pure, linear. */
import type { NamedPart } from '#shared/language/entities/named-part'
import { isLuhn } from '#shared/language/privacy/numbers'

const labelled =
  /\b(?:order|invoice|case|ref(?:erence)?|po|purchase order|tracking|customer|contract|booking|serial|account|policy|claim|member|transaction|receipt|rechnung|bestellung|auftrag|kunden|facture|commande|factura|pedido)[ -]?(?:number|num|no|nr|id|code|nummer)?\b ?[.:#]{0,2} ?#?$/i
const lookBack = 40
const before = (plain: string, at: number) => plain.slice(Math.max(0, at - lookBack), at)

/** Names of standards, codes and machines that look like the key of a project. */
const noProjects = new Set(
  (
    'UTF ISO SHA COVID RFC AES MD HTTP IEEE EN DIN USB CVE CWE WCAG GPT RTX GTX MP EU US UK UTC GMT ECMA ES PEP ASCII ANSI AVX ARM CPU ' +
    'DDR DVD HDMI IPV LTE MPEG PDF PNG RAM SSD TLS SSL VAT WEB WIFI X86 AD BC CO Q H A B F ID NO NR TEL FAX PO INV'
  ).split(' '),
)
const project = /[A-Z](?<![\w-].)[A-Z0-9]{1,9}-\d{1,7}(?![\w-])/g
const mergeRequest = /!(?<![\w!].)\d{1,7}(?!\w)/g

/** `#12`, `owner/repo#4`, `ABC-123`, `!45`. */
export function issuesIn(plain: string): NamedPart[] {
  const found: NamedPart[] = []
  const take = (start: number, end: number, confidence: number, method: string) =>
    found.push({ type: 'issue_ref', start, end, normalised: plain.slice(start, end), confidence, method })
  for (let at = plain.indexOf('#'); at !== -1; at = plain.indexOf('#', at + 1)) {
    const digits = /^\d{1,9}(?![\w-])/.exec(plain.slice(at + 1, at + 12))?.[0]
    if (digits === undefined || labelled.test(before(plain, at))) continue
    const owner = /(?<![\w/.-])[A-Za-z0-9][\w.-]{0,38}\/[\w.-]{1,60}$/.exec(plain.slice(Math.max(0, at - 102), at))?.[0]
    if (owner !== undefined) take(at - owner.length, at + 1 + digits.length, 0.98, 'repository')
    else if (!/[\w&/#]/.test(plain[at - 1] ?? ''))
      take(at, at + 1 + digits.length, digits.length > 5 ? 0.5 : 0.85, 'number sign')
  }
  for (const { 0: key, index } of plain.matchAll(project)) {
    const [name = ''] = key.split('-')
    if (!noProjects.has(name)) take(index, index + key.length, 0.85, 'project key')
  }
  for (const { 0: written, index } of plain.matchAll(mergeRequest))
    take(index, index + written.length, 0.6, 'merge request')
  return found
}

const noHandles =
  /^(?:media|import|param|returns?|override|charset|font-face|keyframes|supports|deprecated|see|throws|type|author|noon|home|work|all)$/i

/** `@name`; an address has letters before the sign. */
export function handlesIn(plain: string): NamedPart[] {
  const found: NamedPart[] = []
  for (let at = plain.indexOf('@'); at !== -1; at = plain.indexOf('@', at + 1)) {
    if (/[\w.@/%+-]/.test(plain[at - 1] ?? '')) continue
    const name = /^[A-Za-z0-9_](?:[\w.-]{0,37}[A-Za-z0-9_])?/.exec(plain.slice(at + 1, at + 40))?.[0]
    if (name === undefined || !/[A-Za-z]/.test(name) || noHandles.test(name) || /\.[a-z]{2,}$/.test(name)) continue
    found.push({
      type: 'handle',
      start: at,
      end: at + 1 + name.length,
      normalised: name.toLowerCase(),
      confidence: 0.85,
      method: 'at sign',
    })
  }
  return found
}

const tail = '(?:-[A-Za-z][0-9A-Za-z.-]{0,20}[0-9A-Za-z]|-[A-Za-z])?(?:\\+[0-9A-Za-z.-]{1,20})?'
const withV = new RegExp(`[vV](?<!\\w.)\\d{1,4}(?:\\.\\d{1,6}){0,3}${tail}(?![\\w]|\\.\\d)`, 'g')
const withWord = new RegExp(
  `\\b(?:version|release|ver\\.|versión|versione) {1,2}(\\d{1,4}(?:\\.\\d{1,6}){0,3}${tail})(?![\\w]|\\.\\d)`,
  'gi',
)
const semantic = new RegExp(`\\d(?<![\\w.,:/-]\\d)\\d{0,3}\\.\\d{1,4}\\.\\d{1,6}${tail}(?![\\w]|[.,-]\\d)`, 'g')
const isDay = /^(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:\d\d|\d{4})$/

export function versionsIn(plain: string): NamedPart[] {
  const found: NamedPart[] = []
  const take = (start: number, written: string, confidence: number, method: string) =>
    found.push({
      type: 'version',
      start,
      end: start + written.length,
      normalised: written.replace(/^[vV]/, ''),
      confidence,
      method,
    })
  for (const { 0: written, index } of plain.matchAll(withV))
    take(index, written, written.includes('.') ? 0.95 : 0.6, 'v')
  for (const { 0: match, 1: written = '', index } of plain.matchAll(withWord))
    take(index + match.length - written.length, written, 0.95, 'word')
  for (const { 0: written, index } of plain.matchAll(semantic))
    if (!isDay.test(written)) take(index, written, 0.75, 'three numbers')
  return found
}

const uuid = /[0-9a-fA-F](?<!\w.)[0-9a-fA-F]{7}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}(?!\w)/g
const digest = /[0-9a-f](?<![\w-].)[0-9a-f]{6,127}(?![\w-])/g
const digestBefore = /\b(?:commit|hash|sha\d{0,3}|md5|revision|rev|digest|checksum)s?\b ?[:=]? ?$/i
const coded = /[A-Z](?<![\w-].)[A-Z]{1,5}(?:-\d{2,12}){2,4}(?![\w-])/g
const value = /(?<![\w/-])#?([A-Z0-9](?:[A-Z0-9/-]{2,29}[A-Z0-9]))(?![\w-])/g
const isbn = /97[89](?<!\w..)[- ]?(?:\d[- ]?){9}\d(?![\w-])|\d(?<![\w-]\d)(?:[- ]?\d){8}[- ]?[\dX](?![\w-])/g

/** ISBN's check, of ten and of thirteen. Source: ISO 2108. */
function isBookNumber(written: string): boolean {
  const digits = written.replace(/[- ]/g, '')
  const values = [...digits].map((digit) => (digit === 'X' ? 10 : Number(digit)))
  if (digits.length === 13) return values.reduce((sum, digit, at) => sum + digit * (at % 2 === 0 ? 1 : 3), 0) % 10 === 0
  return digits.length === 10 && values.reduce((sum, digit, at) => sum + digit * (10 - at), 0) % 11 === 0
}

/** UUIDs, digests, numbers of books and devices, and what an order, an invoice or a case is called by. */
export function idsIn(plain: string): NamedPart[] {
  const found: NamedPart[] = []
  const take = (start: number, written: string, normalised: string, confidence: number, method: string) =>
    found.push({ type: 'id', start, end: start + written.length, normalised, confidence, method })
  for (const { 0: written, index } of plain.matchAll(uuid)) take(index, written, written.toLowerCase(), 0.99, 'uuid')
  for (const { 0: written, index } of plain.matchAll(digest)) {
    const isMixed = /\d/.test(written) && /[a-f]/.test(written)
    if (isMixed && (written.length >= 16 || digestBefore.test(before(plain, index))))
      take(index, written, written, 0.9, 'digest')
  }
  for (const { 0: written, index } of plain.matchAll(coded)) take(index, written, written, 0.85, 'code')
  for (const { 0: written, index } of plain.matchAll(isbn)) {
    const words = before(plain, index)
    if (/\bISBN\b[^\d]{0,8}$/i.test(words) && isBookNumber(written))
      take(index, written, written.replace(/[- ]/g, ''), 0.99, 'isbn')
  }
  for (const { 0: match, 1: written = '', index } of plain.matchAll(value)) {
    if (!/\d/.test(written)) continue
    const words = before(plain, index)
    const start = index + match.length - written.length
    if (/\bIMEI\b[^\d]{0,6}$/i.test(words) && isLuhn(written)) take(start, written, written, 0.95, 'imei')
    else if (labelled.test(words)) take(start, written, written, 0.85, 'label')
  }
  return found
}
