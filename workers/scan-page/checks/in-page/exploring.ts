/** Opens what can be opened, one after the other, and hands out what is new in the page each time. */

import { altsKept, unsaid } from '#workers/scan-page/checks/in-page/announcing'
import { untoldDialog } from '#workers/scan-page/checks/in-page/dialog-role'
import {
  closeButton,
  dialogIn,
  escaped,
  focusGoes,
  tabLeft,
  tabsAround,
  untoldModal,
} from '#workers/scan-page/checks/in-page/dialogs'
import { allElements, isSeen, nameOf, ownText } from '#workers/scan-page/checks/in-page/dom'
import { coversFocus, type Flyout, flyoutIn, stillOver, tabsPast } from '#workers/scan-page/checks/in-page/flyout'
import { focusGone } from '#workers/scan-page/checks/in-page/focus-lost'
import type { Found, LookedAgain, Place } from '#workers/scan-page/checks/in-page/found'
import { isFaint } from '#workers/scan-page/checks/in-page/fresh-texts'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { canScroll, hiddenNow, locked, stillHidden } from '#workers/scan-page/checks/in-page/left-behind'
import { motionOnInteraction, movedByPress } from '#workers/scan-page/checks/in-page/motion'
import { beyondInNarrow, cutInNarrow, mayLieBeyond } from '#workers/scan-page/checks/in-page/narrow-dialog'
import { farFrom } from '#workers/scan-page/checks/in-page/opened-far'
import { type Hears, pressables } from '#workers/scan-page/checks/in-page/pressable'
import { flashing } from '#workers/scan-page/checks/in-page/rules/flashing'
import { type Opened, press, putBack } from '#workers/scan-page/checks/in-page/states'
import { leaving } from '#workers/scan-page/checks/in-page/timed-messages'
import { otherPopup, sortedOtherwise, toldTwice } from '#workers/scan-page/checks/in-page/told-otherwise'
import {
  chosenUntold,
  keptStates,
  shownUntold,
  toggledUntold,
  unfoldedBy,
  untold,
} from '#workers/scan-page/checks/in-page/told-state'
import { waitingUntold } from '#workers/scan-page/checks/in-page/waiting'

export type OpenedState = {
  /** "after pressing button#menu" */
  name: string
  /** Elements that have come out. */
  fresh: number
  /** Texts that stood there and say something else, or the control itself, in too faint a colour. */
  faint: number
  hasDialog: boolean
}

/** Where the page says something else than before, or has another look. */
function faintIn({ opener, reworded, restyled, fresh, isMarked }: Opened): Element[] {
  const turned = [...restyled].slice(0, turnedLookedAt).flatMap((each) => [each, ...each.querySelectorAll('*')])
  const looked = [...reworded, ...(isMarked ? [opener, ...opener.querySelectorAll('*')] : []), ...turned]
  return [...new Set(looked)]
    .filter((element) => !element.firstElementChild || ownText(element) !== '')
    .slice(0, faintLookedAt)
    .filter((element) => !fresh.has(element) && element.isConnected && isSeen(element) && isFaint(element))
}
const faintLookedAt = 120
const turnedLookedAt = 10

type LookAgain = (names: readonly string[], budgetMs: number) => Promise<LookedAgain>

const isIn = (roots: readonly Element[], element: Element | null) =>
  element !== null && roots.some((root) => root.contains(element))

/** @param lookAgain the checks by looking, over the whole page as it is now. */
export function exploring(hears: () => Hears, lookAgain: LookAgain) {
  let controls: HTMLElement[] = []
  let opened: Opened | null = null
  let dialog: HTMLElement | null = null
  let flyout: Flyout | null = null
  let hasLocked = false
  let hidden: readonly Element[] = []
  return {
    findControls(): number {
      controls = pressables(allElements(), hears())
      return controls.length
    },
    /** Null when nothing on the page changes. */
    async pressControl(index: number): Promise<OpenedState | null> {
      const control = controls[index]
      // What another control's opening has taken away is not pressed.
      const couldScroll = canScroll()
      const hiddenBefore = hiddenNow(allElements())
      opened = control?.isConnected ? await press(control) : null
      hasLocked = couldScroll && opened !== null && !canScroll()
      hidden = opened ? [...hiddenNow(allElements())].filter((each) => !hiddenBefore.has(each)) : []
      dialog = opened && dialogIn(opened)
      return (
        opened && {
          name: opened.state,
          fresh: opened.fresh.size,
          faint: faintIn(opened).length,
          hasDialog: dialog !== null,
        }
      )
    },
    /** What it says elsewhere, and pictures that it exchanges. */
    answered: async (): Promise<Found[]> =>
      opened
        ? [
            ...altsKept(opened.pictures, opened.opener),
            ...keptStates(opened),
            ...chosenUntold(opened),
            ...toldTwice(opened),
            ...otherPopup(opened),
            ...sortedOtherwise(opened),
            ...(await toggledUntold(opened)),
            ...(await shownUntold(opened)),
            ...movedByPress(opened.opener, opened.far).map((hit) => foundOf(motionOnInteraction, hit)),
            ...opened.flashes.map((hit) => foundOf(flashing, hit)),
            ...untoldDialog(opened),
            ...(await focusGone(opened)),
            ...(dialog ? [] : farFrom(opened)),
            ...unsaid(
              opened.opener,
              new Set([...opened.reworded, ...opened.roots]),
              dialog !== null,
              opened.filled,
              opened.said,
              opened.existed,
            ),
            ...waitingUntold(opened),
            ...(dialog ? [] : await leaving(opened, () => window.dispatchEvent(new Event('assay-hurry')))),
          ]
        : [],
    freshRoots: (): Element[] => (opened ? [...opened.roots, ...faintIn(opened)] : []),
    /** What a press has brought out, and by what. */
    broughtOut: (): { opener: Element; fresh: readonly Element[] } | null =>
      opened && { opener: opened.opener, fresh: [...opened.fresh] },
    async lookAtFresh(names: readonly string[], budgetMs: number): Promise<LookedAgain> {
      const { roots } = opened ?? { roots: [] }
      const { found, late } = await lookAgain(names, budgetMs)
      return { found: found.filter(({ place }) => isIn(roots, elementAt(place))), late }
    },
    inFresh: (found: readonly Found[]): Found[] =>
      found.filter(({ place }) => isIn(opened?.roots ?? [], elementAt(place))),
    focusGoes: async (): Promise<Found[]> =>
      opened && dialog ? [...(await focusGoes(opened.opener, dialog)), ...untoldModal(dialog)] : [],
    mayLieBeyond: (): boolean => opened !== null && !dialog && mayLieBeyond(opened.roots),
    beyondInNarrow: (): Found[] => (opened ? beyondInNarrow(opened.roots, nameOf(opened.opener)) : []),
    cutInNarrow: (): Found[] => (dialog && isSeen(dialog) ? cutInNarrow(dialog) : []),
    tabsAround: (): number => (dialog ? tabsAround(dialog) : 0),
    tabLeft: (): Found[] => (dialog ? tabLeft(dialog) : []),
    tabsPastFlyout(): number {
      flyout = opened && !dialog && opened.opener.isConnected ? flyoutIn(opened.opener, opened.roots) : null
      return flyout ? tabsPast(flyout) : 0
    },
    coversFocus: (): boolean => flyout !== null && coversFocus(flyout),
    stillOver: (): Found[] => (flyout ? stillOver(flyout) : []),
    escaped: async (): Promise<Found[]> => (opened && dialog ? escaped(opened.opener, dialog) : []),
    /** Whether the page looks as it did, and what pressing the control once more tells of it. */
    async putBack(): Promise<{ isBack: boolean; found: Found[] }> {
      if (!opened) return { isBack: true, found: [] }
      const { opener } = opened
      const unfolded = dialog ? null : unfoldedBy(opened)
      const nameWhileOpen = nameOf(opener)
      const { isBack, by } = await putBack(opened, dialog && closeButton(dialog))
      const [hadDialog, hasOpened] = [dialog !== null, opened.fresh.size > 0]
      opened = null
      dialog = null
      // Where nothing had come out, nothing was closed: the page looks as it did and may be in another state.
      const isClosed = isBack && hasOpened && (by === 'escape' ? hadDialog : by !== 'script')
      return {
        isBack,
        found: [
          ...(unfolded ? untold(opener, unfolded, nameWhileOpen, by === 'opener') : []),
          ...(isClosed && hasLocked ? await locked(opener) : []),
          ...(isClosed && hadDialog && hidden.length > 0 ? await stillHidden(opener, hidden) : []),
        ],
      }
    },
  }
}

/** The element that a place names; through open shadow roots. */
export function elementAt(place: Place): Element | null {
  let root: Document | ShadowRoot | null | undefined = document
  let element: Element | null = null
  for (const selector of [place].flat()) {
    element = root?.querySelector(selector) ?? null
    root = element?.shadowRoot
  }
  return element
}
