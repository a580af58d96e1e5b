/** What is new, gone and elsewhere since the briefing before. Pure. */
import type { Briefing } from '#db/documents/briefing'
import type { PlacedKey, Placement, PreviousBriefing } from '#shared/briefing/input'
import { placedKeys } from '#shared/briefing/sections'

/** Of each section, so many signals are remembered for the next briefing. */
export const placementLimit = 300

type Moved = Briefing['diff']['moved']

/**
 * Added is what stands in one of the first four sections now and did not then; resolved what did and does in none of them,
 * as it was done, answered, put off or is gone; moved what stands in another of them, folded away too.
 * Without a briefing before nothing has changed.
 * @param sectionNow where a signal stands; undefined where it is none any more
 */
export function diffOf(
  placement: Placement,
  previous: PreviousBriefing | null,
  sectionNow: (id: string) => PlacedKey | 'noise_folded' | undefined,
): Pick<Briefing['diff'], 'added' | 'resolved' | 'moved'> {
  if (previous === null) return { added: [], resolved: [], moved: [] }
  const before = new Map(placedKeys.flatMap((key) => previous.placement[key].map((id) => [id, key] as const)))
  const added = placedKeys.flatMap((key) => placement[key].filter((id) => !before.has(id)))
  const resolved: string[] = []
  const moved: Moved = []
  for (const [id, from] of before) {
    const to = sectionNow(id)
    if (to === undefined) resolved.push(id)
    else if (to !== from) moved.push({ from, id, to })
  }
  return { added, resolved, moved }
}
