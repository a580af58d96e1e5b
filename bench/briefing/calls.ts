/** Calls that people make all the time, paced, so that what else is under way can be seen to slow them down or not. */
import { median } from '#bench/report'

export type Pace = { what: string; ask: () => Promise<Response> }
export type Paced = { what: string; calls: number; failed: number; p50: number; p95: number; most: number }

const pauseMs = 100

/** Each by itself, one after another with a rest between, for as long as `isOver` says no. Milliseconds. */
export async function paced(paces: readonly Pace[], isOver: () => boolean): Promise<Paced[]> {
  return Promise.all(
    paces.map(async ({ what, ask }) => {
      const took: number[] = []
      let failed = 0
      while (!isOver()) {
        const askedAt = performance.now()
        const isGood = await ask().then(
          async (answer) => {
            await answer.text()
            return answer.ok
          },
          () => false,
        )
        took.push(performance.now() - askedAt)
        if (!isGood) failed += 1
        await Bun.sleep(pauseMs)
      }
      return { what, calls: took.length, failed, p50: median(took), p95: shareOf(took, 0.95), most: Math.max(...took) }
    }),
  )
}

export function shareOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
