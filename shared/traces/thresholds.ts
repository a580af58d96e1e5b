/** From which validity score on a verdict is better, by profile: what a tree itself does not say. Pure. */

export type Thresholds = {
  /** Validity scores, 0 to 100. */
  readonly acceptable_from: number
  readonly conditional_from: number
  /** Flags from this severity on, 0 to 10, cap a trace. */
  readonly critical_severity: number
}

const known: Readonly<Record<string, Thresholds>> = {
  'trace-v1': { acceptable_from: 75, conditional_from: 50, critical_severity: 9 },
  'aria-0.1': { acceptable_from: 75, conditional_from: 50, critical_severity: 9 },
}

/** @param profile `id@version`; undefined for one that nobody knows here. */
export function thresholdsOf(profile: string): Thresholds | undefined {
  const [id = ''] = profile.split('@')
  return Object.hasOwn(known, id) ? known[id] : undefined
}
