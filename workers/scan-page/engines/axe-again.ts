/** axe-core once more, on what has come out on a page alone: its violations there. */
import type { Standard } from '#shared/accessibility/standards'
import { worldOf } from '#workers/page/isolated-world'
import { findingOf, planAxe } from '#workers/scan-page/engines/axe'
import type { ReportedNode } from '#workers/scan-page/engines/axe-in-frame'
import type { Engines } from '#workers/scan-page/engines/engines'
import type { EnteredFrame } from '#workers/scan-page/engines/frames'
import type { Finding } from '#workers/scan-page/finding'

type Options = { within: EnteredFrame; engines: Engines; standard: Standard; isWanted: (rule: string) => boolean }

const nodesTaken = 20
/** What of it is not looked at by then is left out. */
const lookMs = 2000

/** The engine stands in the page already. What it leaves to a person is left out: it would be asked of the page as a whole. */
export async function runAxeAgain({ within, engines, standard, isWanted }: Options): Promise<Finding[]> {
  const plan = planAxe(engines.rules.axe, standard).filter(({ id }) => isWanted(id))
  if (plan.length === 0) return []
  const rules = plan.map(({ id }) => id)
  const nodes = await worldOf(within.frame).evaluate(runOnFresh, rules, nodesTaken, lookMs)
  const planned = new Map(plan.map((each) => [each.id, each]))
  return nodes.flatMap((node) => {
    const rule = planned.get(node.rule)
    return rule ? [findingOf({ ...node, target: [...within.path, ...node.target] }, rule)] : []
  })
}

/** Runs in the page, beside our checks, which know what is fresh. */
async function runOnFresh(rules: string[], limit: number, budgetMs: number): Promise<ReportedNode[]> {
  type Check = { message?: string }
  type RawNode = {
    node: { selector: ReportedNode['target']; kept: number | null }
    impact: ReportedNode['impact']
    any: Check[]
    all: Check[]
    none: Check[]
  }
  type Axe = { run: (context: object, options: object) => Promise<{ id: string; violations: RawNode[] }[]> }
  const { axe, assayAxe, assayChecks } = globalThis as unknown as {
    axe: Axe
    assayAxe?: { until: number }
    assayChecks: { freshRoots: () => Element[]; freshTexts: () => readonly Element[] }
  }
  if (assayAxe) assayAxe.until = performance.now() + budgetMs
  const include = [...assayChecks.freshRoots(), ...assayChecks.freshTexts()].filter((element) => element.isConnected)
  if (include.length === 0) return []
  const results = await axe.run(
    { include },
    {
      runOnly: { type: 'rule', values: rules },
      resultTypes: ['violations'],
      preload: false,
      iframes: false,
      elementRef: false,
      reporter: 'raw',
    },
  )
  const messages = (checks: Check[]) => checks.flatMap(({ message }) => (message ? [message] : []))
  return results.flatMap(({ id, violations }) =>
    (violations ?? []).slice(0, limit).map((node) => ({
      rule: id,
      isViolation: true,
      impact: node.impact,
      target: node.node.selector,
      kept: node.node.kept,
      wrong: messages([...node.all, ...node.none]),
      oneOf: messages(node.any),
      count: 1,
    })),
  )
}
