/**
 * A picture of a page against its approved one: verdicts beside pngjs + pixelmatch and odiff's server, and memory under large uploads.
 * `script/bench pictures [--rounds 9]`: about four minutes. Base64 in, verdict out; the baseline is in memory. Prints Markdown.
 */
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ODiffServer } from 'odiff-bin'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { type Shot, shootPages } from '#bench/pictures/shots'
import { figure, goalLine, loadNow, markdownTable, numberOptions } from '#bench/report'
import { sha256Hex } from '#shared/kernel/canonical'
import type { ComparerAsked } from '#workers/compare-design/pictures/comparer'
import { PictureDesk } from '#workers/compare-design/pictures/desk'

const options = numberOptions(process.argv.slice(2), { rounds: 9 })
const asked: ComparerAsked = { mode: 'tolerant', maxShift: 0, scale: 1, ignored: [], tree: null }
const maskPath = join(tmpdir(), `assay-bench-odiff-${process.pid}.png`)
const desk = new PictureDesk()
const odiff = new ODiffServer()

type Pair = { name: string; before: Buffer; digest: string; sent: string; goal: keyof typeof goals | null }
const goals = { unchanged: 100, small: 6, shift: 10 }

const pairOf = (name: string, before: Shot, after: Shot, goal: Pair['goal']): Pair => ({
  name,
  before: before.png,
  digest: sha256Hex(before.png),
  sent: after.png.toString('base64'),
  goal,
})

/** As the worker does it: equal digests are the verdict, all else goes to the desk. */
async function ours({ before, digest, sent }: Pair): Promise<string> {
  const bytes = Buffer.from(sent, 'base64')
  if (sha256Hex(bytes) === digest) return 'the same'
  const { findings } = await desk.compare({ before: { digest, read: async () => before }, after: bytes, asked })
  return findings.map(({ type }) => type).join(', ')
}

/** With a digest that the desk has never met: the baseline is decoded, too. */
const oursAnew = (pair: Pair, round: number) => ours({ ...pair, digest: `${pair.digest}-${round}` })

function byPixelmatch({ before, sent }: Pair): string {
  const [a, b] = [PNG.sync.read(before), PNG.sync.read(Buffer.from(sent, 'base64'))]
  return String(pixelmatch(a.data, b.data, undefined, a.width, a.height))
}

async function byOdiff({ before, sent }: Pair): Promise<string> {
  const result = await odiff.compareBuffers(before, 'png', Buffer.from(sent, 'base64'), 'png', maskPath, {
    antialiasing: true,
  })
  return result.match ? '0' : result.reason === 'pixel-diff' ? String(result.diffCount) : result.reason
}

async function timed(work: () => string | Promise<string>): Promise<[ms: number, said: string]> {
  const startedAt = performance.now()
  const said = await work()
  return [performance.now() - startedAt, said]
}

type Measured = { pair: Pair; said: string[]; ms: Record<'ours' | 'anew' | 'pixelmatch' | 'odiff', number> }

/** Every way in turn, round after round, so that what else runs here falls on all alike. */
async function measure(pair: Pair): Promise<Measured> {
  const times = { ours: [] as number[], anew: [] as number[], pixelmatch: [] as number[], odiff: [] as number[] }
  let said: string[] = []
  for (let round = -1; round < options.rounds; round += 1) {
    const own = await timed(() => ours(pair))
    const anew = await timed(() => oursAnew(pair, round))
    const counted = await timed(() => byPixelmatch(pair))
    const others = await timed(() => byOdiff(pair))
    said = [own[1], counted[1], others[1]]
    if (round < 0) continue
    times.ours.push(own[0])
    times.anew.push(anew[0])
    times.pixelmatch.push(counted[0])
    times.odiff.push(others[0])
  }
  const ms = {
    ours: Math.min(...times.ours),
    anew: Math.min(...times.anew),
    pixelmatch: Math.min(...times.pixelmatch),
    odiff: Math.min(...times.odiff),
  }
  return { pair, said, ms }
}

const ratio = (theirs: number, own: number) => `${figure(theirs / own)}×`

function rowOf({ pair, said, ms }: Measured): string[] {
  const [own = '', counted = '', others = ''] = said
  return [
    `${pair.name}: ${own === '' ? 'nothing' : own}`,
    figure(ms.ours),
    figure(ms.anew),
    `${figure(ms.pixelmatch)} (${ratio(ms.pixelmatch, ms.ours)})`,
    `${figure(ms.odiff)} (${ratio(ms.odiff, ms.ours)})`,
    `${counted} / ${others}`,
  ]
}

function goalsOf(measured: readonly Measured[]): string[] {
  const words = {
    unchanged: 'unchanged',
    small: 'a small change at 1280 × 5000',
    shift: 'a layout shift at 1280 × 5000',
  }
  return (['unchanged', 'small', 'shift'] as const).flatMap((goal) => {
    const own = measured.filter(({ pair }) => pair.goal === goal)
    return (['pixelmatch', 'odiff'] as const).map((rival) => {
      const worst = Math.min(...own.map(({ ms }) => ms[rival] / ms.ours))
      const name = rival === 'odiff' ? 'odiff’s server' : 'pngjs + pixelmatch'
      return goalLine(
        `${words[goal]}, at least ${goals[goal]} against ${name}, the worst page`,
        worst,
        worst >= goals[goal],
        '×',
      )
    })
  })
}

/** In a process of its own, so that its peak is of this alone. */
function memoryOf(kind: string): string[] {
  const child = Bun.spawnSync([process.execPath, fileURLToPath(import.meta.resolve('#bench/pictures/uploads')), kind], {
    stderr: 'inherit',
  })
  return child.stdout.toString().trim().split('\t')
}

const shots = await shootPages()
const pairs = shots.flatMap(({ name, base, same, word, banner }) => {
  const isLong = name.endsWith('5000')
  return [
    pairOf(`${name}, unchanged`, base, same, 'unchanged'),
    pairOf(`${name}, one word`, base, word, isLong ? 'small' : null),
    pairOf(`${name}, a banner of 64 px on top`, base, banner, isLong ? 'shift' : null),
  ]
})
console.log(`- Date: ${new Date().toISOString()}; Bun ${Bun.version}; load average ${loadNow()} at the start`)
console.log(
  `- Command: \`script/bench pictures --rounds ${options.rounds}\`: the fastest of ${options.rounds} rounds, each way in turn; ms, in brackets how many times ours`,
)
console.log(
  `- Files: ${shots.map(({ name, base }) => `${name} ${Math.round(base.png.length / 1024)} kB`).join(', ')}\n`,
)
const measured: Measured[] = []
for (const pair of pairs) {
  measured.push(await measure(pair))
  console.error(`${pair.name}: load ${loadNow()}`)
}
console.log(
  markdownTable(
    [
      'page, change: what Assay finds',
      'Assay',
      'baseline decoded too',
      'pngjs + pixelmatch',
      'odiff 4.5 server',
      'pixels that these count',
    ],
    measured.map(rowOf),
  ),
)
console.log(`\n${goalsOf(measured).join('\n')}\n`)
console.log(
  markdownTable(
    ['20 uploads of 40 megapixels at once', 'peak MB', 'before MB', 'seconds'],
    ['png', 'jpeg'].map((kind) => [`${kind.toUpperCase()}, each against the same baseline`, ...memoryOf(kind)]),
  ),
)
console.log(`\nLoad average ${loadNow()} at the end.`)
odiff.stop()
rmSync(maskPath, { force: true })
await desk.close()
process.exit(0)
