/** Components of a page that the library does not have, has given up, or whose styles do not reach them. Pure. */

import type { KnownComponent } from '#shared/components/known'
import { isBrowserDefault } from '#workers/compare-design/conformance/browser-defaults'
import type { Departure } from '#workers/compare-design/conformance/departure'
import { attributeOf, nodeAt, type Page, seenElements, styleAt } from '#workers/compare-design/conformance/page'

/** @param instances by node: the component that an element is. */
export function checkComponents(
  page: Page,
  known: readonly KnownComponent[],
  instances: ReadonlyMap<number, KnownComponent>,
): Departure[] {
  if (known.length === 0) return []
  const ownWords = wordsOf(known)
  return seenElements(page).flatMap((index) => {
    const component = instances.get(index)
    if (component) return ofInstance(page, index, component)
    const word = unknownWord(page, index, known, ownWords)
    return word === null ? [] : [unknownComponent(index, word)]
  })
}

function ofInstance(page: Page, element: number, component: KnownComponent): Departure[] {
  const about = { element, property: null, value: component.name, cause: component.id, token: null }
  const found: Departure[] = []
  if (component.isDeprecated)
    found.push({
      ...about,
      type: 'deprecated-component',
      severity: 'moderate',
      violation: `${component.name} is deprecated in the component library.`,
      recommendation: `Use the component that takes the place of ${component.name}.`,
    })
  if (isUntouched(page, element))
    found.push({
      ...about,
      type: 'detached-class',
      severity: 'moderate',
      violation: `This is a ${component.name} by its class, and looks as the browser has it: no style of the library reaches it.`,
      recommendation: 'Load the style sheet of the library, or mend the class name.',
    })
  return found
}

/** A button or field with the browser's own ground and lines: a class that has rules would have changed one of them. */
function isUntouched(page: Page, index: number): boolean {
  const name = nodeAt(page, index)?.name ?? ''
  if (attributeOf(page, index, 'class') === undefined) return false
  if (name === 'a') {
    const isPlain =
      styleAt(page, index, 'text-decoration-line') === 'underline' &&
      styleAt(page, index, 'background-color') === 'rgba(0, 0, 0, 0)'
    return (
      attributeOf(page, index, 'href') !== undefined &&
      isPlain &&
      isBrowserDefault(page, index, 'color', styleAt(page, index, 'color'))
    )
  }
  if (
    !['button', 'select', 'textarea'].includes(name) &&
    !(name === 'input' && ['inset', 'outset'].includes(styleAt(page, index, 'border-top-style')))
  )
    return false
  return (['background-color', 'border-top-width', 'font-family', 'font-size', 'padding-left'] as const).every(
    (property) => {
      const value = styleAt(page, index, property)
      return value === '0px' ? name === 'select' : isBrowserDefault(page, index, property, value)
    },
  )
}

/** What the names of a library begin with: 'ds-' of ds-button and ds-card. */
function wordsOf(known: readonly KnownComponent[]): { tags: ReadonlySet<string>; classes: ReadonlySet<string> } {
  const starts = (names: readonly (string | null)[], least: number) => {
    const counts = new Map<string, number>()
    for (const name of names) {
      const [start] = /^[^-_]+[-_]+/.exec(name ?? '') ?? []
      if (start !== undefined) counts.set(start, (counts.get(start) ?? 0) + 1)
    }
    return new Set([...counts].filter(([, count]) => count >= least).map(([start]) => start))
  }
  return {
    tags: starts(
      known.map(({ tagName }) => tagName),
      1,
    ),
    classes: starts(
      known.map(({ classPrefix }) => classPrefix),
      2,
    ),
  }
}

/** What an element calls itself in the library's words, where the library has no such component. */
function unknownWord(
  page: Page,
  index: number,
  known: readonly KnownComponent[],
  { tags, classes }: ReturnType<typeof wordsOf>,
): string | null {
  const said = attributeOf(page, index, 'data-component')?.trim()
  if (said) return said
  const name = nodeAt(page, index)?.name ?? ''
  if ([...tags].some((start) => name.startsWith(start) && name.length > start.length)) return name
  for (const word of (attributeOf(page, index, 'class') ?? '').split(/\s+/)) {
    const start = [...classes].find((each) => word.startsWith(each) && word.length > each.length)
    if (start === undefined || isPartOf(word, known)) continue
    // A part or a variant goes with its component.
    return word.replace(/(__|--).*$/, '')
  }
  return null
}

const isPartOf = (word: string, known: readonly KnownComponent[]) =>
  known.some(
    ({ classPrefix }) =>
      classPrefix !== null && word.startsWith(classPrefix) && /^([-_]|$)/.test(word.slice(classPrefix.length)),
  )

const unknownComponent = (element: number, word: string): Departure => ({
  type: 'unknown-component',
  severity: 'moderate',
  element,
  property: null,
  value: word,
  violation: `${word} is no component of the library.`,
  recommendation: 'Use a component of the library, or register this one.',
  token: null,
})
