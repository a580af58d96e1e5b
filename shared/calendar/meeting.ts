/** What a meeting's invitation says of the meeting: whether it has an agenda, and where one joins from afar. */
import type { CalendarProperty } from '#shared/calendar/lines'

const headings =
  /(?:^|\n)[ \t*#>-]{0,20}(?:meeting )?(?:agenda|topics|to discuss|discussion points|tagesordnung|themen|ordre du jour|orden del d[ií]a|ordine del giorno|pauta|dagorde|agendapunten)\b[^\n]*/i
const none = /\b(?:tbd|tba|tbc|none|n\/a|no|without|missing|to follow|to come|folgt|keine)\b/i
/** `- …`, `2. …`, `10:30 …`: with a word in it, which a dial-in number has not. */
const point =
  /^\s*(?:[-*•‣–]|\d{1,2}[.)]|\d{1,2}[:.]\d{2}(?:\s*(?:-|–|to)\s*\d{1,2}[:.]\d{2})?)\s+(?=.*\p{L}{3})(?!.*(?:https?:\/\/|\+\d[\d\s()-]{6,}))/u

/** Whether a description has points to go through: named so with something below or behind it, or two points of a list. */
export function hasAgenda(description: string): boolean {
  const text = description.slice(0, 20_000)
  const heading = headings.exec(text)
  const points = text.split('\n').filter((line) => point.test(line)).length
  if (points >= 2) return true
  if (!heading || none.test(heading[0])) return false
  const [, behind = ''] = heading[0].split(/[:–-]/, 2)
  const below = text.slice(heading.index + heading[0].length).trim()
  const [next = ''] = below.split('\n')
  return /\p{L}{3}/u.test(behind) || (next.trim() !== '' && !none.test(next.slice(0, 40)) && !/https?:\/\//.test(next))
}

const hosts = [
  'zoom.us',
  'zoomgov.com',
  'meet.google.com',
  'teams.microsoft.com',
  'teams.live.com',
  'teams.cloud.microsoft',
  'webex.com',
  'whereby.com',
  'meet.jit.si',
  '8x8.vc',
  'gotomeeting.com',
  'goto.com',
  'bluejeans.com',
  'chime.aws',
  'meet.goto.com',
  'around.co',
  'livestorm.co',
]

const named = [
  'CONFERENCE',
  'X-GOOGLE-CONFERENCE',
  'X-MICROSOFT-SKYPETEAMSMEETINGURL',
  'X-MICROSOFT-ONLINEMEETINGCONFLINK',
  'X-MICROSOFT-ONLINEMEETINGEXTERNALLINK',
]

/** What a property says it is; else the first address of a place where people meet, in location, URL or description. Always https. */
export function conferenceUrlOf({
  properties,
  location,
  text,
}: {
  properties: readonly CalendarProperty[]
  location: string | null
  text: string
}): string | null {
  for (const name of named) {
    const url = secureUrl(properties.find((property) => property.name === name)?.value ?? '')
    if (url) return url.href
  }
  const url = properties.find(({ name }) => name === 'URL')?.value ?? ''
  for (const [found] of [location ?? '', url, text].join('\n').matchAll(/https:\/\/[^\s<>"'\\)\]]{4,1500}/g)) {
    const address = secureUrl(found)
    if (address && hosts.some((host) => address.hostname === host || address.hostname.endsWith(`.${host}`)))
      return address.href
  }
  return null
}

function secureUrl(text: string): URL | null {
  const url = URL.parse(text.trim().replace(/[.,;]+$/, ''))
  return url?.protocol === 'https:' && url.username === '' && url.href.length <= 2000 ? url : null
}
