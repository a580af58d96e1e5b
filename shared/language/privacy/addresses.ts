/** IP addresses in a text; times, versions and sections of a document are none. Pure, linear. */
import ipaddr from 'ipaddr.js'
import { type PrivateFind, wordsBefore } from '#shared/language/privacy/private-find'

const fourParts = /\d(?<![\w.-]\d)\d{0,2}(?:\.\d{1,3}){3}(?!\w|[.-]\d)/g
const numbered =
  /(?:\b(?:versions?|ver|v|releases?|builds?|firmware|drivers?|patch(?:es)?|supersedes|sections?|sec|chapters?|articles?|art|clauses?|paragraphs?|rev(?:isions?)?|kernel|update[ds]?|upgrade[ds]?|runtime|sdk)\b\.?|§) ?(?:to|is|was|:|#)? ?$/i

export function ipv4In(plain: string): PrivateFind[] {
  const found: PrivateFind[] = []
  for (const { 0: written, index: start } of plain.matchAll(fourParts)) {
    if (!ipaddr.IPv4.isValidFourPartDecimal(written) || /(?:^|\.)0\d/.test(written)) continue
    if (numbered.test(wordsBefore(plain, start))) continue
    found.push({ type: 'ip_address', start, end: start + written.length, validated: true, normalised: written })
  }
  return found
}

const longest = 45
const isOfAddress = (code: number) =>
  (code >= 48 && code <= 58) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70) || code === 46

export function ipv6In(plain: string): PrivateFind[] {
  const found: PrivateFind[] = []
  let from = 0
  for (let colon = plain.indexOf(':'); colon !== -1; colon = plain.indexOf(':', from)) {
    let start = colon
    while (start > 0 && colon - start <= longest && isOfAddress(plain.charCodeAt(start - 1))) start--
    let end = colon
    while (end < plain.length && end - colon <= longest && isOfAddress(plain.charCodeAt(end))) end++
    from = end
    if (/\w/.test(plain[start - 1] ?? '') || /\w/.test(plain[end] ?? '')) continue
    while (plain[end - 1] === '.' || (plain[end - 1] === ':' && plain[end - 2] !== ':')) end--
    const written = plain.slice(start, end)
    if (isLikeAddress(written) && ipaddr.IPv6.isValid(written))
      found.push({ type: 'ip_address', start, end, validated: true, normalised: ipaddr.IPv6.parse(written).toString() })
  }
  return found
}

/** More than two short groups around a double colon, which code and prose have too. */
function isLikeAddress(written: string): boolean {
  if (written.length < 3 || written.length > longest || !/\d/.test(written)) return false
  const groups = written.split(':').filter((group) => group !== '')
  if (!written.includes('::')) return groups.length >= 7
  return groups.length >= 3 || /^(?:[0-9a-f]{4}|fe80|f[cd][0-9a-f]{2})::[0-9a-f]|^::\d|^::ffff:/i.test(written)
}
