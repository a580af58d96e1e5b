/** What an organisation's feedback comes to: the weights that it ranks by, and what became of its signals. Pure. */
import type { SignalState } from '#db/documents/signal'
import type { FeedbackRow } from '#db/queries/feedback'
import { type Feedback, learn } from '#shared/briefing/learn'
import { defaultWeights, type Weights } from '#shared/briefing/weights'

type Given = Pick<FeedbackRow, 'signal_id' | 'verdict' | 'features' | 'until' | 'at'>

/** As ranking learns: in the order in which it was given, without what was erased. */
const lessonsOf = (rows: readonly Given[]): Feedback[] =>
  rows.flatMap(({ at, verdict, features }) =>
    // Sound: written by this service, as its signed digest says.
    features === '' ? [] : [{ at: at.toISOString(), verdict, features: JSON.parse(features) as Feedback['features'] }],
  )

export const weightsOf = (rows: readonly Given[]): Weights => learn(defaultWeights, lessonsOf(rows))

export type SignalStates = ReadonlyMap<string, { state: SignalState; until: string | null }>

/** What was said last of each signal's state; what somebody called important was not seen by that. */
export function saidStates(rows: readonly Given[]): SignalStates {
  const states = new Map<string, { state: SignalState; until: string | null }>()
  for (const { signal_id, verdict, until } of rows)
    if (verdict === 'done' || verdict === 'snoozed' || verdict === 'seen')
      states.set(signal_id, { state: verdict, until: until?.toISOString() ?? null })
  return states
}
