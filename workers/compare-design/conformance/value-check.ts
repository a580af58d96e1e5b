/** What checks of values against tokens share: what they are asked with, and where they put what they see. Pure. */
import type { StyleName } from '#db/documents/rendered-tree'
import type { NearToken } from '#shared/design-system/nearest'
import type { TokenSet } from '#shared/design-system/token-set'
import { isBrowserDefault } from '#workers/compare-design/conformance/browser-defaults'
import { type Departure, deprecatedToken, offToken } from '#workers/compare-design/conformance/departure'
import { nodeAt, type Page } from '#workers/compare-design/conformance/page'

export type ValueCheck = {
  page: Page
  tokens: TokenSet
  departures: Departure[]
  /** What is no token's because nobody said anything: told as one. */
  unstyled: { element: number; text: string }[]
}

/** How a value of an element compares with the tokens of its kind. */
type Seen = {
  /** Of the departure from the tokens. */
  type: string
  severity: Departure['severity']
  element: number
  /** The computed property, by which the browser's own values are known. */
  computed: StyleName
  /** The property that a person would mend: padding for padding-top. */
  property: string
  value: string
  /** "no colour", "no distance" */
  what: string
}

/** Notes a value that is no token's, or one's that is deprecated. @param near null where the file has none of the kind. */
export function noteValue(
  check: ValueCheck,
  seen: Seen,
  near: NearToken | null,
  apart: (near: NearToken) => string,
): void {
  if (!near) return
  const { element, property, value } = seen
  if (near.isExact) {
    if (near.deprecated !== false) check.departures.push(deprecatedToken(element, property, value, near))
    return
  }
  if (isBrowserDefault(check.page, element, seen.computed, value)) {
    const name = nodeAt(check.page, element)?.name ?? ''
    check.unstyled.push({ element, text: `${name} ${property} ${value}` })
    return
  }
  check.departures.push(offToken(seen, near, apart(near)))
}

export const pixelsApart = ({ apart }: NearToken): string => `${Number(apart.toFixed(2))}px away`

const namedAtMost = 4

/** What is left to the browser, as one: it has one cause, and one style sheet mends it. */
export function unstyledDeparture(unstyled: ValueCheck['unstyled']): Departure[] {
  const texts = [...new Set(unstyled.map(({ text }) => text))].toSorted()
  if (texts.length === 0) return []
  const more = texts.length > namedAtMost ? ` (+${texts.length - namedAtMost} more)` : ''
  const violation = `The browser's own styles show where the design system has tokens: ${texts.slice(0, namedAtMost).join('; ')}${more}.`
  return unstyled.map(({ element }) => ({
    type: 'unstyled-default',
    severity: 'minor',
    element,
    property: null,
    value: texts.join('; '),
    violation,
    recommendation: 'Style these elements with the design system, or reset what the browser gives them.',
    token: null,
  }))
}
