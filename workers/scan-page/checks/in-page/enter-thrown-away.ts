/** Links from which a script takes the Enter key: pressed on them, it does nothing at all. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { listening } from '#workers/scan-page/checks/in-page/activating'
import {
  allElements,
  ancestorsOf,
  isExposed,
  isSeen,
  isStop,
  nameOf,
  pick,
  quote,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { pause } from '#workers/scan-page/checks/in-page/states'
import { departures } from '#workers/scan-page/checks/in-page/stay'

export const enterThrownAway: CheckMeta = {
  rule: 'enter-thrown-away',
  criteria: ['2.1.1'],
  tier: 'error',
  impact: 'critical',
  remedy:
    'Let Enter do on links and buttons what it does: keep the event from its default in the fields alone that send the form.',
}

const triedAtMost = 4
const answerMs = 60
const pressed = 'a[href], summary'

/** One of each place: those of forms first, where Enter is kept from sending. */
function candidates(): HTMLElement[] {
  const all = pick(allElements(), pressed).filter(
    (each): each is HTMLElement => each instanceof HTMLElement && isStop(each) && isSeen(each) && isExposed(each),
  )
  const places = Map.groupBy(all, (each) =>
    each.closest('form, dialog, [role="dialog"], nav, table, ul, ol, section, main'),
  )
  return [...places.values()]
    .flatMap(([first]) => first ?? [])
    .toSorted((one, other) => Number(other.closest('form') !== null) - Number(one.closest('form') !== null))
    .slice(0, triedAtMost)
}

/** The event is made, so that a link does not lead anywhere by it: what is looked for is who keeps it from that. */
export async function throwsEnterAway(): Promise<Found[]> {
  for (const target of candidates()) {
    const heard = listening()
    const [focus, left] = [document.activeElement, departures()]
    const about = {
      key: 'Enter',
      code: 'Enter',
      keyCode: 13,
      which: 13,
      bubbles: true,
      cancelable: true,
      composed: true,
    }
    const isKept = !target.dispatchEvent(new KeyboardEvent('keydown', about))
    if (isKept) await pause(answerMs)
    const hasAnswered = heard.hasAnswered() || document.activeElement !== focus || departures() > left
    if (!isKept || hasAnswered) continue
    const holder = ancestorsOf(target).find((each) => each.matches('form, dialog, [role="dialog"]'))
    return [
      foundOf(enterThrownAway, {
        element: target,
        confidence: 'high',
        message: `Pressing Enter on ${quote(nameOf(target) || 'a link without a name')}${holder ? ` in this ${holder.localName}` : ''} does nothing: a script keeps the key from it and does nothing in its place.`,
      }),
    ]
  }
  return []
}
