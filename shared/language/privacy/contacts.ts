/** E-mail addresses, URLs and domain names in a text; the public suffix list says which names can exist. Pure, linear. */
import { parse } from 'tldts'
import { type PrivateFind, wordsBefore } from '#shared/language/privacy/private-find'

const localMax = 64
const hostMax = 253
const urlMax = 2000

const isDigit = (code: number) => code >= 48 && code <= 57
const isLetter = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 0xc0 && code <= 0x24f && code !== 0xd7)
const isAlphanumeric = (code: number) => isDigit(code) || isLetter(code)
/** Letters, digits, dot, hyphen; letters of other scripts are written in Punycode or not taken for a name. */
const isOfHost = (code: number) => isAlphanumeric(code) || code === 46 || code === 45
/** A host's and % + ' _ ~ */
const isOfLocal = (code: number) =>
  isOfHost(code) || code === 37 || code === 43 || code === 39 || code === 95 || code === 126

/** How far characters of a kind go on from a place to the left, at most so many. */
function leftEnd(plain: string, from: number, isOf: (code: number) => boolean, max: number): number {
  let at = from
  while (at > 0 && from - at <= max && isOf(plain.charCodeAt(at - 1))) at--
  return at
}
function rightEnd(plain: string, from: number, isOf: (code: number) => boolean, max: number): number {
  let at = from
  while (at < plain.length && at - from <= max && isOf(plain.charCodeAt(at))) at++
  return at
}

/** Whether a registry gives out names under the end of this one, and there is a name before that end. */
export function isRegistrable(host: string): boolean {
  const { isIcann, isPrivate, domain } = parse(host, { allowPrivateDomains: true, extractHostname: false })
  return domain !== null && (isIcann === true || isPrivate === true)
}

/** Names that standards keep from being given out: of tests, of documents, of this machine. */
const isSpecial = (host: string) => /(?:^|\.)(?:localhost|invalid)$/i.test(host)

export function emailsIn(plain: string): PrivateFind[] {
  const found: PrivateFind[] = []
  for (let at = plain.indexOf('@'); at !== -1; at = plain.indexOf('@', at + 1)) {
    let start = leftEnd(plain, at, isOfLocal, localMax)
    if (at - start > localMax) continue
    while (start < at && !isAlphanumeric(plain.charCodeAt(start)) && plain[start] !== '_') start++
    if (start === at || plain[at - 1] === '.') continue
    let end = rightEnd(plain, at + 1, isOfHost, hostMax)
    while (end > at && !isAlphanumeric(plain.charCodeAt(end - 1))) end--
    const host = plain.slice(at + 1, end)
    if (host.length > hostMax || !/\.[^\W\d_]{2}/.test(host) || host.includes('..')) continue
    const isKnown = isRegistrable(host)
    // What ends in a name that nobody gives out is an address in its shape alone.
    found.push({
      type: 'email',
      start,
      end,
      validated: isKnown,
      normalised: `${plain.slice(start, at)}@${host.toLowerCase()}`,
    })
  }
  return found
}

const endsUrl = /[\s<>"`{}|\\^\u3000-\u303f\uff00-\uff0f]/
const closers: Record<string, string> = { ')': '(', ']': '[' }

/** Where a URL that begins at a place ends: sentence marks and brackets that it did not open are not of it. */
function urlEnd(plain: string, from: number): number {
  const rest = plain.slice(from, from + urlMax)
  const stop = rest.search(endsUrl)
  let end = stop === -1 ? rest.length : stop
  while (end > 0) {
    const last = rest[end - 1] ?? ''
    const opener = closers[last]
    if (/[.,;:!?'*_]/.test(last)) end--
    else if (opener !== undefined && !rest.slice(0, end).includes(opener)) end--
    else break
  }
  return from + end
}

const schemes =
  /(?:^|[^a-z])(https?|ftps?|sftp|ssh|wss?|git|ldaps?|postgres(?:ql)?|mysql|redis|amqps?|mongodb|smb|imaps?)$/i

/** With a scheme, with www., and a registrable name with a path behind it. */
export function urlsIn(plain: string): PrivateFind[] {
  const found: PrivateFind[] = []
  const take = (start: number, from: number) => {
    const end = urlEnd(plain, from)
    if (end <= from) return
    const written = plain.slice(start, end)
    const { hostname, isIcann, isPrivate, isIp, domain } = parse(written, { allowPrivateDomains: true })
    if (hostname === null || isSpecial(hostname)) return
    const validated = isIp === true || (domain !== null && (isIcann === true || isPrivate === true))
    if (start === from && !validated) return
    found.push({ type: 'url', start, end, validated, normalised: written })
  }
  for (let at = plain.indexOf('://'); at !== -1; at = plain.indexOf('://', at + 3)) {
    const scheme = schemes.exec(plain.slice(Math.max(0, at - 12), at))?.[1]
    if (scheme !== undefined) take(at - scheme.length, at + 3)
  }
  for (const start of ['www.', 'WWW.', 'Www.'])
    for (let at = plain.indexOf(start); at !== -1; at = plain.indexOf(start, at + 4))
      if (at === 0 || !/[\p{L}\d@/.-]/u.test(plain[at - 1] ?? '')) take(at, at)
  return found
}

/** Ends of names that are ends of files, members of objects or words as often: they want a word that says it is a site. */
const doubtful = new Set(
  (
    'ac ai am app as at bar be bz by cat cc click date do email esq fm host hr id in info is it la link map md me ml mov ms my name ' +
    'no now one out page pl ps pub py rs run sc sh show so st tf to us vi watch zip'
  ).split(' '),
)
/** What names of newsgroups begin with. */
const newsgroups = new Set('alt comp humanities misc rec sci soc talk'.split(' '))
const endsOfFiles = new Set('cc md mov pl ps py rs sh so zip'.split(' '))
const siteBefore =
  /\b(?:domains?|web ?sites?|sites?|blogs?|shops?|hosts?|visit(?:ed)?|register(?:ed)?|owns?|resolves to|pages?)\b[^.!?]{0,16}$/i

/** Names without a scheme, `example.com`, that can be registered; what is a file, a member or two sentences is none. */
export function domainsIn(plain: string): PrivateFind[] {
  const found: PrivateFind[] = []
  let from = 0
  for (let dot = plain.indexOf('.'); dot !== -1; dot = plain.indexOf('.', from)) {
    from = dot + 1
    if (!isAlphanumeric(plain.charCodeAt(dot - 1)) || !isLetter(plain.charCodeAt(dot + 1))) continue
    const run = { start: leftEnd(plain, dot, isOfHost, hostMax), end: rightEnd(plain, dot, isOfHost, hostMax) }
    from = Math.max(from, run.end)
    if (run.end - run.start > hostMax) continue
    if (/[@\w\\/$~=-]/.test(plain[run.start - 1] ?? '') || /[@_\\(=]/.test(plain[run.end] ?? '')) continue
    const name = domainOf(plain, run.start, run.end)
    if (name !== undefined) found.push(name)
  }
  return found
}

function domainOf(plain: string, runStart: number, runEnd: number): PrivateFind | undefined {
  let start = runStart
  let end = runEnd
  while (start < end && !isAlphanumeric(plain.charCodeAt(start))) start++
  while (end > start && !isAlphanumeric(plain.charCodeAt(end - 1))) end--
  const host = plain.slice(start, end)
  const labels = host.split('.')
  const last = labels.at(-1) ?? ''
  if (labels.length < 2 || !/^[a-z]{2,24}$|^xn--[a-z0-9-]{2,60}$/.test(last) || !isRegistrable(host)) return
  if (newsgroups.has(labels[0] ?? '') && labels.length > 2) return
  const own = labels.at(-2) ?? ''
  if (labels.length === 2 && (!/[^\W\d_]/.test(own) || own.length < 2)) return
  const isDoubtful = labels.length === 2 ? doubtful.has(last) : labels[0] !== 'www' && endsOfFiles.has(last)
  const hasPath = plain[end] === '/' && isOfHost(plain.charCodeAt(end + 1))
  if (isDoubtful && !hasPath && !siteBefore.test(wordsBefore(plain, start))) return
  // A path makes a URL of it.
  return hasPath
    ? {
        type: 'url',
        start,
        end: urlEnd(plain, start),
        validated: true,
        normalised: plain.slice(start, urlEnd(plain, start)),
      }
    : { type: 'domain', start, end, validated: true, normalised: host.toLowerCase() }
}
