/**
 * Private data in a text: addresses, numbers of people, cards and accounts, secrets, each with the characters that say it.
 * It looks into code and headers too: what is private is so wherever it stands. Names of hosts are not looked for in code,
 * where members and files look the same. Holds in every language. Pure, linear in the text's length.
 */
import type { PrivacyFinding } from '#db/documents/meaning'
import { secretsIn } from '#shared/kernel/secrets'
import { ipv4In, ipv6In } from '#shared/language/privacy/addresses'
import { domainsIn, emailsIn, urlsIn } from '#shared/language/privacy/contacts'
import { nationalIdsIn } from '#shared/language/privacy/national-ids'
import { cardsIn, ibansIn, socialNumbersIn } from '#shared/language/privacy/numbers'
import { phonesIn } from '#shared/language/privacy/phones'
import { type Detector, type PrivateFind, type PrivateType, privateTypes } from '#shared/language/privacy/private-find'
import { seenOf } from '#shared/language/privacy/seen'
import { isInOneSegment, segmentAt } from '#shared/language/segment-at'
import { spanOf } from '#shared/language/span'
import type { ReadText } from '#shared/language/text'

/** Secrets by the words before them: no issuer gave them their shape. */
const called = new Set(['password-in-url', 'bearer-token', 'basic-login', 'labelled-secret'])

const detectors: readonly Detector[] = [
  (plain) =>
    secretsIn(plain).map(({ start, end, kind }) => ({
      type: 'secret',
      start,
      end,
      validated: !called.has(kind),
      normalised: '',
    })),
  ibansIn,
  cardsIn,
  socialNumbersIn,
  nationalIdsIn,
  emailsIn,
  urlsIn,
  ipv4In,
  ipv6In,
  domainsIn,
  phonesIn,
]

/** A URL may hold what else is private; nothing else stands over another. */
const heldByUrl: ReadonlySet<PrivateType> = new Set(['secret', 'email', 'iban', 'credit_card', 'us_ssn', 'national_id'])

/** By start, then end. What is found in two ways is told as what comes first in `privateTypes`. */
export function privacyIn(text: ReadText): PrivacyFinding[] {
  const { seen, rangeOf } = seenOf(text)
  const found = detectors
    .flatMap((detect) => detect(seen))
    .map((item) => ({ ...item, ...rangeOf(item) }))
    .filter(
      (item) => isInOneSegment(text, item) && (item.type !== 'domain' || segmentAt(text, item.start)?.type !== 'code'),
    )
  return withoutOverlaps(found, text.content.length)
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map(({ type, validated, start, end }) => ({ type, span: spanOf(text, { start, end }), validated }))
}

function withoutOverlaps(found: readonly PrivateFind[], length: number): PrivateFind[] {
  const rank = new Map(privateTypes.map((type, at) => [type, at]))
  const sorted = [...found].sort(
    (a, b) => (rank.get(a.type) ?? 0) - (rank.get(b.type) ?? 0) || a.start - b.start || b.end - a.end,
  )
  const taken = new Uint8Array(length)
  return sorted.filter(({ type, start, end }) => {
    const mark = heldByUrl.has(type) ? 1 : 2
    for (let at = start; at < end; at++) if ((taken[at] ?? 0) >= (type === 'url' ? 2 : 1)) return false
    taken.fill(mark, start, end)
    return true
  })
}
