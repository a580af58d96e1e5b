/** Where a signal stands in a briefing: in exactly one of the first four sections, or folded away. Pure. */
import type { SectionKey } from '#db/documents/briefing'
import type { PriorityBand, Signal, SignalKind } from '#db/documents/signal'
import type { PlacedKey } from '#shared/briefing/input'

export const sectionTitles: Readonly<Record<SectionKey, string>> = {
  act_now: 'Act now',
  today: 'Today',
  waiting_on_me: 'Waiting on me',
  waiting_on_others: 'Waiting on others',
  meetings: 'Meetings',
  changed_since_last: 'Changed since the last briefing',
  noise_folded: 'Folded away',
}

export const placedKeys = ['act_now', 'today', 'waiting_on_me', 'waiting_on_others'] as const satisfies PlacedKey[]

type Placed = {
  kind: SignalKind
  owner: Signal['action']['owner']
  verb: Signal['action']['verb']
}

/**
 * The first that fits:
 * 1. its band is noise: folded away;
 * 2. its band is act_now: act now, whoever is to act;
 * 3. the next step is another's, and it is no news of a thread that was answered: waiting on others;
 * 4. its band is today: today;
 * 5. the next step is mine, and more than to read or to be there: waiting on me;
 * 6. its band is this_week and there is a step, whoever's: waiting on me;
 * 7. anything else is for information, or stands among the meetings: folded away.
 * Meetings and what changed since the last briefing refer to signals that stand in one of these.
 */
export function sectionOf({ kind, owner, verb }: Placed, band: PriorityBand): PlacedKey | 'noise_folded' {
  if (band === 'noise') return 'noise_folded'
  if (band === 'act_now') return 'act_now'
  if (owner === 'them' && kind !== 'mail.thread_update') return 'waiting_on_others'
  if (band === 'today') return 'today'
  const isStep = verb !== 'none' && verb !== 'read' && verb !== 'attend'
  return isStep && (owner === 'me' || band === 'this_week') ? 'waiting_on_me' : 'noise_folded'
}
