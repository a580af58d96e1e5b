/** The in-page checks' front door: what `assayChecks` in our world of a frame answers to. */
import { hideTexts, type OnPicture, textsOnPictures } from '#workers/scan-page/checks/in-page/behind'
import { spacedOut, tightBoxes, tooWide, zoomed } from '#workers/scan-page/checks/in-page/cut'
import { escaped, type Opened, open, openers, stayHere } from '#workers/scan-page/checks/in-page/dialogs'
import { allElements, forget, isStop, remember, selectorOf } from '#workers/scan-page/checks/in-page/dom'
import { hold, type Suspect, stage, unseen, unseenFocus } from '#workers/scan-page/checks/in-page/focus'
import { forms } from '#workers/scan-page/checks/in-page/forms'
import type { Found, Pass, Place } from '#workers/scan-page/checks/in-page/found'
import { deafControls, type EventsHeard } from '#workers/scan-page/checks/in-page/heard'
import { hoverOnly } from '#workers/scan-page/checks/in-page/hover'
import { directions, samples } from '#workers/scan-page/checks/in-page/language'
import { links } from '#workers/scan-page/checks/in-page/links'
import { media } from '#workers/scan-page/checks/in-page/media'
import { motion } from '#workers/scan-page/checks/in-page/motion'
import { awaitPress, type Press, pressed, shortcut, shortcutKeys } from '#workers/scan-page/checks/in-page/shortcuts'
import { structure } from '#workers/scan-page/checks/in-page/structure'
import { tables } from '#workers/scan-page/checks/in-page/tables'
import { textAlternatives } from '#workers/scan-page/checks/in-page/text-alternatives'
import { roundOf, startWalk, trapIn, type Walk } from '#workers/scan-page/checks/in-page/walk'
import { type PageWatch, watch } from '#workers/scan-page/checks/in-page/watch'

export type HeardNode = EventsHeard & { mayTrap: boolean }

const sheetOf = () => {
  let elements: Element[] = []
  let tight: ReturnType<typeof tightBoxes> = []
  let watching: PageWatch | undefined
  let heard = new Map<Element, EventsHeard>()
  let trapping: Element[] = []
  let suspects: Suspect[] = []
  let onPictures: Element[] = []
  let hidden: ReturnType<typeof hideTexts> | undefined
  let opening: HTMLElement[] = []
  let opened: Opened | null = null
  let walk: Walk | undefined
  let round: Element[] = []
  let press: Press | undefined
  let staying: (() => void) | undefined

  return {
    /** All that is found by looking alone, in one go. */
    async look(names: readonly string[], isTop: boolean): Promise<Pass> {
      const pass: Pass = {
        found: [],
        samples: [],
        times: [],
        outlook: { hasTightText: false, hasStops: false, openers: 0, overImages: 0 },
      }
      watching = names.includes('changing text') ? watch() : undefined
      elements = allElements()
      remember()
      const steps: Record<string, () => Found[] | Promise<Found[]>> = {
        'text alternatives': () => textAlternatives(elements),
        links: () => links(elements),
        structure: () => structure(elements, isTop),
        tables: () => tables(elements),
        forms: () => forms(elements),
        language: () => {
          pass.samples = samples(elements, isTop)
          return []
        },
        'text direction': () => directions(elements),
        'text spacing': () => spacedOut(tight),
        'moving text': () => motion(elements),
        media: () => media(elements),
      }
      if (names.includes('text spacing') || names.includes('zoom')) {
        await timed(pass, 'tight boxes', () => {
          tight = tightBoxes(elements)
          return []
        })
      }
      for (const [name, step] of Object.entries(steps)) if (names.includes(name)) await timed(pass, name, step)
      await timed(pass, 'outlook', () => {
        onPictures = names.includes('contrast on pictures') ? textsOnPictures(elements) : []
        opening = names.includes('dialogs') ? openers(elements) : []
        pass.outlook = {
          hasTightText: tight.length > 0,
          hasStops: elements.some(isStop),
          openers: opening.length,
          overImages: onPictures.length,
        }
        return []
      })
      forget()
      return pass
    },

    /** The nodes that listeners were found on, in the order of what is known of them. */
    hear(nodes: (Element | null)[], known: HeardNode[], atTop: string[]): Found[] {
      heard = new Map()
      trapping = []
      for (const [index, node] of nodes.entries()) {
        const about = known[index]
        if (!(node instanceof Element) || !about) continue
        heard.set(node, about)
        if (about.mayTrap) trapping.push(node)
      }
      return deafControls(heard, atTop)
    },

    hover: (): Found[] =>
      hoverOnly((element) =>
        (heard.get(element)?.types ?? []).some((type) =>
          /^(?:click|key|focus|pointerdown|mousedown|touchstart)/.test(type),
        ),
      ),

    changes: (): Found[] => watching?.stop(elements) ?? [],

    zoomed: () => ({ width: innerWidth, found: zoomed(tight) }),
    tooWide: () => ({ width: innerWidth, found: tooWide(elements) }),

    hideTexts(): { texts: (OnPicture | null)[]; view: { x: number; y: number; width: number; height: number } } {
      hidden = hideTexts(onPictures)
      return { texts: hidden.texts, view: { x: scrollX, y: scrollY, width: innerWidth, height: innerHeight } }
    },
    showTexts(): void {
      hidden?.show()
    },

    unseenFocus(): number {
      suspects = unseenFocus()
      return suspects.length
    },
    stage: (index: number) => withAt(suspects, index, (suspect) => stage(suspect)),
    hold: (index: number, isFocused: boolean) => withAt(suspects, index, (suspect) => hold(suspect, isFocused)),
    unseen: (index: number, isPictured: boolean): Found[] =>
      withAt(suspects, index, (suspect) => unseen(suspect, isPictured)) ?? [],

    stay(): void {
      staying?.()
      staying = stayHere()
    },
    leave(): void {
      staying?.()
      staying = undefined
    },
    async open(index: number): Promise<boolean> {
      const opener = opening[index]
      opened = opener ? await open(opener) : null
      return opened !== null
    },
    escaped: async (): Promise<Found[]> => (opened ? escaped(opened) : []),

    traps: (): number => trapping.length,
    walkFrom(index: number): void {
      const from = trapping[index]
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
    trapped: (): Found[] => (walk ? trapIn(walk, round) : []),

    shortcutKeys,
    awaitPress(): void {
      press = awaitPress()
    },
    pressed: (): boolean => (press ? pressed(press) : false),
    shortcut,

    placeOf: (element: Element): Place => selectorOf(element),
  }
}

export type InPage = ReturnType<typeof sheetOf>

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
  pass.times.push({ name, ms: performance.now() - startedAt, error })
}

Object.defineProperty(globalThis, 'assayChecks', { value: sheetOf() })
