/** Moments as servers that host sources write them, in one way. Pure. */

/** @param moment RFC 3339, checked: Gitea writes it in its own zone. */
export const utcOf = (moment: string): string => new Date(moment).toISOString()

/** The first of them, in UTC. */
export const firstUtc = (moments: readonly (string | null | undefined)[]): string | null =>
  moments
    .flatMap((moment) => (moment ? utcOf(moment) : []))
    .sort()
    .at(0) ?? null
