/** People: whom the caller told us of, who is greeted, titled, named in a header or below a letter, or has a common given name. Pure. */
import { doubtfulNames, givenNames } from '#shared/language/entities/given-names'
import { hasCapital, type NameRow, type NameWord, nameRowsIn } from '#shared/language/entities/name-rows'
import type { NamedPart } from '#shared/language/entities/named-part'
import { placeAt } from '#shared/language/entities/places'
import type { Range } from '#shared/language/text'

const titles = new Set(
  'Mr Mrs Ms Miss Mx Dr Prof Professor President Minister Senator Chancellor Governor Judge Justice Captain Sir Dame Lord Lady Herr Herrn Frau Dr.-Ing Mme Mlle Monsieur Madame Señor Señora Sr Sra Don Doña Signor Signora'.split(
    ' ',
  ),
)
const notNames = new Set(
  (
    'All Team Everyone Everybody Both Sirs Madam Colleagues Colleague Friends Friend There Folks Guys Damen Herren Kollegen Kollegin Kollege Alle Zusammen Tous Toutes Équipe ' +
    'Equipo Todos Customer Customers Support Committee Hiring Manager Sales Client User Users Members Member Reader Readers Students Parents The This That These It He She They We You I Who What ' +
    'When Where Why How If But And Or So As At In On For To From With By Of Not No Yes Please Thanks Thank Regards Best Kind Dear Hi Hello Hey Monday Tuesday Wednesday Thursday Friday ' +
    'Saturday Sunday January February March April May June July August September October November December Someone Nobody People Management Company Government Police Board Today ' +
    'Mon Tue Tues Wed Thu Thur Thurs Fri Sat Sun Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec ' +
    'Tomorrow Yesterday Once Then There Here After Before Since While Although Because However Also Our My His Her Their Its'
  ).split(' '),
)
const linking = new Set('van von de der den del della di da dos du la le el al bin ibn ten ter zu'.split(' '))
const isPlace = (text: string) => placeAt([text], 0) !== undefined
const isInitial = (text: string) => /^[A-Z]\.?$/.test(text)
const isNameLike = (text: string) =>
  hasCapital(text) &&
  text.length > 1 &&
  /[a-zà-ɏ]/.test(text) &&
  !notNames.has(text) &&
  !titles.has(text.replace(/\.$/, ''))

const person = (range: Range, confidence: number, method: string, normalised: string | null = null): NamedPart => ({
  type: 'person',
  start: range.start,
  end: range.end,
  normalised,
  confidence,
  method,
})

/** From a word on, those that can be of one name: at most four, initials and particles between them. */
function nameFrom(words: readonly NameWord[], from: number): (Range & { count: number }) | undefined {
  const first = words[from]
  if (first === undefined || !isNameLike(first.text)) return
  let last = first
  let count = 1
  for (let at = from + 1; at < words.length && at < from + 6; at++) {
    const word = words[at]
    if (word === undefined) break
    if (linking.has(word.text) || isInitial(word.text)) continue
    if (!isNameLike(word.text) || count >= 4) break
    last = word
    count++
  }
  return { start: first.start, end: last.end, count }
}

const saidBehind =
  /^,? (?:said|says|told|asked|asks|wrote|writes|replied|mentioned|explained|announced|confirmed|suggested|promised|agreed|added|thinks|noted|warned)\b/
const saidAhead = /\b(?:according to|asked|told|thanked|met|emailed|called|cc|ping|thanks,?|thank you,?) $/i

/** In a row of words with capitals. */
export function peopleIn(plain: string, row: NameRow): NamedPart[] {
  const found: NamedPart[] = []
  const { words } = row
  let at = 0
  while (at < words.length) {
    const here = words[at]
    if (here === undefined) break
    const taken = personAt(plain, row, at)
    if (taken === undefined) {
      at++
      continue
    }
    found.push(taken)
    while (at < words.length && (words[at]?.start ?? 0) < taken.end) at++
  }
  return found
}

function personAt(plain: string, { words }: NameRow, at: number): NamedPart | undefined {
  const here = words[at]
  if (here === undefined) return
  if (titles.has(here.text.replace(/\.$/, ''))) {
    const titled = nameFrom(words, titles.has((words[at + 1]?.text ?? '').replace(/\.$/, '')) ? at + 2 : at + 1)
    return titled === undefined ? undefined : person(titled, 0.95, 'title')
  }
  // "Jean-Pierre": the first part is looked up.
  const isGiven = givenNames.has(here.text) || givenNames.has(here.text.split('-', 1)[0] ?? '')
  if (at > 0 && !isGiven) return
  const name = nameFrom(words, at)
  if (name === undefined || (name.count === 1 && isPlace(here.text))) return
  if (isGiven && name.count > 1) return person(name, 0.9, 'given name and family name')
  if (doubtfulNames.has(here.text) && name.count > 1 && !givenNames.has(words[1]?.text ?? ''))
    return person(name, 0.7, 'given name and family name')
  if (isGiven) return person(name, 0.7, 'given name')
  if (name.count > 3 || (name.count === 1 && /^[A-Z][a-z]+(?:ing|s)$/.test(here.text))) return
  const isSaid = name.end === words.at(-1)?.end && saidBehind.test(plain.slice(name.end, name.end + 14))
  const isToldOf =
    !isSaid && plain[name.start - 1] === ' ' && saidAhead.test(plain.slice(Math.max(0, name.start - 16), name.start))
  return isSaid || isToldOf ? person(name, 0.6, 'verb of saying') : undefined
}

/** After "Hi", "Dear", "Sehr geehrter Herr": everybody up to the comma. */
const greeted =
  /^[\s>*]{0,20}(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|hallo|liebe[rs]?|sehr geehrte[rs]?|guten (?:morgen|tag|abend)|bonjour|bonsoir|ch[eè]re?s?|salut|hola|estimad[oa]s?|querid[oa]s?|ciao|gentile|car[oa]|beste|geachte|ol[aá])[ \u00a0]([^,!:\n–]{2,60})[,!:\n–]/i

const greets = new Set(
  'hi hel hey dea goo hal lie seh gut bon che chè sal hol est que cia gen car bes gee ola olá'.split(' '),
)

export function greetedIn(plain: string, segment: Range): NamedPart[] {
  const first = /[^\s>*]/.exec(plain.slice(segment.start, segment.start + 24))?.index
  const start = segment.start + (first ?? 0)
  if (
    first === undefined ||
    !greets.has(
      plain
        .slice(start, start + 3)
        .trim()
        .toLowerCase(),
    )
  )
    return []
  const head = `${plain.slice(segment.start, Math.min(segment.end, segment.start + 120))}\n`
  const match = greeted.exec(head)
  if (match?.[1] === undefined) return []
  const offset = segment.start + match[0].length - 1 - match[1].length
  return nameRowsIn(match[1]).flatMap(({ words }) => {
    const split = words.map((word) => ({ ...word, start: word.start + offset, end: word.end + offset }))
    return parted(split).flatMap((part) => {
      const from = part.findIndex(({ text }) => !titles.has(text.replace(/\.$/, '')))
      const name = from === -1 ? undefined : nameFrom(part, from)
      return name === undefined ? [] : [person(name, 0.9, 'greeting')]
    })
  })
}

/** "Anna and Tom": two. */
function parted(words: readonly NameWord[]): NameWord[][] {
  const parts: NameWord[][] = [[]]
  for (const word of words) {
    if (/^(?:and|&|und|et|y)$/.test(word.text)) parts.push([])
    else parts.at(-1)?.push(word)
  }
  return parts
}

const maxLine = 60
/** Of the lines below a letter, the first that is a name and nothing else. */
export function signedIn(plain: string, segment: Range): NamedPart[] {
  let at = segment.start
  for (const line of plain
    .slice(segment.start, Math.min(segment.end, segment.start + 400))
    .split('\n')
    .slice(0, 6)) {
    const start = at + (line.length - line.trimStart().length)
    at += line.length + 1
    const [row, more] = nameRowsIn(line)
    if (row === undefined || more !== undefined || line.trim().length > maxLine) continue
    const name = nameFrom(row.words, 0)
    const isAll = name !== undefined && name.end - name.start === line.trim().replace(/[,.!]$/, '').length
    if (isAll && name.count <= 4)
      return [person({ start, end: start + name.end - name.start }, name.count > 1 ? 0.85 : 0.75, 'signature')]
  }
  return []
}

const headerLine = /^(?:From|To|Cc|Bcc|Reply-To|Sender|Von|An|De|Para|À|Da|A):[ \t]*([^\n]{0,2000})/gim
const mailbox = /(?:^|[,;])\s{0,4}"?([^"<>,;@:\n]{2,60}?)"?\s{0,2}<[^<>\s]{3,254}>/g

/** Names before addresses in the lines of a mail's head. */
export function namedInHeader(plain: string, segment: Range): NamedPart[] {
  const found: NamedPart[] = []
  for (const { 0: line, 1: value = '', index } of plain.slice(segment.start, segment.end).matchAll(headerLine)) {
    const offset = segment.start + index + line.length - value.length
    for (const { 0: match, 1: name = '', index: at } of value.matchAll(mailbox)) {
      const words = name.trim().split(/\s+/)
      if (!words.every((part) => hasCapital(part) || linking.has(part))) continue
      const start = offset + at + match.indexOf(name)
      const isKnown = givenNames.has(words[0] ?? '') || doubtfulNames.has(words[0] ?? '')
      found.push(
        person({ start, end: start + name.trimEnd().length }, isKnown ? 0.97 : words.length > 1 ? 0.8 : 0.6, 'header'),
      )
    }
  }
  return found
}

/** The caller's people, whole or by a part of their name that has three letters or more. */
export function knownIn(rows: readonly NameRow[], known: readonly string[]): NamedPart[] {
  const byFirst = new Map<string, { words: string[]; name: string }[]>()
  for (const name of known) {
    const words = name.trim().split(/\s+/)
    for (const [at, first] of words.entries()) {
      if (first.length < 2 || (at > 0 && first.length < 3) || !hasCapital(first)) continue
      byFirst.set(first, [...(byFirst.get(first) ?? []), { words: words.slice(at), name }])
    }
  }
  if (byFirst.size === 0) return []
  return rows.flatMap(({ words }) => {
    const found: NamedPart[] = []
    for (const [at, word] of words.entries()) {
      const best = (byFirst.get(word.text) ?? [])
        .map(({ words: parts, name }) => {
          let count = 1
          while (count < parts.length && words[at + count]?.text === parts[count]) count++
          return { count, name, isWhole: count === parts.length && parts.length === name.trim().split(/\s+/).length }
        })
        .sort((a, b) => b.count - a.count)
      const [top, second] = best
      const last = words[at + (top?.count ?? 1) - 1]
      if (top === undefined || last === undefined) continue
      // A part of the name that two people share says that it is one of them, not which.
      const isShared = second !== undefined && second.count === top.count && second.name !== top.name
      found.push(
        person(
          { start: word.start, end: last.end },
          top.isWhole ? 0.99 : 0.9,
          'known person',
          isShared ? null : top.name,
        ),
      )
    }
    return found
  })
}
