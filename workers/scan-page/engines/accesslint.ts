/** AccessLint, the second opinion: cheap; what nobody else shares of it is seldom right on pages that nobody tuned to. */
import { rules } from '@accesslint/core'
import type { Standard } from '#shared/accessibility/standards'
import { worldOf } from '#workers/page/isolated-world'
import { within } from '#workers/scan-page/engines/budget'
import type { AccesslintRule, FramesWork } from '#workers/scan-page/engines/engines'
import type { Kept } from '#workers/scan-page/engines/kept'
import { type EngineAnswer, elementsListed, type Finding, type Impact, type Target } from '#workers/scan-page/finding'

/** What AccessLint knows of its rules, from its own metadata. */
export function accesslintRules(): AccesslintRule[] {
  return rules
    .filter((rule) => !rule.deprecated)
    .map((rule) => ({
      id: rule.id,
      criteria: stricter[rule.id] ?? rule.wcag,
      isPractice: rule.tags?.includes('best-practice') ?? false,
      help: rule.description,
      guidance: rule.guidance ?? rule.description,
      actIds: rule.actRuleIds ?? [],
    }))
}

/** Which criteria a rule holds to, where those that the engine names let more pass: 2.2.1 lets a time of more than 20 hours. */
const stricter: Readonly<Record<string, string[]>> = { 'enough-time/meta-refresh-no-exception': ['2.2.4', '3.2.5'] }

/** Each frame must hold the engine already. What was found before the time was over is kept. */
export async function runAccesslint(options: FramesWork): Promise<EngineAnswer> {
  const { frames, engines, standard, isWanted, budgetMs } = options
  const plan = planAccesslint(engines.rules.accesslint, standard).filter((planned) => isWanted(planned.id))
  const planned = new Map(plan.map((each) => [each.id, each]))
  const disabled = engines.rules.accesslint.map((rule) => rule.id).filter((id) => !planned.has(id))
  const deadline = performance.now() + budgetMs
  const audits = await Promise.all(
    frames.map(async ({ frame, path }) => {
      const left = Math.max(1, deadline - performance.now())
      const isTop = path.length === 0
      const audit = await within(worldOf(frame).evaluate(auditFrame, disabled, isTop, left, elementsListed), left + 500)
      const findings = audit.violations.flatMap((violation) => {
        const rule = planned.get(violation.rule)
        return rule ? [findingOf(violation, rule, path)] : []
      })
      return { findings, isComplete: audit.isComplete, broken: audit.broken }
    }),
  )
  return {
    findings: audits.flatMap((audit) => audit.findings),
    isComplete: audits.every((audit) => audit.isComplete),
    broken: [...new Set(audits.flatMap((audit) => audit.broken))],
  }
}

/** The rules for the standard's criteria, and those of best practice. Pure. */
export function planAccesslint(rules: readonly AccesslintRule[], standard: Standard): AccesslintRule[] {
  const asked = new Set(standard.criteria.map((criterion) => criterion.id))
  return rules.filter((rule) => rule.isPractice || rule.criteria.some((criterion) => asked.has(criterion)))
}

function findingOf(violation: FoundNode, rule: AccesslintRule, path: Target): Finding {
  return {
    engine: 'accesslint',
    rule: rule.id,
    verdict: rule.isPractice ? 'review' : 'violation',
    impact: violation.impact,
    criteria: [...rule.criteria],
    target: [...path, ...violation.target],
    ...(violation.kept !== null && { kept: violation.kept }),
    message: violation.message,
    recommendation: rule.guidance,
    helpUrl: null,
    confidence: rule.isPractice ? 'low' : 'high',
    ...(violation.count > 1 && { count: violation.count }),
  }
}

type FoundNode = { rule: string; impact: Impact; message: string; target: Target; kept: number | null; count: number }

/** Runs in the page. Between two chunks of rules it looks at the time, of which it keeps some to say what was found. */
function auditFrame(
  disabledRules: string[],
  isTop: boolean,
  budgetMs: number,
  limit: number,
): { violations: FoundNode[]; isComplete: boolean; broken: string[] } {
  type Audit = {
    processChunk: (budgetMs: number) => boolean
    getViolations: () => { ruleId: string; selector: string; html: string; impact: Impact; message: string }[]
    getSkippedRules: () => { ruleId: string; error: string }[]
  }
  type Lint = {
    createChunkedAudit: (document: Document, options: object) => Audit
    clearAllCaches: () => void
    getHtmlSnippet: (element: Element) => string
  }
  const { AccessLint, assayKept } = globalThis as unknown as { AccessLint: Lint; assayKept: Kept }
  const audit = AccessLint.createChunkedAudit(document, { disabledRules, includeAAA: true, componentMode: !isTop })
  const startedAt = performance.now()
  const deadline = startedAt + budgetMs * 0.6
  const namingUntil = startedAt + budgetMs * 0.8
  let isComplete = false
  while (!isComplete && performance.now() < deadline) isComplete = !audit.processChunk(50)
  const counts = new Map<string, number>()
  const lasts = new Map<string, FoundNode>()
  // It names an element by an id that others may have, too: then by its markup, and last by how often it was named before.
  const named = new Map<string, number>()
  const elementOf = (ruleId: string, parts: string[], html: string): Element | undefined => {
    let root: Document | ShadowRoot | null | undefined = document
    for (const part of parts.slice(0, -1)) root = root?.querySelector(part)?.shadowRoot
    const last = parts.at(-1)
    const all = last && root ? [...root.querySelectorAll(last)] : []
    if (all.length < 2) return all[0]
    const alike = all.filter((element) => AccessLint.getHtmlSnippet(element) === html)
    const name = JSON.stringify([ruleId, parts, html])
    const before = named.get(name) ?? 0
    named.set(name, before + 1)
    return alike[Math.min(before, alike.length - 1)]
  }
  const violations = audit.getViolations().flatMap(({ ruleId, selector, html, impact, message }) => {
    // In a frame of the page's own origin the engine begins at the page's top; the way to the frame is ours to tell.
    const own = selector.split('>>>iframe>').at(-1)?.trim() ?? ''
    const count = (counts.get(ruleId) ?? 0) + 1
    counts.set(ruleId, count)
    const last = lasts.get(ruleId)
    if (last && count > limit) {
      last.count += 1
      return []
    }
    const parts = own.split(' >>> ')
    const [first] = parts
    const target = parts.length === 1 && first !== undefined ? first : parts
    // Where there is no time to tell which is meant, its selector must do.
    const element = performance.now() < namingUntil ? elementOf(ruleId, parts, html) : undefined
    const kept = element ? assayKept.keep(element) : null
    const violation: FoundNode = { rule: ruleId, impact, message, target: [target], kept, count: 1 }
    lasts.set(ruleId, violation)
    return [violation]
  })
  const broken = audit.getSkippedRules().map(({ ruleId, error }) => `${ruleId} (${error})`)
  AccessLint.clearAllCaches()
  return { violations, isComplete, broken }
}
