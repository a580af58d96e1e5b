/** Elements that engines speak of, kept in our world of a frame: a finding names its element by number, so no selector is mistaken. */
import { unshadowed } from '#workers/page/unshadow'

/** As it stands in the page, by the name `assayKept`. */
export type Kept = ReturnType<typeof keeper>

/** Runs in the page. */
function keeper() {
  const elements: Element[] = []
  const numbers = new Map<Element, number>()
  return {
    elements,
    /** The same number whoever hands the element over. */
    keep(element: Element): number {
      const known = numbers.get(element)
      if (known !== undefined) return known
      numbers.set(element, elements.length)
      return elements.push(element) - 1
    },
  }
}

/** To be run in each world that engines run in; a second time changes nothing. */
export const keeperScript = (): string =>
  `Object.hasOwn(globalThis, 'assayKept') || Object.defineProperty(globalThis, 'assayKept', { value: ${unshadowed(`${keeper}`, 'expression')}() })`
