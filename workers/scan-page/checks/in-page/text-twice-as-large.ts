/** What text looks like that is set twice as large, by all that reckons from the size of the page's own letters. */
import { hiddenText, isPlainText, tightBoxes } from '#workers/scan-page/checks/in-page/cut'
import { isSeen, pick, withStyle } from '#workers/scan-page/checks/in-page/dom'

export type Enlarged = {
  /** Plain texts that fit their boxes and do not any more, each with the lines that are hidden. */
  cut: { element: Element; hidden: number }[]
  /** Fields whose text stays as small as it was. */
  fixed: Element[]
}

const fields =
  'input:not([type]), input:is([type="text"], [type="email"], [type="tel"], [type="number"], [type="search"], [type="url"], [type="password"]), textarea, select'
const fieldsTaken = 60
/** Of a line, so much hidden takes the feet of its letters away. */
const linesCut = 0.25
const fitting = 0.05
const grown = 1.5

const read = new WeakMap<readonly Element[], Enlarged>()

/** Sets it so, measures, and takes it away again, all in one breath. */
export function textTwiceAsLarge(elements: readonly Element[]): Enlarged {
  const found = read.get(elements) ?? measure(elements)
  read.set(elements, found)
  return found
}

function measure(elements: readonly Element[]): Enlarged {
  const tight = tightBoxes(elements).filter(({ element, hidden }) => hidden < fitting && isPlainText(element))
  const own = pick(elements, fields).filter(isSeen).slice(0, fieldsTaken)
  if (tight.length + own.length === 0) return { cut: [], fixed: [] }
  const root = sizeOf(document.documentElement)
  const before = own.map((field) => ({ field, size: sizeOf(field), around: sizeOf(textBeside(field)) }))
  const sizes = new Map(tight.map(({ element }) => [element, sizeOf(element)]))
  return withStyle(`html { font-size: ${root * 2}px !important; } * { animation: none !important; }`, () => ({
    cut: tight.flatMap(({ element }) => {
      if (sizeOf(element) < (sizes.get(element) ?? 0) * grown) return []
      const hidden = hiddenText(element)
      return hidden >= linesCut ? [{ element, hidden }] : []
    }),
    fixed: before.flatMap(({ field, size, around }) =>
      sizeOf(field) <= size && !isDefault(size) && sizeOf(textBeside(field)) >= around * grown ? [field] : [],
    ),
  }))
}

/** As browsers set it by themselves, and set it larger where they are told to. */
const isDefault = (size: number) => Math.abs(size - 13.333) < 0.01

const sizeOf = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize)

/** Its label, or what it stands in. */
const textBeside = (field: Element): Element =>
  (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement
    ? field.labels?.[0]
    : undefined) ??
  field.parentElement ??
  field
