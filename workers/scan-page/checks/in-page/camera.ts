/** Holds a page still for pictures of its texts: brings them into the window, stops what moves, takes letters away and back. */
import { ancestorsOf, animationsOfPage, isSeen, selectorOf } from '#workers/scan-page/checks/in-page/dom'
import {
  isDisabled,
  type LetterBox,
  letterBoxes,
  type MeasuredText,
  measuredText,
} from '#workers/scan-page/checks/in-page/measured-text'

/** The texts that stand in the window now, and how far the page is scrolled. */
export type Scene = { texts: (MeasuredText & { index: number })[]; scrolled: { x: number; y: number } }

/** As they are; without the letters; with all letters in one colour. */
export type LetterPaint = 'shown' | 'bare' | 'marked'

/** So many texts in a row that were brought into the window and not seen there, and the rest is given up: something covers the page. */
const vainTries = 3
/** Where in the window a text is brought, of its height. */
const upperPart = 0.25
const imagesMs = 400
/** What a script fades or slides in is waited for so long. */
const comingMs = 1200
/** So many texts tell whether a script still moves any. */
const textsFollowed = 60
const frameMs = 100

/** Beats what a page's own style sheets say of an element, also where they call it important. */
const every = '*:not(#\\0#\\0):not(#\\0#\\0)'
const everything = ['', '::before', '::after', '::first-letter', '::first-line', '::placeholder']
  .map((part) => every + part)
  .join(', ')
const still = `${everything} { transition: none !important; caret-color: transparent !important; text-decoration-color: transparent !important }`
function lettersIn(color: string): string {
  return `${everything} { -webkit-text-fill-color: ${color} !important; -webkit-text-stroke-color: ${color} !important }
${every}:is(text, tspan, textPath) { fill: ${color} !important }`
}

/** Has a lifetime: from its making until `release`, the page's letters and movements are in its hands. */
export class Camera {
  readonly #elements: readonly Element[]
  readonly #markColor: readonly number[]
  readonly #isMoving: boolean
  readonly #sheet = new CSSStyleSheet()
  readonly #roots: readonly (Document | ShadowRoot)[]
  readonly #clippedGrounds: string
  readonly #scrolled: readonly { box: Element; left: number; top: number }[]
  readonly #paused = new Set<Animation>()
  readonly #waiting: Set<number>
  /** How each text of the scene stood when it was made. */
  #standing = new Map<number, string>()
  #anchor: number | null = null
  #vain = 0
  #isFirst = true

  /** @param elements whose own letters are wanted. @param isMoving when some of them were under way before. */
  constructor(elements: readonly Element[], markColor: readonly number[], isMoving: boolean) {
    this.#elements = elements
    this.#markColor = markColor
    this.#isMoving = isMoving
    this.#waiting = new Set(
      [...elements.keys()].filter((index) => {
        const element = elements[index]
        return element && isSeen(element) && !isDisabled(element)
      }),
    )
    const around = [...new Set(elements.flatMap((element) => [element, ...ancestorsOf(element)]))]
    this.#scrolled = around
      .filter((box) => box.scrollHeight > box.clientHeight || box.scrollWidth > box.clientWidth)
      .map((box) => ({ box, left: box.scrollLeft, top: box.scrollTop }))
    // Letters that are cut out of their element's ground: they go with it.
    this.#clippedGrounds = around
      .filter((element) => getComputedStyle(element).backgroundClip.includes('text'))
      .map((element) => `${[selectorOf(element)].flat().at(-1)} { background: none !important }`)
      .join('\n')
    this.#roots = [document, ...new Set(elements.flatMap(shadowRootOf))]
    for (const root of this.#roots) root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.#sheet]
    this.paint('shown')
  }

  /** The next texts that can be pictured at once; null when there are none left. @param done of those before, which need not come again. */
  async next(done: readonly number[]): Promise<Scene | null> {
    for (const index of done) this.#waiting.delete(index)
    if (this.#anchor !== null) this.#vain = done.includes(this.#anchor) ? 0 : this.#vain + 1
    if (this.#isFirst) {
      this.#isFirst = false
      await this.#rest()
      const first = this.#scene()
      if (first.texts.length > 0) return first
    }
    for (const index of this.#waiting) {
      if (this.#vain >= vainTries) break
      // Whatever comes of it, it is brought there but once.
      this.#waiting.delete(index)
      const element = this.#elements[index]
      if (!element?.isConnected || letterBoxes(element).length === 0) continue
      this.#anchor = index
      this.#bring(element)
      await this.#rest()
      const scene = this.#scene()
      if (scene.texts.some((text) => text.index === index)) return scene
      this.#vain += 1
    }
    this.#waiting.clear()
    return null
  }

  paint(as: LetterPaint): void {
    const color = as === 'bare' ? 'transparent' : `rgb(${this.#markColor.join()})`
    this.#sheet.replaceSync(as === 'shown' ? still : `${still} ${lettersIn(color)} ${this.#clippedGrounds}`)
  }

  /** Texts of the scene that stand or shine otherwise by now: pictures of them show two things. */
  moved(): number[] {
    return [...this.#standing].flatMap(([index, before]) => {
      const element = this.#elements[index]
      return element && standingOf(element) === before ? [] : [index]
    })
  }

  /** Leaves the page as it was found. @returns how many texts were not brought into the window, or not done there. */
  release(done: readonly number[] = []): number {
    for (const root of this.#roots)
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== this.#sheet)
    for (const animation of this.#paused) animation.play()
    for (const { box, left, top } of this.#scrolled) box.scrollTo({ left, top, behavior: 'instant' })
    for (const index of done) this.#waiting.delete(index)
    return this.#waiting.size
  }

  /** To the upper part of the window: what comes after it is seen along with it, and no header hides it. */
  #bring(element: Element): void {
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    // What nobody can scroll is left as it was: what is cut off there is cut off.
    for (const { box, left, top } of this.#scrolled)
      if (!canBeScrolled(box)) box.scrollTo({ left, top, behavior: 'instant' })
    const [first] = letterBoxes(element)
    if (first) scrollBy({ top: first.y - innerHeight * upperPart, behavior: 'instant' })
  }

  #scene(): Scene {
    const moving = [...this.#roots.flatMap(movingParts), ...[...this.#paused].flatMap(targetOf)]
    const texts = [...this.#waiting, ...(this.#anchor === null ? [] : [this.#anchor])].flatMap((index) => {
      const element = this.#elements[index]
      if (!element) return []
      const all = letterBoxes(element)
      const boxes = all.flatMap(inWindow)
      const isWhole = boxes.length === all.length && boxes.every((box, at) => box.height === all[at]?.height)
      if (boxes.length === 0 || !(isWhole || index === this.#anchor) || !isHit(element, boxes)) return []
      return [{ ...measuredText(element, boxes, moving), index }]
    })
    this.#standing = new Map(
      (this.#isMoving ? texts : []).flatMap(({ index }) => {
        const element = this.#elements[index]
        return element ? [[index, standingOf(element)]] : []
      }),
    )
    return { texts, scrolled: { x: scrollX, y: scrollY } }
  }

  /** What ends by itself is at its end, what does not stands still; pictures that come into the window are there. */
  async #rest(): Promise<void> {
    await twoFrames()
    let isStill = true
    for (const animation of animationsOfPage()) {
      if (animation.playState !== 'running' || !(animation.timeline instanceof DocumentTimeline)) continue
      isStill = false
      const end = animation.effect?.getComputedTiming().endTime
      if (typeof end === 'number' && end < Number.POSITIVE_INFINITY && animation.playbackRate > 0) animation.finish()
      else {
        animation.pause()
        this.#paused.add(animation)
      }
    }
    const coming = [...document.images].filter(isComing)
    if (!isStill || coming.length > 0) {
      await Promise.race([Promise.all(coming.map(arrival)), wait(imagesMs)])
      await twoFrames()
    }
    if (this.#isMoving) await this.#untilStill()
  }

  /** What a script moves or fades step by step comes to rest, or is left to `moved`. */
  async #untilStill(): Promise<void> {
    const followed = [...this.#waiting].slice(0, textsFollowed).flatMap((index) => this.#elements[index] ?? [])
    const until = performance.now() + comingMs
    for (let before = followed.map(standingOf).join(); performance.now() < until; ) {
      await twoFrames()
      const now = followed.map(standingOf).join()
      if (now === before) return
      before = now
    }
  }
}

function canBeScrolled(box: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(box)
  return box === document.scrollingElement || /auto|scroll/.test(overflowX + overflowY)
}

/** Where it is and how strong, in one word. */
function standingOf(element: Element): string {
  const { x, y } = element.getBoundingClientRect()
  const strength = [element, ...ancestorsOf(element)].reduce(
    (product, each) => product * Number(getComputedStyle(each).opacity),
    1,
  )
  return `${Math.round(x)} ${Math.round(y)} ${strength.toFixed(2)} ${getComputedStyle(element).color}`
}

function shadowRootOf(element: Element): ShadowRoot[] {
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? [root] : []
}

const movingParts = (root: Document | ShadowRoot) => [
  ...root.querySelectorAll('video, canvas, marquee, iframe, object, embed'),
]

function targetOf({ effect }: Animation): Element[] {
  return effect instanceof KeyframeEffect && effect.target ? [effect.target] : []
}

/** As much of it as is in the window. */
function inWindow({ x, y, width, height }: LetterBox): LetterBox[] {
  const left = Math.max(0, x)
  const top = Math.max(0, y)
  const box = {
    x: left,
    y: top,
    width: Math.min(innerWidth, x + width) - left,
    height: Math.min(innerHeight, y + height) - top,
  }
  return box.width >= 2 && box.height >= 4 ? [box] : []
}

/** Whether the browser finds the element where its letters are: not where it is clipped away. */
function isHit(element: Element, boxes: readonly LetterBox[]): boolean {
  if (getComputedStyle(element).pointerEvents === 'none') return true
  const root = element.getRootNode()
  const scope = root instanceof ShadowRoot ? root : document
  return boxes.some(({ x, y, width, height }) =>
    scope.elementsFromPoint(x + width / 2, y + height / 2).some((each) => each === element || element.contains(each)),
  )
}

function isComing(image: HTMLImageElement): boolean {
  const { bottom, top, width } = image.getBoundingClientRect()
  return !image.complete && width > 0 && bottom > 0 && top < innerHeight
}

const arrival = (image: HTMLImageElement): Promise<void> =>
  new Promise((resolve) => {
    const done = () => resolve()
    image.addEventListener('load', done, { once: true })
    image.addEventListener('error', done, { once: true })
  })

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Where frames do not come, as in a window that nobody shows, time must do. */
const twoFrames = (): Promise<void> =>
  Promise.race([
    new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
    wait(frameMs),
  ])
