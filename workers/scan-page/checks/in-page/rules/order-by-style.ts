/** Texts that are seen in another order than they stand in the source. */
import type { Hit, StaticCheck } from '#workers/scan-page/checks/check'
import {
  headings,
  isExposed,
  isSeen,
  parentOf,
  pick,
  quote,
  spokenText,
  wordsOf,
} from '#workers/scan-page/checks/in-page/dom'
import { fitting, readStyleRules } from '#workers/scan-page/checks/in-page/style-rules'

export const orderByStyle: StaticCheck = {
  rule: 'order-by-style',
  criteria: ['1.3.2', '2.4.3'],
  tier: 'practice',
  impact: 'moderate',
  remedy: 'Write the parts in the order in which they are to be read, and let the style leave it.',
  find: (elements) => [...boxesTurned(elements).flatMap(judge), ...headingsAhead(elements)],
}

/** Headings side by side that all stand before any of the texts which are seen one under each. */
function headingsAhead(elements: readonly Element[]): Hit[] {
  const rows = new Map<Element, Element[]>()
  for (const heading of pick(elements, headings)) {
    const before = heading.previousElementSibling
    const row = before?.matches(headings) ? rows.get(before) : undefined
    const isBeside = row?.some((each) => sharesLine(each.getBoundingClientRect(), heading.getBoundingClientRect()))
    rows.set(heading, isBeside && row ? [...row, heading] : [heading])
    if (before && isBeside) rows.delete(before)
  }
  return [...rows.values()].flatMap((row) => {
    const [first] = row
    const last = row.at(-1)
    if (!first || !last || row.length < 2 || !row.every((each) => isExposed(each) && isSeen(each))) return []
    const holder = parentOf(first)
    // Each text is a neighbour of the headings, or of the line that holds them.
    const own = followersOf(last)
    const texts = own.length > 0 || !holder ? own : [...(holder.nextElementSibling?.children ?? [])]
    const under = row.map((heading) => texts.filter((text) => isUnder(heading, text)))
    const isCrossed =
      texts.length >= row.length &&
      under.every((each) => each.some((text) => wordsOf(spokenText(text, 200)).length >= fewestUnder)) &&
      texts.every((text) => under.filter((each) => each.includes(text)).length === 1)
    if (!isCrossed) return []
    return [
      {
        element: holder ?? first,
        tier: 'practice' as const,
        confidence: 'high' as const,
        message: `${quote(spokenText(first, 80))} is seen over what belongs to it, and is read right before the next heading.`,
      },
    ]
  })
}

/** Words that stand under a heading, rather than in a cell under its column. */
const fewestUnder = 4

function followersOf(heading: Element): Element[] {
  const all: Element[] = []
  for (let at = heading.nextElementSibling; at && !at.matches(headings); at = at.nextElementSibling)
    if (isExposed(at) && isSeen(at)) all.push(at)
  return all
}

const sharesLine = (one: DOMRect, other: DOMRect) =>
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > Math.min(one.height, other.height) / 2 &&
  (one.right <= other.left + 2 || other.right <= one.left + 2)

/** Over half of its width is under the heading’s. */
function isUnder(heading: Element, text: Element): boolean {
  const [above, below] = [heading.getBoundingClientRect(), text.getBoundingClientRect()]
  const shared = Math.min(above.right, below.right) - Math.max(above.left, below.left)
  return below.top >= above.bottom - 2 && shared > Math.min(above.width, below.width) / 2
}

const boxesTaken = 200

/** Boxes in which a style may set one part before another. */
function boxesTurned(elements: readonly Element[]): Element[] {
  const boxes = new Set<Element>()
  const note = (element: Element | null) => element && boxes.size < boxesTaken && boxes.add(element)
  for (const { selector, style, isConditional } of readStyleRules(elements)) {
    if (isConditional) continue
    if (/reverse/.test(style.flexDirection)) for (const box of fitting(elements, selector)) note(box)
    if (/right|inline-end/.test(style.cssFloat))
      for (const part of fitting(elements, selector)) if (isShortText(part)) note(parentOf(part))
    const isMoved = /absolute/.test(style.position) || (style.order !== '' && style.order !== '0')
    if (isMoved || (style.gridArea || style.gridRowStart || style.gridColumnStart) !== '')
      for (const part of fitting(elements, selector)) note(parentOf(part))
  }
  for (const element of pick(elements, '[style*="reverse"]')) note(element)
  for (const part of pick(
    elements,
    '[style*="order:"], [style*="order :"], [style*="grid-"], [style*="absolute"], [style*="float"]',
  ))
    note(parentOf(part))
  return [...boxes]
}

/** Of whole parts of a page, the order may well be meant so. */
const isShortText = (part: Element) =>
  (part.textContent ?? '').length <= longestPart &&
  !part.querySelector(`nav, ul, ol, form, img, svg, button, ${headings}`)
const longestPart = 300

function judge(box: Element): Hit[] {
  const texts = [...box.children].filter(isText)
  if (texts.length < 2 || texts.length !== [...box.children].filter((part) => isExposed(part) && isSeen(part)).length)
    return []
  // A badge that is laid over a corner belongs to no place in the order.
  const laid = texts.filter((part) => /absolute|fixed/.test(getComputedStyle(part).position))
  if (laid.length > 0 && laid.length < texts.length) return []
  const boxes = texts.map((part) => part.getBoundingClientRect())
  const isRightToLeft = getComputedStyle(box).direction === 'rtl'
  const apart = headingApart(texts, boxes, isRightToLeft)
  if (apart) {
    return [
      {
        element: box,
        confidence: 'high',
        message: `${quote(spokenText(apart, 80))} is seen over what belongs to it, and is read right before the next heading.`,
      },
    ]
  }
  const turned = texts.findIndex((_, at) => at > 0 && isBefore(boxes[at], boxes[at - 1], isRightToLeft))
  const [first, second] = [texts[turned - 1], texts[turned]]
  // Two texts may stand in either order as well; of three or more, or of sentences, the order tells something.
  // A line over a heading that comes behind it in the source is a custom of its own.
  if (first?.matches(headings) || second?.matches(headings)) return []
  if (!first || !second || (texts.length < 3 && !isSentence(first) && !isSentence(second))) return []
  return [
    {
      element: box,
      // Their own numbers, or a list of which the order matters, say in which one they are meant.
      tier: areCounted(texts, boxes, isRightToLeft) || isOrderedList(box) ? 'practice' : 'warning',
      confidence: 'medium',
      message: `${quote(spokenText(second, 80))} is seen before ${quote(spokenText(first, 80))}, and is read after it.`,
    },
  ]
}

/** A heading that the next one follows in the source, and between which and that one something else is seen. */
function headingApart(texts: readonly Element[], boxes: readonly DOMRect[], isRightToLeft: boolean) {
  return texts.find((text, at) => {
    const next = texts[at + 1]
    if (!text.matches(headings) || !next?.matches(headings)) return false
    return texts.some(
      (other, place) =>
        place > at + 1 &&
        !other.matches(headings) &&
        isBefore(boxes[at], boxes[place], isRightToLeft) &&
        isBefore(boxes[place], boxes[at + 1], isRightToLeft),
    )
  })
}

const ordinals: readonly RegExp[] = [
  /^(?:1\b|step 1\b|first|erstens|zuerst|schritt 1\b|d[’']abord|premi|étape 1\b|primer|paso 1\b|prim[oa]|ten eerste|eerst|stap 1\b|po pierwsze|najpierw|krok 1\b|först|steg 1\b|først|ensin|passo 1\b|to begin with|zunächst|tout d[’']abord|en primer|in primo|per prima|em primeiro|na początku|для начала|сначала|أولا)/i,
  /^(?:2\b|step 2\b|second|then|next|zweitens|dann|schritt 2\b|ensuite|puis|deuxi|étape 2\b|segund|luego|después|paso 2\b|second[oa]|poi|ten tweede|daarna|stap 2\b|vervolgens|hierna|po drugie|potem|następnie|krok 2\b|sedan|steg 2\b|så\b|derefter|sitten|passo 2\b|depois|after that|afterwards|danach|anschließend|après cela|a continuación|in seguito|successivamente|em seguida|затем|потом|ثم)/i,
  /^(?:3\b|step 3\b|third|finally|last|drittens|schließlich|zuletzt|schritt 3\b|enfin|troisi|étape 3\b|tercer|por último|paso 3\b|terz|infine|ten derde|ten slotte|stap 3\b|po trzecie|na koniec|krok 3\b|till sist|slutligen|steg 3\b|til sidst|lopuksi|passo 3\b|por fim|at last|in the end|at the end|to finish|zum schluss|am ende|abschließend|pour finir|à la fin|al final|finalmente|alla fine|tot slot|uiteindelijk|wreszcie|наконец|в конце|أخيرا)/i,
]

/** Each begins with a number or a word that counts, and they are in order for who sees them alone. */
function areCounted(texts: readonly Element[], boxes: readonly DOMRect[], isRightToLeft: boolean): boolean {
  const said = texts.map((text) => spokenText(text, 40))
  const numbers = said.map((words) => Number(numbered.exec(words)?.[1] ?? -1))
  const isNumbered = numbers.every((number) => number > 0)
  const counted = said.map((words, at) => ({
    place: isNumbered ? (numbers[at] ?? -1) : ordinals.findIndex((ordinal) => ordinal.test(words)),
    box: boxes[at],
  }))
  if (counted.some(({ place }) => place < 0) || new Set(counted.map(({ place }) => place)).size < 2) return false
  const bySight = counted.toSorted((a, b) => (isBefore(a.box, b.box, isRightToLeft) ? -1 : 1))
  const isOrdered = (all: readonly { place: number }[]) =>
    all.every(({ place }, at) => at === 0 || place >= (all[at - 1]?.place ?? 0))
  return isOrdered(bySight) && !isOrdered(counted)
}

/** “3. …”, “Step 3: …” */
const numbered = /^(?:\p{L}+ )?(\d{1,2})(?![\d\p{L}%€$]|[.,:/]\d)/u

const isOrderedList = (box: Element) => box.matches('ol:not([reversed])') && box.children.length >= fewestOrdered
const fewestOrdered = 3

const isText = (element: Element) =>
  isExposed(element) && isSeen(element) && wordsOf(spokenText(element, 200)).length >= 2

const isSentence = (element: Element) =>
  /[.!?…:]["”»]?$/.test(spokenText(element, 300)) || wordsOf(spokenText(element, 300)).length >= 6

/** It ends before the other one begins, in the way that lines and columns are read. */
function isBefore(one: DOMRect | undefined, other: DOMRect | undefined, isRightToLeft: boolean): boolean {
  if (!one || !other || one.height === 0 || other.height === 0) return false
  const isInColumn = one.left < other.right && other.left < one.right
  if (one.bottom <= other.top + 2) return isInColumn
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  if (shared < Math.min(one.height, other.height) / 2) return false
  return isRightToLeft ? one.left >= other.right - 2 : one.right <= other.left + 2
}
