/** What a check sees of one element, and how the same on many elements is one finding. Pure. */
import { type DesignFinding, type DesignSeverity, designSeverities } from '#db/documents/design-report'
import type { RenderedTree } from '#db/documents/rendered-tree'
import { selectorOf } from '#workers/compare-design/trees/selector'

/** One element that departs from the design system, or from what a page may not do. */
export type Departure = {
  type: string
  severity: DesignSeverity
  /** The element that is to be mended. */
  element: number
  property: string | null
  /** What it shows. */
  value: string
  /** What makes many of them one, beside type and property; the value where it does not say. */
  cause?: string
  violation: string
  recommendation: string
  token: string | null
}

/** One finding for each cause, the worst first and then in the order of the page. */
export function findingsOf(tree: RenderedTree, departures: readonly Departure[]): DesignFinding[] {
  const causes = new Map<string, Departure[]>()
  for (const departure of departures) {
    const { type, property, value } = departure
    const cause = JSON.stringify([type, property, departure.cause ?? value])
    const same = causes.get(cause)
    if (same) same.push(departure)
    else causes.set(cause, [departure])
  }
  return [...causes.values()]
    .map((same) => {
      const first = same.reduce((best, each) => (each.element < best.element ? each : best))
      return { first, elements: new Set(same.map(({ element }) => element)).size }
    })
    .toSorted(
      (one, other) =>
        designSeverities.indexOf(one.first.severity) - designSeverities.indexOf(other.first.severity) ||
        one.first.element - other.first.element,
    )
    .map(({ first, elements }) => ({
      severity: first.severity,
      type: first.type,
      element: selectorOf(tree, first.element),
      violation: first.violation,
      recommendation: first.recommendation,
      property: first.property,
      before: null,
      after: first.value,
      token: first.token,
      elements,
      box: boxOf(tree, first.element),
      source: 'design-system',
    }))
}

function boxOf(tree: RenderedTree, index: number): DesignFinding['box'] {
  const box = tree.nodes[index]?.box
  return box ? { x: box[0], y: box[1], width: box[2], height: box[3] } : null
}

/** A deprecated token in use, whatever it says: its own kind of departure. */
export const deprecatedToken = (
  element: number,
  property: string,
  value: string,
  { name, deprecated }: { name: string; deprecated: boolean | string },
): Departure => ({
  type: 'deprecated-token',
  severity: 'moderate',
  element,
  property,
  value,
  violation: `${property} is ${value}: that is {${name}}, which is deprecated.`,
  recommendation:
    typeof deprecated === 'string'
      ? `Of {${name}} the design system says: ${deprecated}`
      : `Use a token in place of {${name}}.`,
  token: name,
})

/** A value that is no token's. `apart` in words: "7.1 away". */
export const offToken = (
  about: Pick<Departure, 'type' | 'severity' | 'element' | 'value'> & { property: string; what: string },
  near: { name: string; css: string } | null,
  apart: string,
): Departure => ({
  type: about.type,
  severity: about.severity,
  element: about.element,
  property: about.property,
  value: about.value,
  violation: `${about.property} is ${about.value}, which is ${about.what} of the design system.`,
  recommendation: near
    ? `Use {${near.name}} (${near.css}), ${apart}: ${about.property}: ${near.css};`
    : 'Use a token of the design system.',
  token: near?.name ?? null,
})
