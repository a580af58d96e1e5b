/**
 * Claims: how often one is refuted that is true, how soon one that is not, and how long an export takes to recompute.
 * `script/bench claims [--streams 10000] [--looks 1000] [--shifts 200] [--traces 100000]`: some minutes. Prints Markdown.
 */

import { generateKeyPairSync } from 'node:crypto'
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { figure, goalLine, loadNow, markdownTable, median, numberOptions } from '#bench/report'
import { exportClaim } from '#shared/claims/export'
import { begin, type Judge, judgeOf, observe } from '#shared/claims/sequence'
import type { ClaimTerms } from '#shared/contracts/claims'
import { signerOf } from '#shared/evidence/signing'
import { noteVerifier } from '#shared/tlog/signed-note'
import { claimSource, claimTerms, keysOf, traceRecord } from '#test/support/claims'

const options = numberOptions(process.argv.slice(2), { streams: 10_000, looks: 1000, shifts: 200, traces: 100_000 })

type Draw = (random: () => number) => number
/** A population of values 0 to 1 with its mean and spread, and whether the stakes were chosen with a look at it. */
type Population = { name: string; draw: Draw; isTuned: boolean }

const bell: Draw = (random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
const clipped =
  (centre: number, spread: number): Draw =>
  (random) =>
    Math.min(1, Math.max(0, centre + spread * bell(random)))
const share =
  (rate: number): Draw =>
  (random) =>
    random() < rate ? 1 : 0
const mixed =
  (rate: number, one: Draw, other: Draw): Draw =>
  (random) =>
    random() < rate ? one(random) : other(random)

const populations: Population[] = [
  { name: 'scores around 32, spread 10', draw: clipped(0.32, 0.1), isTuned: true },
  { name: 'scores around 32, spread 20', draw: clipped(0.32, 0.2), isTuned: true },
  { name: 'validity around 87, spread 13', draw: clipped(0.87, 0.13), isTuned: true },
  { name: 'even over the range', draw: (random) => random(), isTuned: true },
  { name: 'skewed: few high', draw: (random) => random() ** 4, isTuned: true },
  { name: 'a share of 3 %', draw: share(0.03), isTuned: true },
  { name: 'a share of 12 %', draw: share(0.12), isTuned: true },
  { name: 'a share of 52 %', draw: share(0.52), isTuned: true },
  { name: 'scores around 70, spread 15', draw: clipped(0.7, 0.15), isTuned: false },
  { name: 'scores around 50, spread 30', draw: clipped(0.5, 0.3), isTuned: false },
  { name: 'bimodal: 20 and 80', draw: mixed(0.7, clipped(0.2, 0.08), clipped(0.8, 0.08)), isTuned: false },
  { name: 'scores around 15, one in 50 at 100', draw: mixed(0.02, () => 1, clipped(0.15, 0.1)), isTuned: false },
  { name: 'bounded tenths, skewed low', draw: (random) => Math.round(10 * Math.sqrt(random())) / 10, isTuned: false },
  { name: 'a share of 5 %', draw: share(0.05), isTuned: false },
  { name: 'a share of 25 %', draw: share(0.25), isTuned: false },
  { name: 'a share of 90 %', draw: share(0.9), isTuned: false },
]

const registration = { id: '0'.repeat(64), leaf: 0 }
const observation = (leaf: number, x: number) => ({ leaf, node: 'f'.repeat(64), units: Math.round(10_000 * x) })
const about = (odd: Partial<ClaimTerms>) => claimTerms({ measure: { kind: 'flagged' }, ...odd })
const percent = (value: number) => `${(100 * value).toFixed(2)} %`
console.log(
  `## Claims\n\n- Date: ${new Date().toISOString()}; command: \`script/bench claims --streams ${options.streams} --looks ${options.looks} --shifts ${options.shifts} --traces ${options.traces}\`; Bun ${Bun.version}; load average ${loadNow()}\n`,
)
falseRefutals()
shifts()
lateShift()
await offline()

/** Streams whose mean is the threshold itself, the hardest that a true claim can be, looked at after every trace. */
function falseRefutals(): void {
  const cases: [name: string, threshold: number, Draw][] = [
    ['a share of 1 %', 0.01, share(0.01)],
    ['a share of 5 %', 0.05, share(0.05)],
    ['a share of 30 %', 0.3, share(0.3)],
    ['a share of 97 %', 0.97, share(0.97)],
    ['0 or 100, even', 0.5, share(0.5)],
    ['tenths, even', 0.5, (random) => Math.floor(11 * random()) / 10],
    ['tenths, skewed', 0.2, (random) => (random() < 0.8 ? 0.1 : random() < 0.5 ? 0.3 : 0.9)],
    ['19, and rare catastrophes', 0.2, (random) => (random() < 1 / 81 ? 1 : 0.19)],
    ['21, and rare blessings', 0.2, (random) => (random() < 1 / 21 ? 0 : 0.21)],
    ['all but constant', 0.3, (random) => (random() < 0.5 ? 0.29 : 0.31)],
  ]
  const each = Math.ceil(options.streams / (2 * cases.length))
  let [refuted, excluded, all] = [0, 0, 0]
  const startedAt = process.cpuUsage()
  let looks = 0
  const rows = cases.map(([name, threshold, draw], at) => {
    let [wrong, outside] = [0, 0]
    for (const direction of ['at_most', 'at_least'] as const) {
      const judge = judgeOf(about({ direction, threshold }))
      for (let stream = 0; stream < each; stream += 1) {
        const random = seeded(1_000_000 * at + 10 * stream + (direction === 'at_most' ? 0 : 1))
        let state = begin(registration)
        let wasExcluded = false
        for (let look = 0; look < options.looks && state.verdict !== 'refuted'; look += 1) {
          state = observe(judge, state, observation(state.leaf + 1, draw(random)))
          looks += 1
          wasExcluded ||= state.verdict !== 'undecided'
        }
        if (state.verdict === 'refuted') wrong += 1
        if (wasExcluded) outside += 1
      }
    }
    refuted += wrong
    excluded += outside
    all += 2 * each
    return [name, String(2 * each), percent(wrong / (2 * each)), percent(1 - outside / (2 * each))]
  })
  const { user, system } = process.cpuUsage(startedAt)
  console.log('### True claims, the mean at the threshold\n')
  console.log(markdownTable(['population', 'streams', 'refuted', 'mean within bounds at all times'], rows))
  console.log(`\n- ${all} streams, looked at after each of ${options.looks} traces; level 0.95; both directions`)
  console.log(goalLine('false refutals, at most 5 %', (100 * refuted) / all, refuted / all <= 0.05, ' %'))
  console.log(
    goalLine(
      'mean within the bounds at all times, at least 95 %',
      100 * (1 - excluded / all),
      excluded / all <= 0.05,
      ' %',
    ),
  )
  console.log(`- one trace of one claim: ${figure((user + system) / looks)} µs of processor, the draw included`)
  console.log(
    `- scores that come in sessions of five, all alike within one: with \`session_size\` 5 ${percent(sessionsOf(5, 5))} of true claims are refuted, ten sessions at a time ${percent(sessionsOf(5, 5, 10))}; NOT PROMISED without it: ${percent(sessionsOf(5, 1))}\n`,
  )
}

/** Share of true claims that are refuted where each draw comes so many times. @param abreast how many sessions run at once. */
function sessionsOf(times: number, session_size: number, abreast = 1): number {
  const judge = judgeOf(about({ threshold: 0.5, session_size }))
  const streams = Math.ceil(options.streams / 10)
  let wrong = 0
  for (let stream = 0; stream < streams; stream += 1) {
    const random = seeded(50_000_000 + stream)
    let state = begin(registration)
    for (let look = 0; look < options.looks && state.verdict !== 'refuted'; look += times * abreast) {
      const drawn = Array.from({ length: abreast }, () => Math.floor(11 * random()) / 10)
      for (let again = 0; again < times; again += 1)
        for (const x of drawn) state = observe(judge, state, observation(state.leaf + 1, x))
    }
    if (state.verdict === 'refuted') wrong += 1
  }
  return wrong / streams
}

/** Streams two points beyond the threshold from the first trace on. */
function shifts(): void {
  console.log('### Claims that are false by two points from the beginning\n')
  console.log(
    `Compared with the z-test of a fixed sample, its size set beforehand with the spread known: two-sided at 5 %, as the bounds are, which finds two points with 80 % (90 %): n = ((1.96 + 0.84 (1.28)) s / 2)². Medians of ${options.shifts} streams.\n`,
  )
  const rows = populations.map((population, at) => ({ population, ...shiftOf(population, at) }))
  console.log(
    markdownTable(
      [
        'population',
        'chosen with a look at it',
        'mean',
        'spread',
        'fixed n',
        'median n',
        '×',
        '× of 90 %',
        'slowest tenth ×',
      ],
      rows.map(({ population, mean, spread, fixed, found, slow }) => [
        population.name,
        population.isTuned ? 'yes' : 'no',
        figure(100 * mean),
        figure(100 * spread),
        figure(fixed),
        figure(found),
        figure(found / fixed),
        figure((found / fixed) * (7.849 / 10.507)),
        figure(slow / fixed),
      ]),
    ),
  )
  for (const isTuned of [true, false]) {
    const ratios = rows
      .filter(({ population }) => population.isTuned === isTuned)
      .map(({ found, fixed }) => found / fixed)
    const worst = Math.max(...ratios)
    const name = isTuned ? 'that the stakes were chosen with a look at' : 'unseen until now'
    console.log(
      `${isTuned ? '\n' : ''}${goalLine(`populations ${name}: the worst median against the fixed sample, at most 1.5`, worst, worst <= 1.5, '×')} (median ${figure(median(ratios))}×)`,
    )
  }
  const narrow = shiftOf({ name: 'narrow', draw: clipped(0.32, 0.03), isTuned: false }, 99)
  console.log(
    `- Not met where all values lie close together: spread ${figure(100 * narrow.spread)}, ${narrow.found} against ${figure(narrow.fixed)}: ${figure(narrow.found / narrow.fixed)}×. The z-test takes the spread as given; without any knowledge of it a stake is at most 1/m.\n`,
  )
}

function shiftOf({ draw }: Population, at: number) {
  const { mean, spread } = momentsOf(draw)
  const isBelow = mean > 0.5
  const threshold = Math.round(10_000 * (isBelow ? mean + 0.02 : mean - 0.02)) / 10_000
  const judge = judgeOf(about({ direction: isBelow ? 'at_least' : 'at_most', threshold }))
  const fixed = (2.8016 * spread) ** 2 / 0.02 ** 2
  const found = Array.from({ length: options.shifts }, (_, stream) =>
    refutedAt(judge, draw, seeded(7_000_000 + 100_000 * at + stream), 20 * fixed),
  ).sort((a, b) => a - b)
  return { mean, spread, fixed, found: median(found), slow: found[Math.floor(0.9 * found.length)] ?? Number.NaN }
}

function refutedAt(judge: Judge, draw: Draw, random: () => number, most: number, from = begin(registration)): number {
  let state = from
  for (let n = 1; n <= most; n += 1) {
    state = observe(judge, state, observation(state.leaf + 1, draw(random)))
    if (state.verdict === 'refuted') return n
  }
  return Number.POSITIVE_INFINITY
}

/** What a sequence over all of the past costs where the shift comes late. */
function lateShift(): void {
  const judge = judgeOf(about({ threshold: 0.3 }))
  const rows = [0, 100, 1000].map((before) => {
    const found = Array.from({ length: Math.ceil(options.shifts / 4) }, (_, stream) => {
      const random = seeded(90_000_000 + 1000 * before + stream)
      let state = begin(registration)
      for (let n = 0; n < before && state.verdict !== 'refuted'; n += 1)
        state = observe(judge, state, observation(state.leaf + 1, clipped(0.29, 0.2)(random)))
      return refutedAt(judge, clipped(0.32, 0.2), random, 20_000, { ...state, verdict: 'undecided' })
    })
    return [String(before), figure(median(found))]
  })
  console.log('### The shift comes late\n')
  console.log('“At most 30”: a mean of 29, then of 32; spread 20. A new claim forgets what was before.\n')
  console.log(`${markdownTable(['traces at 29', 'median traces at 32 until refuted'], rows)}\n`)
}

async function offline(): Promise<void> {
  const signer = signerOf(generateKeyPairSync('ed25519').privateKey)
  const terms = claimTerms({ measure: { kind: 'risk_score' }, threshold: 45 })
  const validity = claimTerms({
    measure: { kind: 'validity_score', profile: 'trace-v1@1.1.0' },
    direction: 'at_least',
    threshold: 20,
  })
  const dir = mkdtempSync(join(tmpdir(), 'assay-bench-claims-'))
  try {
    console.log('### Recomputed offline\n')
    for (const [name, each] of [
      ['risk_score', terms],
      ['validity_score under a profile', validity],
    ] as const) {
      const random = seeded(5)
      const records = Array.from({ length: options.traces }, (_, at) =>
        traceRecord(11 + 3 * at, {
          risk_score: Math.floor(8900 * random()) / 100,
          flags: random() < 0.1 ? ['pii_leak'] : [],
        }),
      )
      const file = join(dir, 'claim.jsonl')
      const out = createWriteStream(file)
      for await (const line of exportClaim(
        claimSource({ signer, terms: each }, records),
        { keys: keysOf(signer), checkpoint: null, proofs: [] },
        signer,
      ))
        if (!out.write(line)) await new Promise<void>((resolve) => out.once('drain', () => resolve()))
      await new Promise<void>((resolve) => out.end(() => resolve()))
      const startedAt = performance.now()
      const ran = Bun.spawnSync(
        [
          process.execPath,
          'cli/main.ts',
          'claim',
          'verify',
          file,
          '--key',
          noteVerifier('bench', signer.publicKey).key,
        ],
        { cwd: join(import.meta.dir, '..') },
      )
      const seconds = (performance.now() - startedAt) / 1000
      const cpuSeconds = Number(ran.resourceUsage.cpuTime.total) / 1e6
      console.log(ran.stdout.toString().trim().replaceAll(/^/gm, '    '))
      console.log(
        `\n${goalLine(`\`assay claim verify\` of ${options.traces} traces, ${name}, ${figure(statSync(file).size / 1e6)} MB, at most 10 s`, seconds, ran.exitCode === 0 && seconds <= 10, ' s')}, ${figure(cpuSeconds)} s of processor; load average ${loadNow()}\n`,
      )
    }
  } finally {
    rmSync(dir, { recursive: true })
  }
}

function momentsOf(draw: Draw): { mean: number; spread: number } {
  const random = seeded(3)
  let [sum, squares] = [0, 0]
  const draws = 400_000
  for (let at = 0; at < draws; at += 1) {
    const x = draw(random)
    sum += x
    squares += x * x
  }
  const mean = sum / draws
  return { mean, spread: Math.sqrt(squares / draws - mean * mean) }
}

/** A repeatable stream of numbers from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let word = Math.imul(state ^ (state >>> 15), 1 | state)
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word
    return ((word ^ (word >>> 14)) >>> 0) / 4_294_967_296
  }
}
