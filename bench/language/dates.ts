/** Dates: Duckling's English corpus and own mails, tickets and minutes; chrono-node and Microsoft's recognizers beside, in one run. */
import { join } from 'node:path'
import { chronoDates, type DateFinder, type FoundDate, recognizedDates, wallText } from '#bench/language/date-peers'
import { type DucklingExample, ducklingExamples, ducklingReference } from '#bench/language/duckling'
import type { EvaluatedHalf, Evaluation, Evaluator } from '#bench/language/sets'
import { plus } from '#shared/language/dates/grains'
import { datesIn } from '#shared/language/dates/index'
import { readText } from '#shared/language/read-text'
import type { ReadingContext } from '#shared/language/text'

const ownReference = { referenceTime: new Date('2026-03-11T10:20:00+01:00'), timezone: 'Europe/Zurich' }
const ownDates: DateFinder = (content, context) =>
  datesIn(readText({ content, format: 'text', language: 'en' }), context).map((date) => ({
    kind: date.open ? (date.start === null ? 'before' : 'after') : date.end === null ? 'point' : 'interval',
    start: date.start?.slice(0, 19) ?? null,
    end: date.end?.slice(0, 19) ?? null,
    grain: date.grain,
    recurrence: date.recurrence,
    length: date.span.text.length,
  }))

const finders: readonly (readonly [who: string, find: DateFinder])[] = [
  ['assay', ownDates],
  ['chrono-node 2.10.3', chronoDates],
  ['@microsoft/recognizers-text-suite 1.3.1', recognizedDates],
]
const halves: readonly EvaluatedHalf[] = ['seen', 'unseen']
const percent = (part: number, whole: number) => (whole === 0 ? 0 : (100 * part) / whole)

export const evaluateDates: Evaluator = async (sets) => [
  ofDuckling(
    ducklingExamples(new TextDecoder().decode(await sets.read('duckling', 'Duckling/Time/EN/Corpus.hs'))),
    sets.describe('duckling'),
  ),
  ofOwn(await ownRows()),
  speed(
    new TextDecoder().decode(await sets.read('UD_English-EWT', 'en_ewt-ud-dev.conllu')),
    sets.describe('UD_English-EWT'),
  ),
]

/** Ends of intervals are one grain later in the corpus, "9:30 - 11:00" ends at 11:01; the time that is said is right as well. */
function isDuckling(
  { kind, start, end, grain }: DucklingExample,
  found: FoundDate | undefined,
  isStrict = false,
): boolean {
  if (!found || found.kind !== kind || found.start !== start || found.grain !== grain) return false
  if (found.end === end) return true
  if (isStrict || end === null || found.end === null) return false
  return wallText(plus(Date.parse(`${found.end}Z`), 1, grain)) === end
}
const longest = (found: readonly FoundDate[]) => found.toSorted((a, b) => b.length - a.length)[0]

function ofDuckling(examples: readonly DucklingExample[], of: string): Evaluation {
  const context: ReadingContext = { ...ducklingReference, knownPeople: [] }
  const rows: Evaluation['rows'] = []
  const strict = new Map<string, number>()
  for (const half of halves) {
    const own = examples.filter((example) => example.half === half)
    const scores = finders.map(([who, find]) => {
      const results = own.map((example) => ({ example, found: longest(find(example.text, context)) }))
      strict.set(
        who,
        (strict.get(who) ?? 0) + results.filter(({ example, found }) => isDuckling(example, found, true)).length,
      )
      return {
        who,
        value: percent(results.filter(({ example, found }) => isDuckling(example, found)).length, own.length),
      }
    })
    rows.push(...compared(half, `% exact of ${own.length}`, scores, 75))
  }
  return {
    name: "dates: Duckling's English corpus",
    of: `${of}; Duckling/Time/EN/Corpus.hs, ${examples.length} examples, every fifth unseen`,
    rows,
    notes: [
      'Right is the same start, end, openness and grain. Of several findings in an example the longest counts.',
      `An interval may end at the time that is said or, as in the corpus, one grain later: for all three. With the corpus's ends alone: ${[...strict].map(([who, right]) => `${who} ${percent(right, examples.length).toFixed(1)} %`).join(', ')} of all.`,
    ],
  }
}

/** Ours, the libraries, and by how much ours is better than the best of them. */
function compared(
  half: EvaluatedHalf,
  metric: string,
  scores: readonly { who: string; value: number }[],
  goal?: number,
): Evaluation['rows'] {
  const [ours, ...others] = scores
  const lead = (ours?.value ?? 0) - Math.max(...others.map(({ value }) => value))
  return [
    ...scores.map(({ who, value }, at) => ({
      half,
      who,
      metric,
      value,
      ...(at === 0 && goal !== undefined ? { goal } : {}),
    })),
    { half, who: 'assay', metric: 'points over the best library', value: lead, goal: 20 },
  ]
}

type OwnRow = {
  half: EvaluatedHalf
  text: string /** "2026-03-13 day", "now/2026-03-14 second", "../2026-03-12T12:00 hour". */
  says: string[]
  also: string[]
}

async function ownRows(): Promise<OwnRow[]> {
  const lines = await Bun.file(join(import.meta.dir, 'own', 'dates.jsonl')).text()
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** "2026", "2026-03", "2026-03-11T10:20" as wall time in full. */
function fullWall(said: string): string | null {
  if (said === '..') return null
  if (said === 'now') return '2026-03-11T10:20:00'
  const [date = '', time = '00:00'] = said.split('T')
  const day = [date, '01', '01'].join('-').split('-').slice(0, 3).join('-')
  return `${day}T${[...time.split(':'), '00', '00'].slice(0, 3).join(':')}`
}

function says(label: string, found: FoundDate): boolean {
  const [times = '', grain, rule] = label.split(' ')
  const [from = '', to] = times.split('/')
  const kind = to === undefined ? 'point' : from === '..' ? 'before' : to === '..' ? 'after' : 'interval'
  const recurrence = rule?.replace('RRULE:', '') ?? null
  return (
    found.kind === kind &&
    found.start === fullWall(from) &&
    found.end === (to === undefined ? null : fullWall(to)) &&
    found.grain === grain &&
    sorted(found.recurrence) === sorted(recurrence)
  )
}
const sorted = (rule: string | null) => rule?.split(';').sort().join(';')

function isRight({ says: labels, also }: OwnRow, found: readonly FoundDate[]): boolean {
  if (found.length !== labels.length) return false
  const [first] = found
  return (
    labels.every((label, at) => found[at] !== undefined && says(label, found[at])) ||
    (first !== undefined && found.length === 1 && also.some((label) => says(label, first)))
  )
}

function ofOwn(all: readonly OwnRow[]): Evaluation {
  const context: ReadingContext = { ...ownReference, knownPeople: [] }
  const rows: Evaluation['rows'] = []
  for (const half of halves) {
    const own = all.filter((row) => row.half === half)
    const dated = own.filter((row) => row.says.length > 0)
    const friends = own.filter((row) => row.says.length === 0)
    const results = finders.map(([who, find]) => ({
      who,
      value: percent(dated.filter((row) => isRight(row, find(row.text, context))).length, dated.length),
      resolved: percent(friends.filter((row) => find(row.text, context).length > 0).length, friends.length),
    }))
    rows.push(...compared(half, `% exact of ${dated.length}`, results))
    rows.push(
      ...results.map(({ who, resolved }, at) => ({
        half,
        who,
        metric: `% of ${friends.length} false friends resolved`,
        value: resolved,
        ...(at === 0 ? { atMost: 5 } : {}),
      })),
    )
  }
  return {
    name: 'dates: own mails, tickets and minutes',
    of: `bench/language/own/dates.jsonl, written for this by who wrote the rules, ${all.length} sentences, halves drawn before any rule was tuned`,
    rows,
    notes: [
      'Read on Wednesday, 11 March 2026, 10:20 in Zurich. Right is each expression of a sentence with start, end, grain and recurrence, and none beside.',
      'Where a library cannot say what is meant, its nearest word counts for all: "by Friday" may be Friday.',
    ],
  }
}

/** A million characters of prose, read before the clock starts: dates alone are timed. */
function speed(conllu: string, of: string): Evaluation {
  const prose = [...conllu.matchAll(/^# text = (.*)$/gm)].map(([, text = '']) => text).join(' ')
  const content = prose.repeat(Math.ceil(1_000_000 / prose.length)).slice(0, 1_000_000)
  const text = readText({ content, format: 'text', language: 'en' })
  const context: ReadingContext = { ...ownReference, knownPeople: [] }
  const perSecond = (work: () => unknown) => {
    work()
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return content.length / (user + system)
  }
  const rows: Evaluation['rows'] = [
    {
      half: 'seen',
      who: 'assay',
      metric: 'million characters per CPU-second',
      value: perSecond(() => datesIn(text, context)),
      goal: 1,
    },
    {
      half: 'seen',
      who: 'chrono-node 2.10.3',
      metric: 'million characters per CPU-second',
      value: perSecond(() => chronoDates(content.slice(0, 200_000), context)) / 5,
    },
  ]
  return {
    name: 'dates: speed',
    of: `${of}; prose of its dev file, repeated to 1,000,000 characters`,
    rows,
    notes: ['Dates alone are timed, the text was read before; chrono-node is given the first fifth of it.'],
  }
}
