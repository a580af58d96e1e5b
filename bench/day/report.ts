/** What a day came to, as tables, and which of its promises are broken. */
import { type Life, slopeOf } from '#bench/day/memory'
import { aftermathMs } from '#bench/day/schedule'
import type { Answered } from '#bench/fleet/callers'
import { figure, markdownTable } from '#bench/report'

/** Something that went wrong: from when to when, in milliseconds after the day began. */
export type Event = { what: string; whom: string; from: number; to: number; wroteAgainMs: number | undefined }

const ops = ['trace', 'batch', 'tree', 'task', 'scan', 'run', 'read', 'list'] as const
const slowedAtMost = 2
/** Fewer answers than this say nothing of their slowest twentieth. */
const enough = 60
const leadsAgainMs = 12_000
/** More than this in an hour, the interval's lower end, is growth. */
const growthMb = 20

const p95 = (answers: readonly Answered[]): number => {
  const took = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return took[Math.floor(0.95 * (took.length - 1))] ?? Number.NaN
}

const isFelt = (events: readonly Event[], at: number): boolean =>
  events.some(({ from, to }) => at >= from && at < to + aftermathMs)

/** @param answers with `at` in milliseconds after the day began. */
export function latencies(
  answers: readonly Answered[],
  {
    isOurs,
    warm,
    noise,
    end,
    events,
  }: {
    isOurs: (org: string) => boolean
    warm: number
    noise: number
    end: number
    events: readonly Event[]
  },
): { table: string; broken: string[] } {
  const broken: string[] = []
  const rows: string[][] = []
  for (const op of ops) {
    const own = answers.filter((each) => each.op === op && isOurs(each.org) && each.at >= warm && each.at < end)
    const alone = own.filter(({ at }) => at < noise)
    const beside = own.filter(({ at }) => at >= noise)
    const calm = beside.filter(({ at, ms }) => !isFelt(events, at) && !isFelt(events, at + ms))
    if (beside.length === 0) continue
    const ratio = p95(calm) / p95(alone)
    const isJudged = alone.length >= enough && calm.length >= enough
    if (isJudged && ratio > slowedAtMost) {
      broken.push(`${op}: p95 ${figure(ratio)} times that alone`)
    }
    const refused = (of: readonly Answered[]) => of.filter(({ isRefused }) => isRefused).length
    if (refused(calm) > 0) broken.push(`${op}: ${refused(calm)} refused while nothing was wrong (${toldOf(calm)})`)
    rows.push([
      op,
      ...[alone, calm, beside].flatMap((of) => [String(of.length), figure(p95(of))]),
      isJudged ? figure(ratio) : 'too few',
      String(refused(alone) + refused(calm)),
      String(refused(beside) - refused(calm)),
    ])
  }
  const head = [
    'call',
    'alone',
    'p95 ms',
    'calm',
    'p95 ms',
    'all',
    'p95 ms',
    'calm / alone',
    'refused calm',
    'disturbed',
  ]
  return { table: markdownTable(head, rows), broken }
}

export function toldOf(answers: readonly Answered[]): string {
  const told = Map.groupBy(
    answers.filter(({ isRefused }) => isRefused),
    ({ told }) => told,
  )
  return [...told].map(([what, { length }]) => `${length} × ${what}`).join(', ')
}

export function memoryTable(lives: readonly Life[], afterSeconds: number): { table: string; broken: string[] } {
  const broken: string[] = []
  const rows = lives.map((life) => {
    const { name, version, samples } = life
    const slope = slopeOf(life, afterSeconds)
    if (slope && slope.low > growthMb) {
      broken.push(
        `memory of ${name} (${version}) grows by ${figure(slope.mbPerHour)} MB/h, at least ${figure(slope.low)}`,
      )
    }
    const sizes = samples.map(({ mb }) => mb)
    const seconds = Math.round((samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0))
    return [
      `${name} (${version})`,
      String(seconds),
      figure(sizes[0] ?? Number.NaN),
      figure(Math.max(...sizes)),
      figure(sizes.at(-1) ?? Number.NaN),
      slope ? figure(slope.mbPerHour) : 'too short',
      slope ? `${figure(slope.low)} … ${figure(slope.high)}` : '',
    ]
  })
  const head = ['process', 'lived s', 'first MB', 'most MB', 'last MB', `MB/h after ${afterSeconds} s`, '95 % interval']
  return { table: markdownTable(head, rows), broken }
}

export function eventsTable(events: readonly Event[]): { table: string; broken: string[] } {
  const slow = events.filter(({ wroteAgainMs }) => wroteAgainMs !== undefined && wroteAgainMs > leadsAgainMs)
  const rows = events.map(({ what, whom, from, to, wroteAgainMs }) => [
    `${what}: ${whom}`,
    (from / 1000).toFixed(0),
    ((to - from) / 1000).toFixed(1),
    wroteAgainMs === undefined ? '' : (wroteAgainMs / 1000).toFixed(1),
  ])
  return {
    table: markdownTable(['what went wrong', 'at s', 'for s', 'log went on after s'], rows),
    broken: slow.map(({ what, whom, from, wroteAgainMs }) => {
      return `${what}: ${whom} at ${Math.round(from / 1000)} s: the log went on after ${figure((wroteAgainMs ?? 0) / 1000)} s`
    }),
  }
}
