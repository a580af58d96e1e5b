/** What a scan says of a planted failure and of its repaired twin. */
import type { Page } from 'puppeteer'
import type { ScannedPage, Scanner } from '#bench/pages/scanner'
import type { Plant } from '#bench/planted/plant'
import { isViolation, type ReportIssue } from '#db/documents/scan-report'
import { worldOf } from '#workers/page/isolated-world'

/** An issue as a person reads it in a list. */
export type Said = Pick<ReportIssue, 'severity' | 'type' | 'criteria' | 'element' | 'engines' | 'message'>
export type Look = { meant: Said[]; all: Said[]; elements: number; ms: number; unfinished: string[] }
export type JudgedPlant = { plant: Plant; broken: Look; repaired: Look }

/** How far from the element a finding may stand, up or down the tree, and mean it still. */
const stepsAllowed = 2

export async function judgePlant(
  plant: Plant,
  scanner: Scanner,
  urlOf: (plant: Plant, isBroken: boolean) => string,
): Promise<JudgedPlant> {
  const look = async (isBroken: boolean): Promise<Look> => {
    const seen = await scanner.scan(urlOf(plant, isBroken), async (page, issues) => {
      const near = await nearTo(page, plant.where, issues)
      if (!near && isBroken) throw new Error(`nothing on ${page.url()} is ${plant.where}`)
      // Where what was wrong is gone, whatever is said of its kind counts.
      return near ?? issues.map(() => true)
    })
    const near = seen.after ?? []
    return lookOf(
      seen,
      seen.issues.filter((issue, at) => near[at] === true && concerns(plant, issue)),
    )
  }
  return { plant, broken: await look(true), repaired: await look(false) }
}

function lookOf({ issues, elements, ms, runs }: ScannedPage, meant: readonly ReportIssue[]): Look {
  return {
    meant: meant.map(said),
    all: issues.map(said),
    elements,
    ms,
    unfinished: runs.filter(({ state }) => state !== 'ran').map(({ name, reason }) => `${name}: ${reason}`),
  }
}

const said = ({ severity, type, criteria, element, engines, message }: ReportIssue): Said => ({
  severity,
  type,
  criteria,
  element,
  engines,
  message,
})

const concerns = ({ criterion, about }: Plant, { criteria, type }: ReportIssue): boolean =>
  (criterion !== null && criteria.includes(criterion)) || about?.test(type) === true

/** Whether it says so itself, rather than asking a person. */
export const isSure = ({ severity }: Pick<ReportIssue, 'severity'>): boolean =>
  isViolation(severity) || severity === 'practice'

/** Of each issue, whether it stands at one of the elements that the selector means; null when it means none. */
async function nearTo(page: Page, where: string, issues: readonly ReportIssue[]): Promise<boolean[] | null> {
  if (where === 'page') return issues.map(() => true)
  return worldOf(page.mainFrame()).evaluate(
    findNear,
    where,
    issues.map(({ element }) => element),
    stepsAllowed,
  )
}

/** Runs in the page. */
function findNear(where: string, selectors: string[], steps: number): boolean[] | null {
  const insideOf = (element: Element): ParentNode | null =>
    element.shadowRoot ?? (element instanceof HTMLIFrameElement ? element.contentDocument : null)
  const everywhere = (root: ParentNode): ParentNode[] => [
    root,
    ...[...root.querySelectorAll('*')].flatMap((element) => {
      const inside = insideOf(element)
      return inside ? everywhere(inside) : []
    }),
  ]
  const walk = (selector: string): Element | null => {
    let root: ParentNode | null = document
    let found: Element | null = null
    for (const part of selector.split(' >>> ')) {
      try {
        found = root?.querySelector(part) ?? null
      } catch {
        return null
      }
      root = found && insideOf(found)
    }
    return found
  }
  const upFrom = (element: Element): Element[] => {
    const chain: Element[] = [element]
    let node: Node | null = element
    while (node && chain.length <= steps) {
      node =
        node instanceof ShadowRoot
          ? node.host
          : (node.parentNode ?? (node as Document).defaultView?.frameElement ?? null)
      if (node instanceof Element) chain.push(node)
    }
    return chain
  }
  const sought = everywhere(document).flatMap((root) => [...root.querySelectorAll(where)])
  if (sought.length === 0) return null
  return selectors.map((selector) => {
    const element = walk(selector)
    if (!element) return false
    const above = upFrom(element)
    return sought.some((each) => above.includes(each) || upFrom(each).includes(element))
  })
}
