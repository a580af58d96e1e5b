/** What a page does by itself while time passes that nobody has to wait for: parts change, fields go away, dialogs come up, the page leaves. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import {
  allElements,
  allMatching,
  ancestorsOf,
  closest,
  isExposed,
  isField,
  isSeen,
  nameOf,
  quote,
  tagOf,
} from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { dialogs } from '#workers/scan-page/checks/in-page/over-page'
import { dialogAfterTime } from '#workers/scan-page/checks/in-page/rules/dialog-after-time'
import {
  limitsByScript,
  moreTime,
  timeLimitByScript,
} from '#workers/scan-page/checks/in-page/rules/time-limit-by-script'
import type { Sheet } from '#workers/scan-page/checks/in-page/sheet'
import { departures } from '#workers/scan-page/checks/in-page/stay'
import { longestUnasked } from '#workers/scan-page/checks/in-page/timers'
import { type PageWatch, textChanges, watch } from '#workers/scan-page/checks/in-page/watch'

export const metasOfPassing: readonly CheckMeta[] = [textChanges, dialogAfterTime, timeLimitByScript]

const timers = { leastMs: 1500, mostMs: 20 * 60_000 }
/** So soon a dialog breaks in on who has begun to read; later it may be that something runs out. */
const readingMs = 60_000
const fieldsTaken = 60

type Part = { element: Element; name: string; around: readonly Element[] }

/** Fields and what sends them, as far as they can be worked. */
const partsNow = (): Part[] =>
  allElements()
    .filter((element) => isField(element) && isWorkable(element))
    .slice(0, fieldsTaken)
    .map((element) => ({ element, name: nameOf(element), around: ancestorsOf(element) }))

const isWorkable = (element: Element) => element.isConnected && isSeen(element) && !element.matches(':disabled')
const dialogsNow = () => new Set(allMatching(dialogs).filter((each) => isSeen(each) && isExposed(each)))
const buttonsNow = () => new Set(allMatching('button, a[href], [role="button"], input[type="button"]').filter(isSeen))
const chosenNow = () =>
  allMatching('[aria-pressed="true"], [aria-selected="true"], [aria-current="true"]').filter(isSeen)

type Start = {
  parts: readonly Part[]
  dialogs: ReadonlySet<Element>
  buttons: ReadonlySet<Element>
  chosen: readonly Element[]
  left: number
}

/** One page, as time passes on it. */
export function passing(sheet: Sheet) {
  let start: Start | undefined
  let watching: PageWatch | undefined
  let passedMs = 0
  const told = new Set<string>()
  return {
    /** How long something waits that nobody asked for; 0 where nothing does. */
    waitsFor: (): number => longestUnasked(sheet.elements, timers.leastMs, timers.mostMs),
    startPassing(isWatched: boolean): void {
      start ??= {
        parts: partsNow(),
        dialogs: dialogsNow(),
        buttons: buttonsNow(),
        chosen: chosenNow(),
        left: departures(),
      }
      watching = isWatched ? watch() : undefined
    },
    /** After so much more time. */
    passed(ms: number): Found[] {
      passedMs += ms
      if (!start) return []
      const found = [
        ...(watching ? changed(watching, sheet, start) : []),
        ...ended(start),
        ...(passedMs <= readingMs ? brokenIn(start) : []),
      ]
      const fresh = found.filter(({ rule }) => !told.has(rule))
      for (const { rule } of fresh) told.add(rule)
      return fresh
    },
  }
}

/** What goes on and on, slower than anybody watches a page. */
function changed(watching: PageWatch, { elements, changed: before }: Sheet, { chosen }: Start): Found[] {
  const known = before.find(({ rule }) => rule === textChanges.rule)
  const isToldOf = known !== undefined && known.verdict !== 'review'
  const found = watching
    .stop(elements)
    .filter(({ rule, verdict }) => rule === textChanges.rule && verdict !== 'review' && !isToldOf)
    // One thing that goes on is told of once, where it was first.
    .map((each) => (known ? { ...each, place: known.place } : each))
  const isChosenAnew = chosen.some((each) => each.isConnected && isSeen(each) && !chosenNow().includes(each))
  return isChosenAnew ? found.map((each) => ({ ...each, criteria: [...each.criteria, '3.2.5'] })) : found
}

/** What was to be filled in is gone, or the page was to be left, and nobody was offered more time. */
function ended({ parts, buttons, dialogs: before, left }: Start): Found[] {
  const now = new Set(partsNow().map(({ name }) => name))
  const gone = parts.filter(({ element, name }) => !isWorkable(element) && !now.has(name))
  // What a script was read to do is told of already.
  const isLeft = departures() > left && readLimits().length === 0
  if (gone.length === 0 && !isLeft) return []
  // A dialog may ask, and a button that has come up may give more time, as one may that was there.
  const offered = [...buttonsNow()].some(
    (button) => moreTime.test(nameOf(button)) || (!buttons.has(button) && closest(button, dialogs) !== null),
  )
  if (offered || [...dialogsNow()].some((each) => !before.has(each))) return []
  const [first] = gone
  if (!isLeft && gone.length < parts.length && gone.length < fewestGone) return []
  const seconds = Math.round(performance.now() / 1000)
  return [
    foundOf(timeLimitByScript, {
      element: (first && standing(first)) ?? document.body,
      ...(isLeft ? {} : { criteria: ['2.2.1'] }),
      confidence: 'high',
      message:
        first && !isLeft
          ? `Within ${seconds} s after the page was opened, ${quote(first.name || 'a field')}${gone.length > 1 ? ` and ${gone.length - 1} more` : ''} went away by themselves, and nothing offered more time.`
          : `Within ${seconds} s, the page left or loaded itself anew by itself, and nothing offered more time.`,
    }),
  ]
}

const fewestGone = 2

const readLimits = () => limitsByScript(allElements())

/** What it stood in and is there still. */
const standing = ({ element, around }: Part): Element | undefined =>
  [element, ...around].find((each) => each.isConnected && each.getClientRects().length > 0)

/** A dialog that nobody asked for, and that speaks of nothing that runs out. */
function brokenIn({ dialogs: before }: Start): Found[] {
  const fresh = [...dialogsNow()].find(
    (each) =>
      !before.has(each) &&
      !each.matches('[role="alertdialog"]') &&
      !moreTime.test([...each.querySelectorAll('button, a')].map(nameOf).join(' ')),
  )
  if (!fresh) return []
  return [
    foundOf(dialogAfterTime, {
      element: fresh,
      tier: 'practice',
      confidence: 'high',
      message: `This ${tagOf(fresh)} ${quote(nameOf(fresh) || 'without a name')} comes up by itself while people read${fresh.contains(document.activeElement) ? ', and takes the focus' : ''}.`,
    }),
  ]
}
