/** What changes on the page by itself, without anyone touching it. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { altsKept, picturesShown } from '#workers/scan-page/checks/in-page/announcing'
import { closest, isExposed, isSeen, pick, quote, squeeze, wordsOf } from '#workers/scan-page/checks/in-page/dom'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { foundOf } from '#workers/scan-page/checks/in-page/hits'
import { watchPaintings } from '#workers/scan-page/checks/in-page/paintings'
import { canPause, mayPause } from '#workers/scan-page/checks/in-page/pause'
import { readPrograms, waitsForEvent } from '#workers/scan-page/checks/in-page/programs'

export const textChanges: CheckMeta = {
  rule: 'text-changes-by-itself',
  criteria: ['2.2.2'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Give a button that pauses, stops or hides what updates by itself.',
}

export const textBlinks: CheckMeta = {
  rule: 'text-blinks',
  criteria: ['2.2.2'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Let the words stand still, or end the blinking within five seconds.',
}

export const textMoves: CheckMeta = {
  rule: 'text-moves-by-script',
  criteria: ['2.2.2'],
  tier: 'error',
  impact: 'serious',
  remedy: 'Let the words stand still, or give a button that pauses or hides what moves.',
}

export const liveRegionChatters: CheckMeta = {
  rule: 'live-region-chatters',
  criteria: ['2.2.4'],
  tier: 'practice',
  impact: 'serious',
  remedy:
    'Take role="alert", role="status" and aria-live away from what changes all the time, and say now and then how it stands.',
}

export type PageWatch = {
  /** How long the page is to be watched still; nothing where no script gives cause. To be asked again after so long. */
  leftMs: (elements: readonly Element[]) => number
  stop: (elements: readonly Element[]) => Found[]
}

/** What a script does in turns shows in so long. */
const watchedMs = 1800
const flipsNoted = 2000
const fewestFlips = 3
const flipsBegun = 2
/** So long a third turn is waited for. */
const begunMs = 3200
/** So long words may blink, by WCAG 2.2.2, and so long one turn of it may take. */
const blinkMs = 5000
const turnMs = 1000
/** Parts of a page that are made to change by themselves. */
const changing =
  '[class*="carousel" i], [class*="slideshow" i], [class*="ticker" i], [class*="countdown" i], [class*="rotator" i], [aria-roledescription*="carousel" i]'

/**
 * Of an element whose style or class is changed: how it looks and where it is, how often that came back to what it was, from
 * when to when, in milliseconds of the page, and how often it moved.
 */
type Turns = {
  look: string
  looks: Set<string>
  flips: number
  first: number
  last: number
  at: number
  from: number
  moves: number
  /** When it was changed last. */
  touched: number
}

/**
 * Of a text that is changed: what it said before, how often it changed, and when first and last, in milliseconds of the page; and
 * how often a letter came or went at its end, as if somebody typed.
 */
type Change = {
  before: string
  times: number
  first: number
  last: number
  typed: number
  deleted: number
  /** How often one thing was said for another, each for a while, */
  exchanged: number
  /** and what was said last that was not said at first: it may have come round again. */
  other: string
}

/** Steps of a figure that counts up, or down, are many in a second; so long after the last one it has come to rest. */
const fewestSteps = 2
const stepMs = { least: 4, most: 250 }
const restMs = 500
/** So long most of them take. */
const countMs = 2000

function noteChange(changed: Map<Element, Change>, element: Element, before: string): void {
  const now = performance.now()
  const known = changed.get(element) ?? {
    before,
    times: 0,
    first: now,
    last: 0,
    typed: 0,
    deleted: 0,
    exchanged: 0,
    other: '',
  }
  const after = squeeze(element.textContent ?? '')
  const typed = known.typed + (isLetterMore(before, after) ? 1 : 0)
  const deleted = known.deleted + (isLetterMore(after, before) ? 1 : 0)
  const next = { ...known, typed, deleted, last: now, other: after === known.before ? known.other : after }
  // What changes more slowly is news, and no step on the way to it; what changes at once is one step.
  if (now - known.last > stepMs.most) changed.set(element, { ...next, times: 1, exchanged: known.exchanged + 1 })
  else if (now - known.last > stepMs.least) changed.set(element, { ...next, times: known.times + 1 })
}

/** A space that comes with a letter is none. */
const isLetterMore = (less: string, more: string) =>
  more.startsWith(less) && more.length > less.length && more.length - less.length <= 2
/** So many make it look as if somebody typed. */
const fewestTyped = 3
const isTyped = ({ typed, deleted }: Change) => typed + deleted >= fewestTyped
/** Typed once, a text is there; what is deleted again and typed anew goes on. */
const isTypedAnew = ({ typed, deleted }: Change) => typed >= fewestTyped && deleted >= fewestTyped

/** A figure alone has changed, in steps. */
const isStepping = (element: Element, { before, times }: Change): boolean =>
  times >= fewestSteps && withoutFigures(element.textContent ?? '') === withoutFigures(before)

/** Few words, and no figure among them. */
const isWord = (element: Element): boolean =>
  /^[^\d]{3,30}$/.test(squeeze(element.textContent ?? '')) && isSeen(element)

const withoutFigures = (text: string): string => text.replace(/[\d.,\s]+/g, '')

export function watch(): PageWatch {
  const startedAt = performance.now()
  const changed = new Map<Element, Change>()
  const turns = new Map<Element, Turns>()
  const scrolled = new Map<Element, Run>()
  const rotated = new Map<Element, Run>()
  const taken = new WeakMap<Node, Node>()
  const pictures = new Map<HTMLImageElement, string>()
  const paintings = watchPaintings()
  const ended = new AbortController()
  let noted = 0
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes, removedNodes, oldValue, attributeName } of records) {
      for (const node of removedNodes) taken.set(node, target)
      if ([...addedNodes].some((node) => taken.get(node) === target) && target instanceof Element)
        noteRun(rotated, target, shortestTurnMs)
      if (type === 'attributes' && target instanceof HTMLImageElement && attributeName === 'src') {
        const before = oldValue && URL.parse(oldValue, document.baseURI)
        if (before && !pictures.has(target)) pictures.set(target, before.href)
        continue
      }
      if (type === 'attributes') {
        noted += 1
        if (target instanceof Element && noted <= flipsNoted) turn(turns, target)
        continue
      }
      const element = target instanceof Element ? target : target.parentElement
      const before = oldValue ?? [...removedNodes].map((node) => node.textContent ?? '').join(' ')
      if (element && squeeze(before) !== '') noteChange(changed, element, squeeze(before))
    }
  })
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    characterDataOldValue: true,
    attributeOldValue: true,
    attributeFilter: ['style', 'class', 'hidden', 'src'],
  })
  // Of boxes of the page, for nobody touches it.
  document.addEventListener('scroll', ({ target }) => target instanceof Element && noteRun(scrolled, target), {
    capture: true,
    passive: true,
    signal: ended.signal,
  })
  return {
    leftMs: (elements) => {
      const isPainting = paintings.begin(elements)
      const hasCause =
        changed.size > 0 ||
        turns.size > 0 ||
        scrolled.size > 0 ||
        rotated.size > 0 ||
        pictures.size > 0 ||
        pick(elements, changing).length > 0 ||
        mayGoOn(elements) ||
        isPainting
      const until = Math.max(
        startedAt + watchedMs,
        // Twice may be the beginning of more.
        ...blinkers(turns, elements, flipsBegun).map(
          ([, { first, flips }]) => first + (flips < fewestFlips ? begunMs : blinkMs + turnMs),
        ),
        paintings.look(),
        // What moves on is watched until it has had its time.
        ...moversAmong(turns, scrolled, elements).map(({ first }) => first + blinkMs + restMs),
        ...[...rotated.values()].filter(({ times }) => times < fewestTurns).map(({ first }) => first + begunMs),
        // Whether what types itself deletes itself again shows in the time that it has.
        ...[...changed.values()]
          .filter((change) => isTyped(change) && !isTypedAnew(change))
          .map(({ first }) => first + blinkMs + restMs),
        // Whether a word for another is followed by a further one.
        ...[...changed]
          .filter(([element, { exchanged }]) => exchanged < fewestExchanged && isWord(element) && mayGoOn(elements))
          .map(([, { first }]) => first + begunMs),
        // What a live region says anew may be one thing, or the first of many.
        ...[...changed]
          .filter(([element, { exchanged }]) => exchanged < fewestSaid && speaking(element))
          .map(([, { first }]) => first + fewestSaid * turnMs + restMs),
        // What a timer is to write later is waited for as long as the timer says.
        ...(changed.size + turns.size + scrolled.size + rotated.size === 0 ? slowTimers(elements) : []).map(
          (ms) => startedAt + ms + restMs,
        ),
        // What counts up is waited for: it may come to its end in the time that it has.
        ...[...changed]
          .filter(([element, change]) => isStepping(element, change) && performance.now() - change.last < restMs)
          .map(([, { first }]) => first + restMs + (performance.now() - first < countMs ? countMs : blinkMs)),
      )
      return hasCause ? Math.max(0, until - performance.now()) : 0
    },
    stop: (elements) => {
      observer.disconnect()
      ended.abort()
      return [
        ...changes(changed, elements),
        ...chattering(changed),
        ...swapped(turns, elements, startedAt),
        ...blinking(turns, elements),
        ...paintings.moving(elements),
        ...moving(turns, scrolled, elements, noted > flipsNoted),
        ...rotating(rotated, elements),
        ...altsKeptByItself(pictures, elements),
        ...(changed.size + turns.size + scrolled.size + rotated.size + pictures.size === 0
          ? turnedLater(elements)
          : []),
      ]
    },
  }
}

const fewestSaid = 3
const spoken = '[role="alert"], [role="status"], [aria-live="polite"], [aria-live="assertive"]'
const quiet = '[aria-live="off"], [role="timer"], [role="marquee"], [role="progressbar"], [aria-busy="true"]'

/** The live region that says what stands in an element. */
function speaking(element: Element): Element | null {
  const region = closest(element, spoken)
  return region && !closest(element, quiet) && isExposed(region) ? region : null
}

/** What a screen reader says anew again and again, whatever somebody is reading. */
function chattering(changed: ReadonlyMap<Element, Change>): Found[] {
  for (const [element, { before, exchanged }] of changed) {
    const region = element.isConnected && exchanged >= fewestSaid ? speaking(element) : null
    // How much is done of something comes to an end.
    if (!region || /%/.test(region.textContent ?? '')) continue
    return [
      foundOf(liveRegionChatters, {
        element: region,
        confidence: 'high',
        message: `This live region said ${exchanged} times within a few seconds what has changed, ${quote(before)} at first, and nobody had touched the page.`,
      }),
    ]
  }
  return []
}

const writing = /textContent|innerText|innerHTML|replaceChildren|\.text\(|\.html\(/

/** After how long scripts of the page write something for the first time, where that is later than it is watched in any case. */
const slowTimers = (elements: readonly Element[]): number[] =>
  readPrograms(elements).flatMap(({ text }) =>
    writing.test(text)
      ? [...text.matchAll(/setInterval\s*\([^;]*?,\s*(\d{4})\s*,?\s*\)/g)]
          .filter(({ index }) => !waitsForEvent(text, index))
          .map(({ 1: written }) => Number(written))
          .filter((ms) => ms >= watchedMs - restMs && ms <= blinkMs)
      : [],
  )

const goingOn = /setInterval|requestAnimationFrame[\s\S]*(?:scroll(?:Left|By|To)|transform|translate|\.left\b)/

/** A script of the page does something again and again; one that is linked, by itself and at no press. */
const mayGoOn = (elements: readonly Element[]): boolean =>
  readPrograms(elements).some(({ text, isLinked }) => {
    const at = goingOn.exec(text)?.index
    return at !== undefined && !(isLinked && waitsForEvent(text, at))
  })

function changes(changed: ReadonlyMap<Element, Change>, elements: readonly Element[]): Found[] {
  for (const [element, change] of changed) {
    const { before, other } = change
    const last = squeeze(element.textContent ?? '')
    const now = last === before ? other : last
    // It counted up as the page came, or was typed once, and has come to its end in the time that it has.
    const isOnce = isStepping(element, change) || (isTyped(change) && change.deleted === 0)
    if (isOnce && performance.now() - change.last >= restMs) continue
    if (isTypedAnew(change) && element.isConnected && isExposed(element) && !canPause(elements))
      return [
        foundOf(textChanges, {
          tier: 'practice',
          element,
          confidence: 'high',
          message: `A script types and deletes words here again and again, ${quote(before)} among them, and no button to pause or hide that is to be seen.`,
        }),
      ]
    if (
      !element.isConnected ||
      now === '' ||
      now === before ||
      now.length > 200 ||
      !isExposed(element) ||
      !isSeen(element)
    )
      continue
    // A number or a few words that are exchanged; what was longer was rebuilt.
    if (
      Math.abs(now.length - before.length) > 20 ||
      closest(element, '[role="timer"], [aria-busy="true"], script, style, title')
    )
      continue
    if (canPause(elements)) return []
    const isCount = isCountedDown(before, now)
    const message = `This text changed by itself from ${quote(before)} to ${quote(now)}, and no button to pause or hide it is to be seen.`
    return [
      foundOf(textChanges, {
        // A figure or a time may be told as it is; messages that take turns go on, and so does what is called a carousel.
        tier: closest(element, changing) || takesTurns(change, now, elements) ? 'practice' : 'warning',
        element,
        message,
        ...(isCount ? { criteria: ['2.2.1', '2.2.2'] } : {}),
      }),
    ]
  }
  return []
}

/** One message for another, of words of its own, or one word for another more than once, on a page with a timer. */
function takesTurns({ before, exchanged }: Change, now: string, elements: readonly Element[]): boolean {
  if (!readPrograms(elements).some(({ text }) => text.includes('setInterval'))) return false
  const [was, is] = [before, now].map((text) => wordsOf(text).filter((word) => /\p{L}{2}/u.test(word)))
  if (!was || !is || Math.min(was.length, is.length) === 0) return false
  const isOfItsOwn = is.filter((word) => was.includes(word)).length * 2 < is.length
  if (Math.min(was.length, is.length) >= fewestOfMessage) return isOfItsOwn
  return exchanged >= fewestExchanged && isOfItsOwn && !/\d/.test(before + now)
}

const fewestOfMessage = 3
const fewestExchanged = 2

/** Minutes and seconds that grow less: what is to be done has a limit. */
function isCountedDown(before: string, now: string): boolean {
  const [from, to] = [before, now].map((text) => /(\d{1,2}):([0-5]\d)(?!\d)(?!\s*(?:[ap]\.?m|uhr|h\b))/i.exec(text))
  if (!from || !to) return false
  const seconds = ([, minutes, rest]: RegExpExecArray) => Number(minutes) * 60 + Number(rest)
  const less = seconds(from) - seconds(to)
  return less > 0 && less <= 10
}

/** Parts that take turns, one of a row for another, as slides do: one has gone since, and one of its like has come. */
function swapped(turns: ReadonlyMap<Element, Turns>, elements: readonly Element[], startedAt: number): Found[] {
  const later = [...turns].filter(([element, { touched }]) => element.isConnected && touched - startedAt > settledMs)
  const gone = later.filter(([element]) => !isThere(element) && isSlide(element))
  for (const [element] of gone) {
    const come = later.find(
      ([other]) =>
        other !== element && other.parentElement === element.parentElement && isAlike(other, element) && isThere(other),
    )?.[0]
    if (!come || !isSlide(come) || !isExposed(come) || canPause(elements)) continue
    const message = `${quote(come.textContent ?? '')} took the place of ${quote(element.textContent ?? '')} by itself, and no button to pause or hide it is to be seen.`
    return [foundOf(textChanges, { element: come, confidence: 'high', message })]
  }
  return []
}

/** What a page sets up when it has loaded is over by then. */
const settledMs = 600
const isThere = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
const isAlike = (one: Element, other: Element) =>
  one.localName === other.localName && one.classList[0] === other.classList[0]
const isSlide = (element: Element) =>
  (squeeze(element.textContent ?? '').length >= 8 || element.querySelector('img') !== null) &&
  !closest(
    element,
    '[aria-busy="true"], [role="status"], [role="progressbar"], [role="tabpanel"], option, [class*="load" i], [class*="spin" i], [class*="skeleton" i]',
  )

function turn(turns: Map<Element, Turns>, element: Element): void {
  const isShownNow = isThere(element)
  const { color, backgroundColor } = getComputedStyle(element)
  const look = isShownNow ? `${color} ${backgroundColor}` : 'away'
  const { left, top } = element.getBoundingClientRect()
  const at = left + scrollX + (top + scrollY) * 10_000
  const known = turns.get(element)
  const now = performance.now()
  if (!known) {
    turns.set(element, {
      look,
      looks: new Set([look]),
      flips: 1,
      first: now,
      last: now,
      at,
      from: at,
      moves: 0,
      touched: now,
    })
    return
  }
  // What takes on ever new looks is on its way; what blinks comes back to those it had.
  const hasTurned = known.look !== look && (known.looks.has(look) || known.looks.size < looksOfBlinking)
  turns.set(element, {
    look,
    looks: known.looks.add(look),
    flips: known.flips + (hasTurned ? 1 : 0),
    first: known.first,
    last: hasTurned ? now : known.last,
    at,
    from: known.from,
    touched: now,
    moves: known.moves + (isShownNow && known.at !== at ? 1 : 0),
  })
}

const looksOfBlinking = 2

/** Words that came and went, and came again. */
const blinkers = (
  turns: ReadonlyMap<Element, Turns>,
  elements: readonly Element[],
  fewest = fewestFlips,
): [Element, Turns][] =>
  [...turns].filter(([element, { flips, looks }]) => {
    const text = squeeze(element.textContent ?? '')
    if (flips < fewest || looks.size > looksOfBlinking || text.length < 3 || text.length > 200 || !element.isConnected)
      return false
    return !closest(element, '[aria-hidden="true"], [aria-busy="true"], [role="progressbar"]') && !canPause(elements)
  })

/** Those that did not come to an end in the time that they have. */
function blinking(turns: ReadonlyMap<Element, Turns>, elements: readonly Element[]): Found[] {
  return blinkers(turns, elements)
    .filter(([, { first, last }]) => last - first > blinkMs)
    .slice(0, 1)
    .map(([element, { flips, looks, first, last }]) =>
      foundOf(textBlinks, {
        element,
        confidence: 'high',
        message: `A script makes ${quote(element.textContent ?? '', 200)} ${looks.has('away') ? 'come and go' : 'change its colours to and fro'}: it did so ${flips} times within ${Math.round((last - first) / 1000)} s while it was looked at.`,
      }),
    )
}

const fewestMoves = 8
const shortestWords = 12

/** How often something was done to an element, from when to when, in milliseconds of the page. */
type Run = { times: number; first: number; last: number }

/** @param apartMs what comes sooner after the last one is part of it. */
function noteRun(runs: Map<Element, Run>, element: Element, apartMs = 0): void {
  const now = performance.now()
  const known = runs.get(element)
  if (!known) runs.set(element, { times: 1, first: now, last: now })
  else if (now - known.last >= apartMs) runs.set(element, { ...known, times: known.times + 1, last: now })
}

type Mover = { element: Element; text: string; first: number; last: number }

/** Words that a script moves, step by step. */
function moversAmong(
  turns: ReadonlyMap<Element, Turns>,
  scrolled: ReadonlyMap<Element, Run>,
  elements: readonly Element[],
): Mover[] {
  const moved = [...turns]
    .filter(([, { moves, at, from }]) => moves >= fewestMoves && at !== from)
    .map(([element, { first, touched }]) => ({ element, first, last: touched }))
  const run = [...scrolled]
    .filter(([element, { times }]) => times >= fewestMoves && !element.contains(document.activeElement))
    .map(([element, { first, last }]) => ({ element, first, last }))
  return [...moved, ...run].flatMap((mover) => {
    const { element } = mover
    const text = squeeze(element.textContent ?? '')
    if (text.length < shortestWords || !element.isConnected || !isExposed(element) || !isSeen(element)) return []
    if (closest(element, '[aria-busy="true"], [role="progressbar"], [role="timer"]') || canPause(elements)) return []
    return [{ ...mover, text }]
  })
}

/** @param isCut there was more than could be noted, so that how long it went on is not known. */
function moving(
  turns: ReadonlyMap<Element, Turns>,
  scrolled: ReadonlyMap<Element, Run>,
  elements: readonly Element[],
  isCut: boolean,
): Found[] {
  const isMoving = ({ last }: Mover) => isCut || performance.now() - last < restMs
  const movers = moversAmong(turns, scrolled, elements).filter(isMoving)
  const [mover] = movers.toSorted((one, other) => one.first - other.first)
  if (!mover) return []
  const { element, text, first, last } = mover
  const isLong = last - first >= blinkMs - restMs
  return [
    foundOf(textMoves, {
      element,
      tier: isLong && !mayPause(elements, element) ? 'error' : 'warning',
      confidence: 'high',
      message: `A script moves ${quote(text)} on and on, and no button to pause or hide it is to be seen.`,
    }),
  ]
}

/** Parts of one row that are taken out and put back in another place of it again and again, so that others are seen. */
const fewestTurns = 2
const shortestTurnMs = 300

function rotating(rotated: ReadonlyMap<Element, Run>, elements: readonly Element[]): Found[] {
  for (const [element, { times }] of rotated) {
    const text = squeeze(element.textContent ?? '')
    if (times < fewestTurns || text.length < shortestWords || !element.isConnected || canPause(elements)) continue
    if (!isExposed(element) || !isSeen(element) || closest(element, '[aria-busy="true"], [role="timer"]')) continue
    return [
      foundOf(textChanges, {
        tier: 'practice',
        element,
        confidence: 'high',
        message: `A script goes on putting other parts of ${quote(text)} first, and no button to pause or hide it is to be seen.`,
      }),
    ]
  }
  return []
}

/** A turn that takes longer than the page is looked at, up to what a slide takes to be read. */
const laterMs = { from: watchedMs, to: 30_000 }
const showing =
  /classList|className|\.hidden|\.style|scroll(?:To|By|Left|Into)|translate|\.(?:src|innerHTML|textContent|innerText)\b|\.(?:next|click|go|show)\w*\(/

/** What is made to change by itself, which a script of the page does each few seconds. */
function turnedLater(elements: readonly Element[]): Found[] {
  const programs = readPrograms(elements).filter(({ text }) => /setInterval/.test(text) && showing.test(text))
  if (programs.length === 0) return []
  const element =
    pick(elements, changing).find((each) => isExposed(each) && isSeen(each) && !each.matches('button, a')) ??
    slidesAmong(elements)
  if (!element || canPause(elements)) return []
  for (const { text: program } of programs) {
    for (const { 1: written = '', index } of program.matchAll(/setInterval\s*\([^;]*?,\s*(\d[\d_]{3,6})\s*,?\s*\)/g)) {
      const ms = Number(written.replaceAll('_', ''))
      // What begins at a press is asked for.
      if (ms < laterMs.from || ms > laterMs.to || waitsForEvent(program, index)) continue
      const message = `A script of the page does something each ${Number((ms / 1000).toFixed(1))} s, by which this seems to go on by itself, and no button to pause or hide it is to be seen.`
      return [foundOf(textChanges, { tier: 'warning', element, confidence: 'medium', message })]
    }
  }
  return []
}

/** A row of boxes of one kind, of which one is shown, and which no control of the page chooses among. */
function slidesAmong(elements: readonly Element[]): Element | undefined {
  const controlled = new Set(
    pick(elements, '[aria-controls]').flatMap((each) => (each.getAttribute('aria-controls') ?? '').split(/\s+/)),
  )
  return pick(elements, 'div, section, ul, p').find((holder) => {
    const { children } = holder
    if (children.length < fewestSlides || children.length > mostSlides) return false
    const slides = [...children].filter(
      (child) => child.matches('div, li, p, figure, blockquote, article, section, span') && isSlide(child),
    )
    const [first] = slides
    if (!first || slides.length < fewestSlides || slides.some((slide) => !isAlike(slide, first))) return false
    if (slides.some((slide) => controlled.has(slide.id))) return false
    const shown = slides.filter(isThere)
    return shown.length === 1 && isExposed(holder)
  })
}

const fewestSlides = 3
const mostSlides = 12

/** Pictures that a script exchanges while nobody touches the page, and their alternatives not. */
function altsKeptByItself(pictures: ReadonlyMap<HTMLImageElement, string>, elements: readonly Element[]): Found[] {
  const shown = picturesShown(elements)
  return altsKept(
    shown.flatMap((each) => {
      const source = each.element instanceof HTMLImageElement ? pictures.get(each.element) : undefined
      return source === undefined ? [] : [{ ...each, source }]
    }),
  )
}
