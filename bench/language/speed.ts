/** Time and memory of decoding with all extractors, each text in a process of its own. */
import { join } from 'node:path'
import { hostileKinds } from '#bench/language/hostile-texts'
import type { Evaluation, Evaluator } from '#bench/language/sets'

const child = join(import.meta.dir, 'speed-process.ts')

async function measured(what: string, length: number): Promise<Record<string, number>> {
  const process = Bun.spawn([globalThis.process.execPath, child, what, String(length)], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const [out, code] = await Promise.all([new Response(process.stdout).text(), process.exited])
  if (code !== 0) throw new Error(`decoding "${what}" ended with ${code}`)
  return JSON.parse(out)
}

const rounded = (figure: number, digits = 2) => Math.round(figure * 10 ** digits) / 10 ** digits

/** A million characters of prose; then how much longer twice as much of each hostile text takes than once. */
export const evaluateSpeed: Evaluator = async () => {
  const { cold = 0, wall = 0, warm = 0, idleBytes = 0, peakBytes = 0, later = 0 } = await measured('prose', 1_000_000)
  const row = (metric: string, value: number, bound: { goal?: number; atMost?: number }) => ({
    half: 'unseen' as const,
    who: 'assay',
    metric,
    value: rounded(value, 3),
    ...bound,
  })
  const prose: Evaluation = {
    name: 'speed',
    of: 'own prose of 1,000,000 characters, every extractor',
    rows: [
      row('million characters per CPU-second, in a process that has read one', 1 / warm, { goal: 0.5 }),
      row('million characters per CPU-second, the first document', 1 / cold, {}),
      row('seconds for the first document', wall, { atMost: 3 }),
      row('MB above the idle process, the first document', (peakBytes - idleBytes) / 1e6, { atMost: 250 }),
    ],
    notes: [
      `${rounded(idleBytes / 1e6, 0)} MB idle, ${rounded(peakBytes / 1e6, 0)} MB at the most, ${rounded(later / 1e6, 0)} MB after four such documents`,
    ],
  }
  const hostile: Evaluation = {
    name: 'hostile texts',
    of: 'own, 200,000 and 400,000 characters of each: CPU time of twice the text over that of the text; 2 is linear',
    rows: [],
    notes: [],
  }
  for (const { name } of hostileKinds) {
    const { once = 0, twice = 0, idleBytes: idle = 0, later: after = 0 } = await measured(name, 200_000)
    hostile.rows.push(row(name, twice / once, { atMost: 3 }))
    hostile.notes.push(
      `${name}: ${rounded(once)} s and ${rounded(twice)} s, ${rounded((after - idle) / 1e6, 0)} MB more behind it`,
    )
  }
  return [prose, hostile]
}
