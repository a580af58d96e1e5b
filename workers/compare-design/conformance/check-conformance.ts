/** Holds a page as it was rendered against a design system: values against tokens, parts against components, texts against WCAG. Pure. */
import type { DesignPolicy, IgnoredRegion } from '#db/documents/design-policy'
import type { DesignFinding } from '#db/documents/design-report'
import type { ArtifactNote } from '#db/documents/page-artifact'
import type { RenderedTree } from '#db/documents/rendered-tree'
import { instancesIn, type KnownComponent } from '#shared/components/known'
import type { TokenSet } from '#shared/design-system/token-set'
import { checkComponents } from '#workers/compare-design/conformance/components'
import { checkContrast } from '#workers/compare-design/conformance/contrast'
import { type Departure, findingsOf } from '#workers/compare-design/conformance/departure'
import { checkGrid } from '#workers/compare-design/conformance/grid'
import { openPage, type Page } from '#workers/compare-design/conformance/page'
import { checkPalette } from '#workers/compare-design/conformance/palette'
import { checkShapes } from '#workers/compare-design/conformance/shapes'
import { checkSpacing } from '#workers/compare-design/conformance/spacing'
import { checkTargets } from '#workers/compare-design/conformance/targets'
import { checkTexts } from '#workers/compare-design/conformance/texts'
import { checkTypography } from '#workers/compare-design/conformance/typography'
import { unstyledDeparture, type ValueCheck } from '#workers/compare-design/conformance/value-check'
import { ignoredElements } from '#workers/compare-design/trees/ignored'

type Asked = {
  /** null where the organisation has none: then no value is held against anything. */
  tokens: TokenSet | null
  /** null where it has no library. */
  components: readonly KnownComponent[] | null
  policy: Pick<DesignPolicy, 'grid'>
  /** Those that are in force. */
  ignored: readonly IgnoredRegion[]
}

/**
 * What of a page departs from the design system, one finding for each cause, the worst first. A kind of value that the token
 * file says nothing of is not looked at, nor is what nobody sees.
 */
export function checkConformance(
  tree: RenderedTree,
  { tokens, components, policy, ignored }: Asked,
): { findings: DesignFinding[]; notes: ArtifactNote[] } {
  const page = openPage(tree, ignoredElements(tree, ignored))
  const contrast = checkContrast(page, tokens)
  const departures: Departure[] = [
    // A text colour that cannot be read is told once, with a token that can.
    ...(tokens ? valueDepartures(page, tokens) : []).filter(
      ({ type, property, value }) =>
        !(type === 'color-off-palette' && property === 'color' && contrast.unreadable.has(value)),
    ),
    ...contrast.departures,
    ...checkTargets(page),
    ...checkTexts(page),
    ...(components ? checkComponents(page, components, instancesIn(tree, components)) : []),
    ...(policy.grid ? checkGrid(page, policy.grid) : []),
  ]
  const notes: ArtifactNote[] =
    contrast.unknown > 0
      ? [
          {
            code: 'contrast-unknown',
            message: `The contrast of ${contrast.unknown} ${contrast.unknown === 1 ? 'text' : 'texts'} on pictures, gradients, shadows or blends was not judged.`,
          },
        ]
      : []
  return { findings: findingsOf(tree, departures), notes }
}

function valueDepartures(page: Page, tokens: TokenSet): Departure[] {
  const check: ValueCheck = { page, tokens, departures: [], unstyled: [] }
  checkPalette(check)
  checkTypography(check)
  checkSpacing(check)
  checkShapes(check)
  return [...check.departures, ...unstyledDeparture(check.unstyled)]
}
