/** The parameters that this service reads, what they are where nobody calibrated them, and the settings they make. Pure. */
import { type Dimension, dimensions } from '#db/documents/alignment'

/** What an alignment analysis is weighed with, and where that stands. */
export type HarmonySettings = {
  /** The hash of the constitution whose bounds hold. */
  constitution: string
  /** Of the organisation's parameters; 0 where it calibrated none. */
  version: number
  weights: Record<Dimension, number>
  thresholds: Record<Dimension, number>
  vetoes: Partial<Record<Dimension, { below: number; cap: number }>>
}

/** As the constitution of this release declares them; one of before it has none, and an amended one may leave some out. */
const defaults = {
  weight: {
    clarity: 0.1,
    honesty: 0.18,
    safety: 0.2,
    fairness: 0.14,
    privacy: 0.14,
    respect: 0.08,
    purpose: 0.08,
    accountability: 0.08,
  } satisfies Record<Dimension, number>,
  threshold: 60,
  veto: { safety: { below: 40, cap: 40 }, privacy: { below: 40, cap: 50 } },
}

/** Every parameter that is read here, by its name, as it is where nothing was calibrated. */
export const parameterDefaults: Readonly<Record<string, number>> = Object.fromEntries([
  ...dimensions.map((each) => [`harmonic.weight.${each}`, defaults.weight[each]] as const),
  ...dimensions.map((each) => [`harmonic.threshold.${each}`, defaults.threshold] as const),
  ...Object.entries(defaults.veto).flatMap(([each, { below, cap }]) => [
    [`harmonic.veto.${each}.below`, below] as const,
    [`harmonic.veto.${each}.cap`, cap] as const,
  ]),
])

/** @param values of parameters by name; what is not among them is as it was before anybody calibrated. */
export function harmonySettingsOf(
  values: Readonly<Record<string, number>>,
  { constitution, version }: Pick<HarmonySettings, 'constitution' | 'version'>,
): HarmonySettings {
  const read = (name: string) => values[name] ?? parameterDefaults[name] ?? 0
  const ofEach = (kind: string) =>
    // Sound: every dimension is given one.
    Object.fromEntries(dimensions.map((each) => [each, read(`harmonic.${kind}.${each}`)])) as Record<Dimension, number>
  const veto = (each: Dimension) => ({
    below: read(`harmonic.veto.${each}.below`),
    cap: read(`harmonic.veto.${each}.cap`),
  })
  return {
    constitution,
    version,
    weights: ofEach('weight'),
    thresholds: ofEach('threshold'),
    vetoes: { safety: veto('safety'), privacy: veto('privacy') },
  }
}
