/** IBM Equal Access, for a deep scan: broad and slow. What it alone finds is for a person to look at. */
import type { Standard } from '#shared/accessibility/standards'
import { worldOf } from '#workers/page/isolated-world'
import { within } from '#workers/scan-page/engines/budget'
import type { FramesWork } from '#workers/scan-page/engines/engines'
import type { EnteredFrame } from '#workers/scan-page/engines/frames'
import type { Kept } from '#workers/scan-page/engines/kept'
import { type EngineAnswer, elementsListed, type Finding, type Impact, type Target } from '#workers/scan-page/finding'

/** @throws an error for which `isOutOfTime` holds: the engine cannot be asked to stop half-way. */
export async function runIbm(options: FramesWork): Promise<EngineAnswer> {
  const { frames, engines, standard, isWanted, budgetMs } = options
  const asked = new Set(standard.criteria.map((criterion) => criterion.id))
  const policy = policyOf(standard)
  const look = async ({ frame, path }: EnteredFrame) => {
    const world = worldOf(frame)
    await world.evaluate(engines.deepSource())
    const { nodes, broken } = await world.evaluate(checkFrame, policy, elementsListed)
    const findings = nodes.filter((node) => isWanted(node.rule)).flatMap((node) => findingOf(node, path, asked) ?? [])
    return { findings, broken }
  }
  const looks = await within(Promise.all(frames.map(look)), budgetMs)
  return {
    findings: looks.flatMap(({ findings }) => findings),
    isComplete: true,
    broken: [...new Set(looks.flatMap(({ broken }) => broken))],
  }
}

/** Without a policy the engine reports rules that belong to none. */
function policyOf({ tags }: Standard): string {
  if (tags.includes('wcag22a')) return 'WCAG_2_2'
  return tags.includes('wcag21a') ? 'WCAG_2_1' : 'WCAG_2_0'
}

type FoundNode = {
  rule: string
  level: string
  sureness: string
  criteria: string[]
  target: Target
  kept: number
  message: string
  advice: string
  count: number
}

/** How bad, and how likely, by the engine's own two words; MANUAL says only that something could be looked at. */
const meaning: Record<string, { impact: Impact; confidence: Finding['confidence'] }> = {
  'VIOLATION FAIL': { impact: 'serious', confidence: 'high' },
  'VIOLATION POTENTIAL': { impact: 'moderate', confidence: 'low' },
  'RECOMMENDATION FAIL': { impact: 'minor', confidence: 'low' },
}

function findingOf(node: FoundNode, path: Target, asked: ReadonlySet<string>): Finding | undefined {
  const meant = meaning[`${node.level} ${node.sureness}`]
  const criteria = node.criteria.filter((criterion) => asked.has(criterion))
  if (!meant || criteria.length === 0) return undefined
  return {
    engine: 'ibm-equal-access',
    rule: node.rule,
    // Alone it is right in nine of ten; where another engine agrees, that one's finding is the violation.
    verdict: 'review',
    ...meant,
    criteria,
    target: [...path, ...node.target],
    kept: node.kept,
    message: node.message,
    recommendation: node.advice,
    helpUrl: `https://able.ibm.com/rules/archives/latest/doc/en-US/${node.rule}.html`,
    ...(node.count > 1 && { count: node.count }),
  }
}

/** Runs in the page. */
async function checkFrame(policy: string, limit: number): Promise<{ nodes: FoundNode[]; broken: string[] }> {
  type Issue = { ruleId: string; value: [string, string]; reasonId: string; node: Node; message: string }
  type Guideline = { id: string; checkpoints: { num: string; rules?: { id: string; reasonCodes?: string[] }[] }[] }
  type Checker = {
    check: (
      document: Document,
      policies: string[],
    ) => Promise<{ results: Issue[]; nls?: Record<string, Record<string, string>> }>
    getGuidelines: () => Guideline[]
  }
  const world = globalThis as unknown as {
    ace: { Checker: new () => Checker }
    AccessLint: { getSelector: (element: Element) => string }
    assayKept: Kept
  }
  const checker = new world.ace.Checker()
  const broken = new Map<string, string>()
  const { error } = console
  // Nothing else tells of a rule that threw.
  console.error = (said: unknown, rule: unknown, _path: unknown, stack: unknown) => {
    if (said === 'RULE EXCEPTION:') broken.set(String(rule), String(stack).split('\n')[0] ?? '')
  }
  const { results, nls } = await checker.check(document, [policy]).finally(() => {
    console.error = error
  })
  const checkpoints = checker.getGuidelines().find((guideline) => guideline.id === policy)?.checkpoints ?? []
  const criteriaOf = (issue: Issue) =>
    checkpoints.flatMap(({ num, rules = [] }) => {
      const isMeant = rules.some(
        ({ id, reasonCodes }) => id === issue.ruleId && (!reasonCodes || reasonCodes.includes(issue.reasonId)),
      )
      return isMeant ? [num] : []
    })
  const lasts = new Map<string, FoundNode>()
  const counts = new Map<string, number>()
  const found: FoundNode[] = []
  for (const issue of results) {
    const [level, sureness] = issue.value
    if (sureness === 'PASS' || sureness === 'MANUAL') continue
    // A document in a frame is visited in its own world, not from here.
    if (issue.node.ownerDocument !== document) continue
    const element = issue.node instanceof Element ? issue.node : issue.node.parentElement
    if (!element) continue
    const kind = `${issue.ruleId} ${level} ${sureness}`
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    const last = lasts.get(kind)
    if (last && count > limit) {
      last.count += 1
      continue
    }
    // In a frame of the page's own origin it begins at the page's top.
    const selector = world.AccessLint.getSelector(element).split('>>>iframe>').at(-1)?.trim() ?? ''
    const parts = selector.split(' >>> ')
    const [first] = parts
    const node: FoundNode = {
      rule: issue.ruleId,
      level,
      sureness,
      criteria: criteriaOf(issue),
      target: [parts.length === 1 && first !== undefined ? first : parts],
      kept: world.assayKept.keep(element),
      message: issue.message,
      advice: nls?.[issue.ruleId]?.['0'] ?? issue.message,
      count: 1,
    }
    lasts.set(kind, node)
    found.push(node)
  }
  return { nodes: found, broken: [...broken].map(([rule, why]) => `${rule} (${why})`) }
}
