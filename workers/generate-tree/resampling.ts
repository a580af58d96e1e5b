/** Bootstrap over sessions: resamples a cohort's clusters whole, from a seed. Pure and repeatable. */
import { seededDraws } from '#workers/generate-tree/statistics'

/** One trace as the bootstrap sees it: its risk, and which pattern of ratings it shows. */
export type Unit = { risk: number; pattern: number }

/** Units in flat arrays; cluster c holds the units from offsets[c] up to offsets[c + 1]. */
type Packed = { offsets: Int32Array; risks: Float64Array; patterns: Uint8Array; clusters: number }

/** Mean risk of every replicate, and what `statistic` makes of the counts of patterns (27 at most) in it. */
export function resampleCohort(
  clusters: readonly (readonly Unit[])[],
  replicates: number,
  seed: number,
  statistic: (patternCounts: Int32Array) => number | null,
): { means: Float64Array; statistics: Float64Array } {
  const packed = packedOf(clusters)
  const { offsets, risks, patterns } = packed
  const draw = seededDraws(seed)
  const sample = new Int32Array(packed.clusters)
  const counts = new Int32Array(patternCount)
  const means = new Float64Array(replicates)
  const statistics: number[] = []
  for (let replicate = 0; replicate < replicates; replicate += 1) {
    counts.fill(0)
    let sum = 0
    let n = 0
    draw(sample, packed.clusters)
    // By place: Bun walks a typed array by iterator ten times slower.
    for (let place = 0; place < sample.length; place += 1) {
      const cluster = sample[place] ?? 0
      const end = offsets[cluster + 1] ?? 0
      for (let unit = offsets[cluster] ?? 0; unit < end; unit += 1) {
        sum += risks[unit] ?? 0
        n += 1
        const pattern = patterns[unit] ?? 0
        counts[pattern] = (counts[pattern] ?? 0) + 1
      }
    }
    means[replicate] = sum / n
    const value = statistic(counts)
    if (value !== null) statistics.push(value)
  }
  return { means, statistics: Float64Array.from(statistics) }
}

/** The largest of the strata's means in every replicate; each stratum (testing level) is resampled on its own. */
export function resampleTop(
  strata: readonly (readonly (readonly Unit[])[])[],
  replicates: number,
  seed: number,
): Float64Array {
  const packs = strata.map(packedOf)
  const samples = packs.map(({ clusters }) => new Int32Array(clusters))
  const draw = seededDraws(seed)
  const tops = new Float64Array(replicates)
  for (let replicate = 0; replicate < replicates; replicate += 1) {
    let top = Number.NEGATIVE_INFINITY
    packs.forEach(({ clusters, offsets, risks }, stratum) => {
      const sample = samples[stratum] ?? noDraws
      let sum = 0
      let n = 0
      draw(sample, clusters)
      for (let place = 0; place < sample.length; place += 1) {
        const cluster = sample[place] ?? 0
        const end = offsets[cluster + 1] ?? 0
        for (let unit = offsets[cluster] ?? 0; unit < end; unit += 1) sum += risks[unit] ?? 0
        n += end - (offsets[cluster] ?? 0)
      }
      top = Math.max(top, sum / n)
    })
    tops[replicate] = top
  }
  return tops
}

const noDraws = new Int32Array(0)

/** Three raters, three levels. */
export const patternCount = 27

function packedOf(clusters: readonly (readonly Unit[])[]): Packed {
  const units = clusters.flat()
  const offsets = new Int32Array(clusters.length + 1)
  clusters.forEach((cluster, index) => {
    offsets[index + 1] = (offsets[index] ?? 0) + cluster.length
  })
  return {
    offsets,
    risks: Float64Array.from(units, ({ risk }) => risk),
    patterns: Uint8Array.from(units, ({ pattern }) => pattern),
    clusters: clusters.length,
  }
}
