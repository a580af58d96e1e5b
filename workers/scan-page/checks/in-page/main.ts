/** The in-page checks' front door: what `assayChecks` in our world of a frame answers to. */

import type { StaticCheck } from '#workers/scan-page/checks/check'
import {
  type ActivationKey,
  activatable,
  answered,
  clicked,
  focusOn,
  type Listening,
  type TriedControl,
} from '#workers/scan-page/checks/in-page/activating'
import type { AdvisedKey } from '#workers/scan-page/checks/in-page/advised-key'
import { Camera, type LetterPaint, type Scene } from '#workers/scan-page/checks/in-page/camera'
import { choices, choose } from '#workers/scan-page/checks/in-page/choosing'
import { spacedOut, tightBoxes, tooWide, zoomed } from '#workers/scan-page/checks/in-page/cut'
import {
  allElements,
  elementAt,
  forget,
  isStop,
  parentOf,
  remember,
  selectorOf,
} from '#workers/scan-page/checks/in-page/dom'
import { exploring } from '#workers/scan-page/checks/in-page/exploring'
import { hold, type Suspect, stage, unseen, unseenFocus } from '#workers/scan-page/checks/in-page/focus'
import { focusables, visit } from '#workers/scan-page/checks/in-page/focusing'
import type { Found, LookedAgain, Pass, Place } from '#workers/scan-page/checks/in-page/found'
import { deafControls, type EventsHeard } from '#workers/scan-page/checks/in-page/heard'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { focusableAt, isOut, outOfReach, type Revealed, revealedByHover } from '#workers/scan-page/checks/in-page/hover'
import { hoverable, hoverOver } from '#workers/scan-page/checks/in-page/hovered-by-script'
import { type JudgedPart, judgedParts } from '#workers/scan-page/checks/in-page/judged-parts'
import { type KeyWalk, mayTurnOrder, obscured, orderOf, startKeyWalk } from '#workers/scan-page/checks/in-page/key-walk'
import { samples } from '#workers/scan-page/checks/in-page/language'
import { type Hears, opensSomething } from '#workers/scan-page/checks/in-page/pressable'
import { pressesHeard } from '#workers/scan-page/checks/in-page/pressed-otherwise'
import { pastesRefused, windowsOpened } from '#workers/scan-page/checks/in-page/pressed-results'
import { staticChecks } from '#workers/scan-page/checks/in-page/rules/index'
import { send, sendables, unannounced } from '#workers/scan-page/checks/in-page/sending'
import { awaitPress, type Press, pressed, shortcut, shortcutKeys } from '#workers/scan-page/checks/in-page/shortcuts'
import { stayHere } from '#workers/scan-page/checks/in-page/stay'
import { textsOnPictures } from '#workers/scan-page/checks/in-page/texts-on-pictures'
import { advisedIn, roundOf, startWalk, trapIn, type Walk } from '#workers/scan-page/checks/in-page/walk'
import { type PageWatch, watch } from '#workers/scan-page/checks/in-page/watch'

export type HeardNode = EventsHeard & { mayTrap: boolean }

/** What was found by looking, and is looked at further. */
type Sheet = {
  elements: Element[]
  tight: ReturnType<typeof tightBoxes>
  watching: PageWatch | undefined
  heard: Map<Element, EventsHeard>
  trapping: Element[]
  onPictures: Element[]
  /** Clicks, and forms that are sent, are heard at the top of the page. */
  isPressedAbove: boolean
  isSentAbove: boolean
  atTop: readonly string[]
  /** Where the controls stand that were told to hear no key. */
  deaf: ReadonlySet<string>
}

const checksOf = (sheet: Sheet) => ({
  look: (names: readonly string[], isTop: boolean, budgetMs: number) => look(sheet, names, { isTop, budgetMs }),
  hear: (nodes: (Element | null)[], known: HeardNode[], atTop: string[], delegated: string[]) =>
    hear(sheet, nodes, known, atTop, delegated),
  ...hovering(sheet),
  watchLeft: (): number => sheet.watching?.leftMs(sheet.elements) ?? 0,
  changes: (): Found[] => sheet.watching?.stop(sheet.elements) ?? [],
  zoomed: () => ({ width: innerWidth, found: zoomed(sheet.tight) }),
  tooWide: () => ({ width: innerWidth, found: tooWide(sheet.elements) }),
  ...pictureChecks(sheet),
  ...focusChecks(),
  ...staying(),
  ...activating(sheet),
  ...exploring(() => hears(sheet), lookAgain),
  ...trapChecks(sheet),
  ...keyWalking(sheet),
  ...filling(sheet),
  ...shortcutChecks(),
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
    'text spacing': () => spacedOut(sheet.tight),
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
    }
    return []
  })
  forget()
  return pass
}

/** Whether anything stays at an edge of the window while the page is scrolled, over much of its width. */
function hasBars(): boolean {
  if (document.documentElement.scrollHeight <= innerHeight * 1.2) return false
  return [1, innerHeight - 2].some((y) => {
    for (let at = document.elementFromPoint(innerWidth / 2, y); at; at = parentOf(at))
      if (/fixed|sticky/.test(getComputedStyle(at).position)) return true
    return false
  })
}

/** Of one rule, so many elements are listed; the last one stands for all beyond. */
const hitsListed = 100

async function foundBy(check: StaticCheck, elements: readonly Element[], isTop: boolean): Promise<Found[]> {
  const hits = await check.find(elements, isTop)
  const found = hits.slice(0, hitsListed).map((hit) => foundOf(check, hit))
  const last = found.at(-1)
  if (last && hits.length > hitsListed) last.count = hits.length - hitsListed + 1
  return found
}

/** The checks by looking once more, at the page as it is now. After so much time none is begun: `late` names the others. */
async function lookAgain(names: readonly string[], budgetMs: number): Promise<LookedAgain> {
  const deadline = performance.now() + budgetMs
  const elements = allElements()
  const again: LookedAgain = { found: [], late: [] }
  remember()
  try {
    for (const check of staticChecks) {
      if (!names.includes(check.rule)) continue
      if (performance.now() > deadline) again.late.push(check.rule)
      else again.found.push(...(await foundBy(check, elements, true)))
    }
  } finally {
    forget()
  }
  return again
}

const hears = ({ heard, isPressedAbove }: Sheet): Hears => ({
  isPressed(element) {
    const { types = [], click } = heard.get(element) ?? {}
    return click === 'acts' && types.some((type) => /^(?:click|mousedown|pointerdown|mouseup)$/.test(type))
  },
  isPressedAbove,
})

/**
 * @param nodes that listeners were found on, in the order of what is known of them.
 * @param delegated selectors of the elements for which handlers of clicks at the top of the page are.
 */
function hear(
  sheet: Sheet,
  nodes: (Element | null)[],
  known: HeardNode[],
  atTop: string[],
  delegated: readonly string[],
): Found[] {
  sheet.heard = new Map()
  sheet.trapping = []
  sheet.isPressedAbove = atTop.includes('click')
  sheet.atTop = atTop
  sheet.isSentAbove = atTop.includes('submit')
  for (const [index, node] of nodes.entries()) {
    const about = known[index]
    if (!(node instanceof Element) || !about) continue
    sheet.heard.set(node, about)
    if (about.mayTrap) sheet.trapping.push(node)
  }
  hearDelegated(sheet.heard, delegated)
  const deaf = deafControls(sheet.heard, atTop)
  sheet.deaf = new Set(deaf.map(({ place }) => String(place)))
  return [
    ...deaf,
    ...pressesHeard(sheet.elements, sheet.heard, atTop),
    ...windowsOpened(sheet.heard),
    ...pastesRefused(sheet.heard),
  ]
}

const delegatedTaken = 100

/** What one listener further up hears for many elements is heard at each of them. */
function hearDelegated(heard: Sheet['heard'], atTop: readonly string[]): void {
  const above = [...heard].flatMap(([node, { delegates = [] }]) => delegates.map((selector) => ({ node, selector })))
  for (const { node, selector } of [...atTop.map((each) => ({ node: document, selector: each })), ...above]) {
    if (heard.size > delegatedTaken * 4) return
    for (const element of foundIn(node, selector).slice(0, delegatedTaken)) {
      const known = heard.get(element)
      if (!known) heard.set(element, { types: ['click'], click: 'acts' })
      else if (!known.types.includes('click'))
        heard.set(element, { ...known, types: [...known.types, 'click'], click: 'acts' })
    }
  }
}

function foundIn(node: ParentNode, selector: string): Element[] {
  try {
    return [...node.querySelectorAll(selector)]
  } catch {
    return []
  }
}

/** Texts whose contrast only pictures can tell. */
function pictureChecks(sheet: Sheet) {
  let camera: Camera | undefined
  return {
    /** @param asked ways to the elements that engines are unsure of. @returns which of the texts each of them is, if any. */
    openCamera(asked: string[][], markColor: readonly number[]): (number | null)[] {
      camera?.release()
      const found = asked.map(elementAt)
      const texts = [...new Set([...found.filter((element) => element !== null), ...sheet.onPictures])]
      camera = new Camera(texts, markColor)
      return found.map((element) => (element ? texts.indexOf(element) : null))
    },
    nextScene: async (done: number[]): Promise<Scene | null> => (await camera?.next(done)) ?? null,
    paint: (as: LetterPaint): void => camera?.paint(as),
    closeCamera(done: number[]): number {
      const left = camera?.release(done) ?? 0
      camera = undefined
      return left
    },
  }
}

function focusChecks() {
  let suspects: Suspect[] = []
  return {
    unseenFocus(): number {
      suspects = unseenFocus()
      return suspects.length
    },
    stage: (index: number) => withAt(suspects, index, (suspect) => stage(suspect)),
    hold: (index: number, isFocused: boolean) => withAt(suspects, index, (suspect) => hold(suspect, isFocused)),
    unseen: (index: number, isPictured: boolean): Found[] =>
      withAt(suspects, index, (suspect) => unseen(suspect, isPictured)) ?? [],
  }
}

/** What the mouse brings out, tried by the states that the browser is told to show. */
function hovering(sheet: Sheet) {
  let revealed: Revealed[] = []
  const typesOf = (element: Element) => sheet.heard.get(element)?.types ?? []
  return {
    /** Where the mouse would have to be, and where the focus. */
    hover(): { source: Place; focusable: Place[] }[] {
      revealed = revealedByHover({
        isHeard: (element) =>
          typesOf(element).some((type) => /^(?:click|key|focus|pointerdown|mousedown|touchstart)/.test(type)),
        holdsPressed: (element) =>
          [element, ...element.querySelectorAll('*')].some((each) => typesOf(each).includes('click')),
      })
      return revealed.map((each) => ({ source: selectorOf(each.source), focusable: focusableAt(each).map(selectorOf) }))
    },
    isOut: (index: number): boolean => withAt(revealed, index, isOut) ?? false,
    outOfReach: (index: number): Found[] => withAt(revealed, index, outOfReach) ?? [],
    onlyHovered: (index: number): Found[] => withAt(revealed, index, ({ found }) => (found ? [found] : [])) ?? [],
    /** While it is out. */
    deafInHovered: (index: number): Found[] =>
      withAt(revealed, index, ({ content }) =>
        deafControls(sheet.heard, sheet.atTop, (element) => content.contains(element)),
      ) ?? [],
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
    endKeyWalk(): { found: Found[]; stuck: number } {
      const stuckAt = walk?.stuckAt
      const isNew = stuckAt !== null && stuckAt !== undefined && !sheet.trapping.includes(stuckAt)
      if (isNew) sheet.trapping.push(stuckAt)
      const found = walk ? [...orderOf(walk), ...obscured(walk)] : []
      walk?.end()
      walk = undefined
      return { found, stuck: isNew ? 1 : 0 }
    },
  }
}

/** Choices made and forms sent, with nothing leaving the page. */
function filling(sheet: Sheet) {
  const hearsOf = (pattern: RegExp) => (element: Element) =>
    (sheet.heard.get(element)?.types ?? []).some((type) => pattern.test(type))
  let toChoose: ReturnType<typeof choices> = []
  let toSend: ReturnType<typeof sendables> = []
  let toVisit: HTMLElement[] = []
  let toHover: HTMLElement[] = []
  return {
    findChoices(): number {
      const isHeardAbove = sheet.atTop.some((type) => /^(?:change|input)$/.test(type))
      const isHeard = hearsOf(/^(?:change|input|click|keyup|keydown)$/)
      toChoose = choices((element) => isHeardAbove || isHeard(element))
      return toChoose.length
    },
    choose: async (index: number): Promise<Found[]> => (await withAt(toChoose, index, choose)) ?? [],
    findFocusables(): number {
      toVisit = focusables(hearsOf(/^(?:focus|focusin|blur|focusout)$/))
      return toVisit.length
    },
    visit: async (index: number): Promise<Found[]> => (await withAt(toVisit, index, visit)) ?? [],
    findHoverable(): number {
      toHover = hoverable(sheet.heard)
      return toHover.length
    },
    hoverOver: async (index: number): Promise<Found[]> => (await withAt(toHover, index, hoverOver)) ?? [],
    findForms(): number {
      toSend = sendables(hearsOf(/^(?:submit|click)$/), sheet.isSentAbove)
      return toSend.length
    },
    /** @param names of the rules that are looked for once more, before and after, each time for so long. */
    async send(index: number, names: readonly string[], lookMs: number): Promise<LookedAgain & { state: string }> {
      const form = toSend[index]
      if (!form) return { state: '', found: [], late: [] }
      const before = await lookAgain(names, lookMs)
      const told = new Set(before.found.map(keyOf))
      const sent = await send(form)
      // What was there before is known of those rules alone that were looked for then.
      const after = await lookAgain(
        names.filter((name) => !before.late.includes(name)),
        lookMs,
      )
      const found = after.found.filter((each) => !told.has(keyOf(each)))
      return {
        state: sent.state,
        found: [...found, ...unannounced(form, sent)],
        late: [...before.late, ...after.late],
      }
    },
  }
}

const keyOf = ({ rule, place }: Found) => `${rule} ${place}`

/** Made-up controls, worked by keys and by a click. */
function activating(sheet: Sheet) {
  let tried: TriedControl[] = []
  let heard: Listening | null = null
  return {
    findActivatable(): number {
      tried = activatable(hears(sheet), sheet.deaf)
      return tried.length
    },
    async focusOnControl(index: number): Promise<boolean> {
      heard = (await withAt(tried, index, focusOn)) ?? null
      return heard !== null
    },
    async keyAnswered(index: number, key: ActivationKey): Promise<boolean> {
      const pressed = heard
      return (await withAt(tried, index, (control) => pressed && answered(control, key, pressed))) ?? false
    },
    clickedControl: async (index: number): Promise<Found[]> => (await withAt(tried, index, clicked)) ?? [],
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

function shortcutChecks() {
  let press: Press | undefined
  return {
    shortcutKeys,
    awaitPress(): void {
      press = awaitPress()
    },
    pressed: (): boolean => (press ? pressed(press) : false),
    shortcut,
  }
}

function withAt<Item, Result>(items: readonly Item[], index: number, act: (item: Item) => Result): Result | undefined {
  const item = items[index]
  return item === undefined ? undefined : act(item)
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
  heard: new Map(),
  trapping: [],
  onPictures: [],
  isPressedAbove: false,
  isSentAbove: false,
  atTop: [],
  deaf: new Set(),
}
Object.defineProperty(globalThis, 'assayChecks', { value: checksOf(sheet) })
