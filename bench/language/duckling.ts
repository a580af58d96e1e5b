/** Duckling's English corpus of times: what each text means at its reference time, read out of its Haskell source. */
import type { Grain } from '#shared/language/dates/grains'

/** Wall-clock times of the corpus's own zone, as `2013-02-12T04:30:00`; null where an interval is open. */
export type DucklingExample = {
  text: string
  kind: 'point' | 'interval' | 'after' | 'before'
  start: string | null
  end: string | null
  grain: Grain
  half: 'seen' | 'unseen'
}

/** Tuesday, 12 February 2013, half past four in the morning, two hours west of Greenwich (Duckling/Testing/Types.hs). */
export const ducklingReference = { referenceTime: new Date('2013-02-12T04:30:00-02:00'), timezone: 'Etc/GMT+2' }

const string = '"(?:[^"\\\\]|\\\\.)*"'
const group = new RegExp(
  `examples\\s+\\((datetime\\w*)\\s([^\\[]*?)\\)\\s*\\[\\s*(${string}(?:\\s*,\\s*${string})*)\\s*\\]`,
  'g',
)
const time = /\(\s*(-?\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*,\s*([\d.]+)\s*\)/g
const grainNames: Record<string, Grain> = {
  Second: 'second',
  Minute: 'minute',
  Hour: 'hour',
  Day: 'day',
  Week: 'week',
  Month: 'month',
  Quarter: 'quarter',
  Year: 'year',
}

/**
 * The examples of `allExamples` and those that are English of the United States, in the order of the file; every fifth is unseen.
 * The corpora of what is latent or negative are others.
 */
export function ducklingExamples(source: string): DucklingExample[] {
  const withoutComments = source.replace(/^\s*--.*$/gm, '')
  const ownOfUnitedStates = between(withoutComments, 'defaultCorpus =', 'negativeCorpus ::')
  const ofAll = withoutComments.slice(withoutComments.indexOf('allExamples = concat'))
  const found: DucklingExample[] = []
  for (const [, name, head, list] of `${ownOfUnitedStates}\n${ofAll}`.matchAll(group)) {
    if (name === undefined || head === undefined || list === undefined) continue
    const [first, second] = [...head.matchAll(time)].map(wallTime)
    const grain = grainNames[/\)\s*(\w+)/.exec(head.slice(head.lastIndexOf(')')))?.[1] ?? '']
    if (first === undefined || grain === undefined) throw new Error(`cannot read the example "${name} ${head}"`)
    const direction = /^\s*(After|Before)\b/.exec(head)?.[1]
    const meaning =
      direction === 'After'
        ? { kind: 'after' as const, start: first, end: null }
        : direction === 'Before'
          ? { kind: 'before' as const, start: null, end: first }
          : second === undefined
            ? { kind: 'point' as const, start: first, end: null }
            : { kind: 'interval' as const, start: first, end: second }
    for (const [quoted] of list.matchAll(new RegExp(string, 'g')))
      found.push({ text: unescaped(quoted), ...meaning, grain, half: found.length % 5 === 4 ? 'unseen' : 'seen' })
  }
  return found
}

function between(text: string, from: string, to: string): string {
  const start = text.indexOf(from)
  const end = text.indexOf(to, start)
  if (start < 0 || end < 0) throw new Error(`the corpus has no part from "${from}" to "${to}"`)
  return text.slice(start, end)
}

function wallTime(match: RegExpExecArray): string {
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = match.slice(1)
  const two = (digits: string) => digits.padStart(2, '0')
  return `${year.padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(String(Math.floor(Number(second))))}`
}

/** Haskell's escapes, of which the corpus has few. */
const unescaped = (quoted: string) =>
  quoted
    .slice(1, -1)
    .replace(/\\(\d+)\\&|\\(\d+)|\\(.)/g, (_all, a?: string, b?: string, other?: string) =>
      other === undefined ? String.fromCodePoint(Number(a ?? b)) : other,
    )
