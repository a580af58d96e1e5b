/** Factors of whatever may want attention: what is due, how old it is, whether it was seen. Pure. */
import type { ItemAct, ItemDocument } from '#db/documents/item'
import { firstDue } from '#shared/briefing/due'
import { dayMs, lengthOf, nearness, type RankingFactor, within } from '#shared/briefing/factors/factor'

const tasks: ReadonlySet<ItemAct['act']> = new Set(['request', 'commitment', 'decision', 'proposal', 'deadline'])

/** What its owner is to do, or has to have done by a time. Of what nobody is named for, deadlines alone. */
export const mine = (acts: readonly ItemAct[]): ItemAct[] =>
  acts.filter(
    ({ act, owner, confidence }) =>
      confidence >= sureEnough &&
      (owner === 'me' || (act === 'deadline' && owner === 'unknown')) &&
      (tasks.has(act) || act === 'question'),
  )

/** What is less sure than this moves nothing. */
export const sureEnough = 0.5

/** The surest act of a kind by whose turn it is; null where there is none. */
export function surest(acts: readonly ItemAct[], act: ItemAct['act'], owner: ItemAct['owner']): ItemAct | null {
  let best: ItemAct | null = null
  for (const each of acts) {
    if (each.act !== act || each.owner !== owner || each.confidence < sureEnough) continue
    if (best === null || each.confidence > best.confidence) best = each
  }
  return best
}

export const dueFactor: RankingFactor<ItemDocument> = {
  name: 'due',
  isTimed: true,
  valueOf: ({ acts }, { at }) => {
    if (acts.length === 0) return 0
    const first = firstDue(mine(acts))
    return first === null ? 0 : nearness(first.end - at.getTime())
  },
  reasonOf: ({ acts }, { at }) => {
    const first = firstDue(mine(acts))
    if (first === null) return { value: null, because: 'nothing is due' }
    const left = first.end - at.getTime()
    return {
      value: first.due.at,
      because:
        left < 0
          ? `it was due ${lengthOf(-left)} ago ("${first.due.span.text}")`
          : `it is due in ${lengthOf(left)} ("${first.due.span.text}")`,
      evidence: [first.due.span],
    }
  },
}

/** From when it is as old as can be. */
const oldMs = 14 * dayMs

/** Reading a moment takes longer than looking it up; items are never changed in place. */
const moments = new WeakMap<ItemDocument, number>()

/** When it last changed, in ms since 1970. */
export function momentOf(item: ItemDocument): number {
  const known = moments.get(item)
  if (known !== undefined) return known
  const moment = Date.parse(item.at)
  moments.set(item, moment)
  return moment
}

export const ageFactor: RankingFactor<ItemDocument> = {
  name: 'age',
  isTimed: true,
  valueOf: (item, { at }) => within((at.getTime() - momentOf(item)) / oldMs, 0, 1),
  reasonOf: (item, { at }) => {
    const age = at.getTime() - momentOf(item)
    return { value: Math.round(age / 3_600_000), because: `it is ${lengthOf(age)} old` }
  },
}
