/** What has to do with a meeting, and how much: a sum of named reasons. Pure. */
import type { MeetingReference } from '#db/documents/briefing'
import type { Attendee, EventFacts, ItemDocument } from '#db/documents/item'
import type { SignalFactor } from '#db/documents/signal'
import { type GuestFinder, personName } from '#shared/briefing/guests'

/** The most points that each reason gives; what is below `least` has nothing to do with the meeting. */
export const relationPoints = {
  named_link: 40,
  shared_words: 40,
  shared_people: 36,
  each_person: 12,
  recency: 15,
  least: 30,
} as const

const wordPattern = /[\p{L}\p{N}]{3,}/gu
const wordsLimit = 40
/** Said in the reasons. */
const wordsNamed = 5

/** Function words of English: in a handful of mails they look rare. */
const functionWords = new Set(
  `about after all also and any are because been before but can could did does for from had has have her here him his how
  into its just let may more not now off one our out over per she should some than that the their them then there these they
  this those too until very via was were what when where which who why will with would you your`.split(/\s+/),
)

/** Of a title and an excerpt, lower case, each once. */
const wordsIn = (text: string): Set<string> => new Set(text.toLowerCase().match(wordPattern))

/** What an invitation is about, its title's words first. */
export function wordsOfInvitation({ title, excerpt }: Pick<EventFacts, 'title' | 'excerpt'>): string[] {
  const words = [...wordsIn(title), ...wordsIn(excerpt)].filter((word) => !functionWords.has(word))
  return [...new Set(words)].slice(0, wordsLimit)
}

/** In one order, however they were kept: what is added up of them comes out the same. */
export const inWordOrder = (counts: Iterable<readonly [string, number]>): Map<string, number> =>
  new Map([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))

/** In how many items each word occurs, of title and excerpt. */
export function occurrencesOfWords(words: readonly string[], items: Iterable<ItemDocument>): Map<string, number> {
  const counts = inWordOrder(words.map((word) => [word, 0] as const))
  for (const { title, excerpt } of items)
    for (const word of wordsIn(`${title} ${excerpt}`)) {
      const count = counts.get(word)
      if (count !== undefined) counts.set(word, count + 1)
    }
  return counts
}

/** Inverse document frequency, as BM25 has it: never less than 0. */
const rarity = (count: number, total: number): number => Math.log(1 + (total - count + 0.5) / (count + 0.5))

export type Meeting = {
  event: EventFacts
  /** Of the occurrence. */
  title: string
  guests: readonly Attendee[]
  find: GuestFinder
  words: ReadonlyMap<string, number>
  /** How many items the words were counted in. */
  total: number
  atMs: number
  lookbackDays: number
}

/** Mails of one thread, or what source hosting says of one thing; the newest last. */
export type Thread = { items: readonly ItemDocument[] }

export type MeetingRelation = { score: number; why: SignalFactor[]; people: ReadonlySet<number>; isRelated: boolean }

/** Reasons and their sum, held within 100; related where one of people, words and links speaks for it and all together do. */
export function relationOf({ items }: Thread, meeting: Meeting): MeetingRelation {
  const people = new Set(items.flatMap((item) => [...meeting.find(item)]))
  const reasons = [linkFactor(items, meeting), wordsFactor(items, meeting), peopleFactor(people, meeting)].filter(
    ({ points }) => points > 0,
  )
  const factors = [...reasons, recencyFactor(items, meeting)].filter(({ points }) => points > 0)
  const sum = factors.reduce((total, { points }) => total + points, 0)
  const why = sum <= 100 ? factors : [...factors, limitOf(sum)]
  return { score: Math.min(100, sum), why, people, isRelated: reasons.length > 0 && sum >= relationPoints.least }
}

const limitOf = (sum: number): SignalFactor => ({
  name: 'limit',
  points: 100 - sum,
  value: sum,
  because: 'no score is more than 100',
})

function linkFactor(items: readonly ItemDocument[], { event }: Meeting): SignalFactor {
  const said = `${event.title}\n${event.excerpt}`
  const named = items.find(
    ({ about, url, source }) =>
      (source !== 'mail' && about.some((name) => event.about.includes(name) || isSaid(shortOf(name), said))) ||
      (url !== null && isSaid(url, said)),
  )
  const value = named === undefined ? null : (named.about[0] ?? named.url)
  return {
    name: 'named_link',
    points: named === undefined ? 0 : relationPoints.named_link,
    value,
    because: 'the invitation names it',
  }
}

/** Of github:owner/repository#12 what people write: owner/repository#12. */
const shortOf = (name: string): string => name.replace(/^[a-z]+:/, '')

/** Not as the beginning of another: #12 is not said by #123. */
function isSaid(name: string, text: string): boolean {
  if (name.length < 4) return false
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at + name.length))) return true
  return false
}

function wordsFactor(items: readonly ItemDocument[], { words, total }: Meeting): SignalFactor {
  const said = wordsIn(items.map(({ title, excerpt }) => `${title} ${excerpt}`).join(' '))
  let [whole, shared] = [0, 0]
  const found: { word: string; weight: number }[] = []
  for (const [word, count] of words) {
    const weight = rarity(count, total)
    whole += weight
    if (!said.has(word)) continue
    shared += weight
    found.push({ word, weight })
  }
  const share = whole === 0 ? 0 : shared / whole
  const named = found.toSorted((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1)).slice(0, wordsNamed)
  return {
    name: 'shared_words',
    points: Math.round(relationPoints.shared_words * share),
    value: Math.round(share * 1000) / 1000,
    because: `it shares words with the invitation: ${named.map(({ word }) => word).join(', ')}`,
  }
}

function peopleFactor(people: ReadonlySet<number>, { guests }: Meeting): SignalFactor {
  const names = [...people].sort((a, b) => a - b).flatMap((place) => personName(guests[place]?.person ?? null) ?? [])
  const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
  return {
    name: 'shared_people',
    points: Math.min(relationPoints.shared_people, relationPoints.each_person * people.size),
    value: people.size,
    because: `of who comes, in it: ${names.slice(0, 3).join(', ')}${more}`,
  }
}

function recencyFactor(items: readonly ItemDocument[], { atMs, lookbackDays }: Meeting): SignalFactor {
  const lastMs = Date.parse(items.at(-1)?.at ?? '')
  const days = Number.isNaN(lastMs) ? lookbackDays : Math.max(0, (atMs - lastMs) / 86_400_000)
  const points = Math.round(relationPoints.recency * Math.max(0, 1 - days / lookbackDays))
  const whole = Math.floor(days)
  return {
    name: 'recency',
    points,
    value: whole,
    because:
      whole === 0
        ? 'something happened in it within a day'
        : `the last of it is ${whole} ${whole === 1 ? 'day' : 'days'} old`,
  }
}

/** As an answer refers to it: by the newest of it. Undefined of nothing. */
export function referenceOf({ items }: Thread, { score, why }: MeetingRelation): MeetingReference | undefined {
  const last = items.at(-1)
  if (last === undefined) return undefined
  return { id: last.id, title: last.title, url: last.url, score, why, last_activity: last.at }
}
