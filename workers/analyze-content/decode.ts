/** Decodes a text: puts what each extractor finds into one document, and says what was not looked at, and why. */
import { type Extraction, extractions, type Meaning } from '#db/documents/meaning'
import type { DecodeRequest } from '#shared/contracts/content'
import { actsIn } from '#shared/language/acts/index'
import { claimsIn } from '#shared/language/claims'
import { datesBesideEnglish, datesIn, mostDates } from '#shared/language/dates/index'
import { entitiesIn } from '#shared/language/entities/index'
import { instructionsIn } from '#shared/language/instructions'
import { keyphrasesIn } from '#shared/language/keyphrases'
import { privacyIn } from '#shared/language/privacy/index'
import { quantitiesIn } from '#shared/language/quantities'
import { readText } from '#shared/language/read-text'
import { readabilityOf } from '#shared/language/readability'
import { relationsIn } from '#shared/language/relations/index'
import { sentimentOf } from '#shared/language/sentiment'
import type { ReadText } from '#shared/language/text'
import { embeddedEngine } from '#workers/analyze-content/engine'
import { readingContextOf } from '#workers/analyze-content/reading-context'

/** Of each list at most so many are told. */
export const listLimit = 10_000
const keyphraseLimit = 20

type SkippedList = Meaning['coverage']['skipped']

/**
 * @param at when the call came in
 * @throws INVALID_REQUEST for a time zone that nobody knows
 */
export function decode(request: DecodeRequest, at: Date): Meaning {
  const context = readingContextOf(request, at)
  const wanted = new Set<Extraction>(request.extract ?? extractions)
  const text = readText({
    content: request.content,
    format: request.content_type ?? 'text',
    ...(request.language === undefined ? {} : { language: request.language }),
  })
  const skipped: SkippedList = [
    ...text.notes,
    ...hiddenParts(text),
    ...unreadSegments(text),
    ...notInLanguage(text, wanted),
  ]
  const limited = <Item>(what: string, items: readonly Item[]): Item[] => {
    if (items.length > listLimit)
      skipped.push({ what: `${items.length - listLimit} of ${what}`, because: `an answer lists at most ${listLimit}` })
    return items.slice(0, listLimit)
  }
  const asked = <Item>(what: Extraction, find: () => readonly Item[]): Item[] | null =>
    wanted.has(what) ? limited(what, find()) : null
  const dates = wanted.has('dates') || wanted.has('acts') ? datesIn(text, context) : []
  const entities = wanted.has('entities') || wanted.has('acts') ? entitiesIn(text, context) : []
  const people = entities.filter(({ type }) => type === 'person')
  if (dates.length === mostDates) skipped.push({ what: 'dates after the last one', because: `${mostDates} are read` })
  return {
    language: text.language,
    segments: limited(
      'segments',
      text.segments.map(({ type, depth, start, end }) => ({ type, depth, span: { start, end } })),
    ),
    sentences: limited(
      'sentences',
      text.sentences.map(({ start, end }, id) => ({ id, span: { start, end } })),
    ),
    entities: asked('entities', () => entities),
    dates: asked('dates', () => dates),
    quantities: asked('quantities', () => quantitiesIn(text)),
    relations: asked('relations', () => relationsIn(text)),
    acts: asked('acts', () => actsIn(text, context, { dates, people })),
    claims: asked('claims', () => claimsIn(text)),
    sentiment: wanted.has('sentiment') ? limitedSentiment(text, limited) : null,
    keyphrases: asked('keyphrases', () => keyphrasesIn(text, { limit: keyphraseLimit })),
    readability: wanted.has('readability') ? readabilityOf(text) : null,
    privacy: wanted.has('privacy') ? { findings: limited('privacy', privacyIn(text)) } : null,
    untrusted_instructions: limited('untrusted_instructions', instructionsIn(text)),
    coverage: {
      characters: text.content.length,
      analysed: text.sentences.reduce((sum, { start, end }) => sum + end - start, 0),
      skipped,
    },
    engine: embeddedEngine(),
  }
}

function limitedSentiment(text: ReadText, limited: <Item>(what: string, items: readonly Item[]) => Item[]) {
  const { score, by_sentence } = sentimentOf(text)
  return { score, by_sentence: limited('sentences with a sentiment', by_sentence) }
}

const hiddenKinds = {
  element: 'hidden elements',
  comment: 'comments',
  characters: 'runs of characters without width or of direction',
} as const

/** What a machine reads and a person does not see is counted, so that nobody need look for it. */
function hiddenParts({ hidden }: ReadText): SkippedList {
  const counts = Map.groupBy(hidden, ({ how }) => how)
  return [...counts].map(([how, parts]) => ({
    what: `${parts.length} ${hiddenKinds[how]}`,
    because: 'nobody sees them: instructions are looked for in them, words are read across them',
  }))
}

/** Segments that are no prose have no sentences: code, markup that nobody sees, a mail's headers. */
function unreadSegments({ segments }: ReadText): SkippedList {
  const lengths = new Map<string, number>()
  for (const { type, start, end } of segments) {
    if (type === 'code' || type === 'markup' || type === 'header')
      lengths.set(type, (lengths.get(type) ?? 0) + end - start)
  }
  return [...lengths].map(([type, length]) => ({
    what: `${length} characters of ${type}`,
    because: 'it is no prose: personal data and instructions are looked for in it, what it says is not read',
  }))
}

/** What rests on English words or grammar, and so finds nothing elsewhere. */
const ofEnglish: readonly Extraction[] = ['relations', 'acts', 'claims', 'sentiment', 'keyphrases', 'readability']

function notInLanguage({ isEnglish, language }: ReadText, wanted: ReadonlySet<Extraction>): SkippedList {
  if (isEnglish) return []
  const because =
    language.code === 'und'
      ? 'no language was told from the text, and it is found in English alone'
      : `the text is in ${nameOf(language.code)}, and it is found in English alone`
  return [
    ...ofEnglish.filter((each) => wanted.has(each)).map((what) => ({ what, because })),
    ...(wanted.has('entities')
      ? [{ what: 'people and organisations that are told by English words beside them alone', because }]
      : []),
    ...(wanted.has('dates') ? [{ what: 'other dates', because: `read beside English: ${datesBesideEnglish}` }] : []),
  ]
}

function nameOf(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}
