/** The in-page checks' front door: what `assayChecks` in our world of a frame answers to. */

import type { AdvisedKey } from '#workers/scan-page/checks/in-page/advised-key'
import { Arrowing, arrowed } from '#workers/scan-page/checks/in-page/arrowing'
import { barsNow } from '#workers/scan-page/checks/in-page/bars-when-narrow'
import { Camera, type LetterPaint, type Scene } from '#workers/scan-page/checks/in-page/camera'
import { spacedOut, tightBoxes, tooWide, zoomed } from '#workers/scan-page/checks/in-page/cut'
import {
  allElements,
  closest,
  elementAt,
  forget,
  isStop,
  parentOf,
  remember,
  selectorOf,
} from '#workers/scan-page/checks/in-page/dom'
import { exploring } from '#workers/scan-page/checks/in-page/exploring'
import { filling } from '#workers/scan-page/checks/in-page/filling'
import { hold, markedByPage, type Suspect, stage, unseen, unseenFocus } from '#workers/scan-page/checks/in-page/focus'
import { type Marked, smallArea } from '#workers/scan-page/checks/in-page/focus-area'
import type { Found, Pass, Place } from '#workers/scan-page/checks/in-page/found'
import { frameTraps } from '#workers/scan-page/checks/in-page/frame-trap'
import { type HeardNode, hear } from '#workers/scan-page/checks/in-page/hearing'
import { reachingEnd } from '#workers/scan-page/checks/in-page/infinite-scroll'
import { type JudgedPart, judgedParts } from '#workers/scan-page/checks/in-page/judged-parts'
import {
  type KeyWalk,
  leavesModal,
  mayTurnOrder,
  modalSeen,
  obscured,
  orderOf,
  startKeyWalk,
  turnBack,
} from '#workers/scan-page/checks/in-page/key-walk'
import { samples } from '#workers/scan-page/checks/in-page/language'
import { foundBy, lookAgain } from '#workers/scan-page/checks/in-page/looking-again'
import { lostNow, lostWhenNarrow, type Narrow } from '#workers/scan-page/checks/in-page/narrow'
import { mayHearKeys } from '#workers/scan-page/checks/in-page/parts-without-arrows'
import { passing } from '#workers/scan-page/checks/in-page/passing'
import { opensSomething } from '#workers/scan-page/checks/in-page/pressable'
import { focusableHosts } from '#workers/scan-page/checks/in-page/pressed-otherwise'
import { takeLinked } from '#workers/scan-page/checks/in-page/programs'
import { follow, type Routed, routes } from '#workers/scan-page/checks/in-page/routing'
import { staticChecks } from '#workers/scan-page/checks/in-page/rules/index'
import { shake } from '#workers/scan-page/checks/in-page/shaking'
import { hears, type Sheet, withAt } from '#workers/scan-page/checks/in-page/sheet'
import {
  awaitPress,
  type Press,
  pressed,
  shortcut,
  shortcutKeys,
  turnOffShortcuts,
} from '#workers/scan-page/checks/in-page/shortcuts'
import { endSkipping, type Skipping, settled, startSkipping } from '#workers/scan-page/checks/in-page/skipping'
import { stayHere } from '#workers/scan-page/checks/in-page/stay'
import { readStyleRules } from '#workers/scan-page/checks/in-page/style-rules'
import { textsOnPictures } from '#workers/scan-page/checks/in-page/texts-on-pictures'
import { hovering } from '#workers/scan-page/checks/in-page/trying-hover'
import {
  advisedIn,
  goesOnByItself,
  roundOf,
  startWalk,
  trapIn,
  type Walk,
} from '#workers/scan-page/checks/in-page/walk'
import { watch } from '#workers/scan-page/checks/in-page/watch'
import { wayBack } from '#workers/scan-page/checks/in-page/way-back'
import { activating } from '#workers/scan-page/checks/in-page/working-controls'

const darkScheme = /prefers-color-scheme:\s*dark/

const checksOf = (sheet: Sheet) => ({
  look(names: readonly string[], isTop: boolean, budgetMs: number, scripts: Readonly<Record<string, string>>) {
    takeLinked(scripts)
    return look(sheet, names, { isTop, budgetMs })
  },
  hear: (
    nodes: (Element | null)[],
    known: HeardNode[],
    atTop: string[],
    delegated: string[],
    hostRoles: readonly string[],
  ) => hear(sheet, nodes, known, atTop, delegated, hostRoles),
  focusableHosts: () => focusableHosts(sheet.elements),
  ...hovering(sheet),
  watchLeft: (): number => sheet.watching?.leftMs(sheet.elements) ?? 0,
  changes(): Found[] {
    sheet.changed = sheet.watching?.stop(sheet.elements) ?? []
    return sheet.changed
  },
  zoomed: () => ({ width: innerWidth, found: zoomed(sheet.tight) }),
  ...narrowing(sheet),
  ...pictureChecks(sheet),
  ...focusChecks(),
  ...staying(),
  wayBack,
  shake,
  ...reachingEnd(() => sheet.elements),
  ...activating(sheet),
  ...exploringByKeys(sheet),
  ...trapChecks(sheet),
  ...frameTraps(),
  ...keyWalking(sheet),
  ...skippingAhead(),
  ...filling(sheet),
  ...shortcutChecks(),
  ...routing(sheet),
  ...passing(sheet),
  judgedParts: (): JudgedPart[] => judgedParts(allElements()),
  placeOf: (element: Element): Place => selectorOf(element),
})

export type InPage = ReturnType<typeof checksOf>

/** After so much, no further rule is begun: whoever waits for the page is to have what was found by then. */
const rulesMs = 2500
/** Nor after so much of the time that there is. */
const rulesShare = 0.6

/** All that is found by looking alone, in one go. */
async function look(
  sheet: Sheet,
  names: readonly string[],
  { isTop, budgetMs }: { isTop: boolean; budgetMs: number },
): Promise<Pass> {
  const until = performance.now() + budgetMs * rulesShare
  const pass: Pass = {
    found: [],
    samples: [],
    times: [],
    outlook: {
      hasTightText: false,
      hasStops: false,
      hasForms: false,
      mayTurnOrder: false,
      openers: 0,
      overImages: 0,
      hasBars: false,
      hasModal: false,
      hasDarkRules: false,
    },
  }
  sheet.watching = names.includes('changing text') ? watch() : undefined
  const elements = allElements()
  sheet.elements = elements
  remember()
  const steps: Record<string, () => Found[] | Promise<Found[]>> = {
    language: () => {
      pass.samples = samples(elements, isTop)
      return []
    },
    'text spacing': () => spacedOut(sheet.tight, elements),
  }
  if (names.includes('text spacing') || names.includes('zoom and reflow')) {
    await timed(pass, 'tight boxes', () => {
      sheet.tight = tightBoxes(elements)
      return []
    })
  }
  for (const [name, step] of Object.entries(steps)) if (names.includes(name)) await timed(pass, name, step)
  const deadline = Math.min(performance.now() + rulesMs, until)
  for (const check of staticChecks) {
    if (!names.includes(check.rule)) continue
    if (performance.now() > deadline) pass.times.push({ name: check.rule, ms: 0, error: null, isLate: true })
    else await timed(pass, check.rule, () => foundBy(check, elements, isTop))
  }
  await timed(pass, 'outlook', () => {
    sheet.onPictures = names.includes('contrast') ? textsOnPictures(elements) : []
    pass.outlook = {
      hasTightText: sheet.tight.length > 0,
      hasStops: elements.some(isStop),
      hasForms: document.forms.length > 0,
      mayTurnOrder: mayTurnOrder(elements.filter(isStop)),
      openers: elements.filter((element) => element.matches(opensSomething)).length,
      overImages: sheet.onPictures.length,
      hasBars: hasBars(),
      hasModal: modalSeen() !== null,
      hasDarkRules: readStyleRules(elements).some(({ media, holdsNow }) => !holdsNow && darkScheme.test(media)),
    }
    return []
  })
  forget()
  return pass
}

/** Whether anything stays at an edge of the window while the page is scrolled, over much of its width, or a column of a table does. */
function hasBars(): boolean {
  const cells = [...document.querySelectorAll('tr:nth-child(-n+2) > :is(td, th):is(:first-child, :last-child)')]
  const isStuck = (cell: Element) => {
    const { position, left, right } = getComputedStyle(cell)
    return position === 'sticky' && (left !== 'auto' || right !== 'auto')
  }
  if (cells.slice(0, cellsLookedAt).some((cell) => isStuck(cell) && closest(cell, 'table')?.querySelector(worked)))
    return true
  if (document.documentElement.scrollHeight <= innerHeight * 1.2) return false
  return [1, innerHeight - 2].some((y) => {
    for (let at = document.elementFromPoint(innerWidth / 2, y); at; at = parentOf(at))
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return true
    return false
  })
}

const cellsLookedAt = 60
const worked = 'a[href], button, input, select, textarea'

/** The page in a window of 320 px, and what of it is lost there. */
function narrowing(sheet: Sheet) {
  let narrow: Narrow | undefined
  return {
    tooWide() {
      const found = [...tooWide(sheet.elements), ...barsNow(sheet.elements)]
      narrow = lostNow(sheet.elements)
      return { width: innerWidth, found, lost: narrow.cut.length + narrow.gone.length }
    },
    lostWhenNarrow(): Found[] {
      return narrow ? lostWhenNarrow(narrow) : []
    },
  }
}

/** Texts whose contrast only pictures can tell. */
function pictureChecks(sheet: Sheet) {
  let camera: Camera | undefined
  return {
    /** @param asked ways to the elements that engines are unsure of. @returns which of the texts each of them is, if any. */
    openCamera(asked: string[][], markColor: readonly number[], isMoving: boolean): (number | null)[] {
      camera?.release()
      const found = asked.map(elementAt)
      const texts = [...new Set([...found.filter((element) => element !== null), ...sheet.onPictures])]
      camera = new Camera(texts, markColor, isMoving)
      return found.map((element) => (element ? texts.indexOf(element) : null))
    },
    nextScene: async (done: number[]): Promise<Scene | null> => (await camera?.next(done)) ?? null,
    paint: (as: LetterPaint): void => camera?.paint(as),
    movedTexts: (): number[] => camera?.moved() ?? [],
    closeCamera(done: number[]): number {
      const left = camera?.release(done) ?? 0
      camera = undefined
      return left
    },
  }
}

function focusChecks() {
  let suspects: Suspect[] = []
  let marked: Marked[] = []
  return {
    unseenFocus(): number {
      suspects = unseenFocus()
      return suspects.length
    },
    stage: (index: number) => withAt(suspects, index, (suspect) => stage(suspect)),
    hold: (index: number, isFocused: boolean) => withAt(suspects, index, (suspect) => hold(suspect, isFocused)),
    markedByPage(): number {
      marked = markedByPage()
      return marked.length
    },
    stageMarked: (index: number) => withAt(marked, index, (each) => stage(each, innerWidth)),
    holdMarked: (index: number, isFocused: boolean) => withAt(marked, index, (each) => hold(each, isFocused)),
    smallArea: (index: number, area: number, contrast: number): Found[] =>
      withAt(marked, index, (each) => smallArea(each, area, contrast)) ?? [],
    unseen: (index: number, isPictured: boolean): Found[] =>
      withAt(suspects, index, (suspect) => unseen(suspect, isPictured)) ?? [],
  }
}

function staying() {
  let leave: (() => void) | undefined
  return {
    stay(): void {
      leave?.()
      leave = stayHere()
    },
    leave(): void {
      leave?.()
      leave = undefined
    },
  }
}

/** The whole page by Tab; what keeps the focus is tried as a trap. */
function keyWalking(sheet: Sheet) {
  let walk: KeyWalk | undefined
  return {
    startKeyWalk(): void {
      walk = startKeyWalk()
    },
    isWalked: (): boolean => walk?.isOver ?? true,
    turnBack: (): boolean => walk !== undefined && turnBack(walk),
    endKeyWalk(): { found: Found[]; stuck: number } {
      const stuckAt = walk?.stuckAt
      const isNew = stuckAt !== null && stuckAt !== undefined && !sheet.trapping.includes(stuckAt)
      if (isNew) sheet.trapping.push(stuckAt)
      const found = walk ? [...orderOf(walk), ...obscured(walk), ...leavesModal(walk)] : []
      walk?.end()
      walk = undefined
      return { found, stuck: isNew ? 1 : 0 }
    },
  }
}

function exploringByKeys(sheet: Sheet) {
  const explored = exploring(() => hears(sheet), lookAgain)
  return { ...explored, ...arrowing(sheet, explored.broughtOut) }
}

/** Widgets that are worked by arrow keys: those of the page, or those among what a press has just brought out. */
function arrowing(sheet: Sheet, broughtOut: () => { opener: Element; fresh: readonly Element[] } | null) {
  let widgets: HTMLElement[] = []
  let opener: Element | null = null
  let at: Arrowing | undefined
  return {
    findArrowed(isFresh: boolean): number {
      const out = isFresh ? broughtOut() : null
      opener = out?.opener ?? null
      widgets = isFresh && !out ? [] : arrowed(out?.fresh ?? allElements())
      return widgets.length
    },
    async enterArrowed(index: number): Promise<boolean> {
      const widget = widgets[index]
      at = widget && new Arrowing(widget)
      return (await at?.enter(opener)) ?? false
    },
    arrowed: async (): Promise<boolean> => (await at?.pressed()) ?? true,
    async endArrowed(): Promise<Found[]> {
      const { widget } = at ?? {}
      return at && widget ? at.end(mayHearKeys(widget, sheet.heard, sheet.atTop), opener !== null) : []
    },
  }
}

/** Walks by keyboard through what may trap it. */
function trapChecks(sheet: Sheet) {
  let walk: Walk | undefined
  let round: Element[] = []
  return {
    traps: (): number => sheet.trapping.length,
    walkFrom(index: number): void {
      const from = sheet.trapping[index]
      walk = from ? startWalk(from) : undefined
    },
    /** By a timer of the page’s own clock: one that was set before it and for less has run by then. */
    pause: (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 25)),
    goesOnByItself: (): boolean => walk !== undefined && goesOnByItself(walk),
    goesRound(): boolean {
      if (!walk) return false
      round = roundOf(walk)
      walk.roundAt = walk.visited.length
      if (round.length === 0) walk.end()
      return round.length > 0
    },
    advised: (): AdvisedKey | null => (walk ? advisedIn(walk) : null),
    trapped: (): Found[] => (walk ? trapIn(walk, round) : []),
  }
}

/** The link past the navigation. */
function skippingAhead() {
  let skipping: Skipping | null = null
  return {
    startSkipping(): boolean {
      skipping = startSkipping()
      return skipping !== null
    },
    settled,
    endSkipping: (): { found: Found[]; isBack: boolean } =>
      skipping ? endSkipping(skipping) : { found: [], isBack: true },
  }
}

function routing(sheet: Sheet) {
  let links: HTMLAnchorElement[] = []
  return {
    findRoutes(): number {
      links = routes(hears(sheet))
      return links.length
    },
    followRoute: (index: number): Promise<Routed | undefined> | undefined => withAt(links, index, follow),
  }
}

function shortcutChecks() {
  let press: Press | undefined
  return {
    shortcutKeys,
    awaitPress(): void {
      press = awaitPress()
    },
    pressed: (): boolean => (press ? pressed(press) : false),
    shortcut,
    turnOffShortcuts,
  }
}

async function timed(pass: Pass, name: string, act: () => Found[] | Promise<Found[]>): Promise<void> {
  const startedAt = performance.now()
  let error: string | null = null
  try {
    pass.found.push(...(await act()))
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown)
  }
  pass.times.push({ name, ms: performance.now() - startedAt, error, isLate: false })
}

const sheet: Sheet = {
  elements: [],
  tight: [],
  watching: undefined,
  changed: [],
  heard: new Map(),
  trapping: [],
  onPictures: [],
  isPressedAbove: false,
  isSentAbove: false,
  atTop: [],
  deaf: new Set(),
}
Object.defineProperty(globalThis, 'assayChecks', { value: checksOf(sheet) })
