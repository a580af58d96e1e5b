/** What handlers do that is to be told before: windows that open, what is pasted and not taken. */

import { isExposed, isSeen, isShown, nameOf, quote, spokenText, tagOf } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import type { EventsHeard } from '#workers/scan-page/checks/in-page/heard'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { linkNewWindow, tellsOfWindow } from '#workers/scan-page/checks/in-page/rules/link-new-window'
import { isLogin, pasteBlocked } from '#workers/scan-page/checks/in-page/rules/paste-blocked'

type Heard = ReadonlyMap<Element, EventsHeard>

const foundTaken = 10

/** Links and buttons whose script opens a window of its own. */
export const windowsOpened = (heard: Heard): Found[] =>
  [...heard]
    .filter(([element, { opensWindow = false }]) => opensWindow && element.matches(opening))
    .filter(([element]) => isExposed(element) && isSeen(element) && !tellsOfWindow(element, nameOf(element)))
    .slice(0, foundTaken)
    .map(([element]) =>
      foundOf(linkNewWindow, {
        element,
        tier: 'warning',
        confidence: 'medium',
        message: element.matches('a')
          ? `A script opens what the link ${quote(nameOf(element) || spokenText(element, 60))} leads to in a new window, and the link does not say so.`
          : `The button ${quote(nameOf(element))} opens a new window and does not say so.`,
        ...(!element.matches('a') && { remedy: 'Let the button say in its name that it opens a new window.' }),
      }),
    )

const opening = 'a[href]:not([target]), button, [role="button"], input[type="button"]'

/** Fields whose script takes nothing from the clipboard. */
export const pastesRefused = (heard: Heard): Found[] =>
  [...heard]
    .filter(([element, { refusesPaste = false }]) => refusesPaste && element.matches('input') && isShown(element))
    .slice(0, foundTaken)
    .map(([element]) =>
      foundOf(pasteBlocked, {
        element,
        tier: isLogin(element) ? 'error' : 'practice',
        confidence: isLogin(element) ? 'high' : 'low',
        message: `A script lets nothing be pasted into the ${tagOf(element)} ${quote(nameOf(element))}.`,
      }),
    )
