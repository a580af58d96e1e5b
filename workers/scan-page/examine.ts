/** Looks at a page that has come to rest: the engines, then our own checks. What it comes to is not merged, located or judged yet. */
import type { Page } from 'puppeteer'
import type { EngineRun } from '#db/documents/scan-report'
import type { Standard } from '#shared/accessibility/standards'
import { planAccesslint, runAccesslint } from '#workers/scan-page/engines/accesslint'
import { planAxe, runAxe } from '#workers/scan-page/engines/axe'
import { interrupt, isOutOfTime } from '#workers/scan-page/engines/budget'
import { type Engines, openEngines } from '#workers/scan-page/engines/index'
import type { Finding } from '#workers/scan-page/finding'

export { type Engines, openEngines }

export type Examination = {
  findings: Finding[]
  /** Who looked, axe first. */
  engines: EngineRun[]
  /** The success criteria for which any automated rule was there. */
  criteria: string[]
}

type Options = {
  page: Page
  engines: Engines
  standard: Standard
  /** Also ask IBM Equal Access. */
  deep?: boolean
  /** Rules to look for alone, or to leave out, by the engine's name or its last part: color-contrast. */
  rules?: { include?: string[]; exclude?: string[] }
  /** What everything together may take. */
  budgetMs?: number
}

/** @throws when axe does not come to an end; any other engine that fails is listed as failed. */
export async function examine(options: Options): Promise<Examination> {
  const { page, engines, standard, rules = {}, budgetMs = 30_000 } = options
  const isWanted = wantedBy(rules)
  const deadline = performance.now() + budgetMs
  const left = (share: number) => Math.max(1, (deadline - performance.now()) * share)

  const startedAt = performance.now()
  const axe = await runAxe({ page, engines, standard, isWanted, budgetMs: left(0.7) })
  const axeRun: EngineRun = {
    name: 'axe-core',
    version: engines.versions.axe,
    state: 'ran',
    ms: performance.now() - startedAt,
    reason: axe.skipped.length > 0 ? `not entered: ${axe.skipped.join(', ')}` : null,
  }
  const accesslint = await attempt('accesslint', engines.versions.accesslint, page, () =>
    runAccesslint({ frames: axe.frames, engines, standard, isWanted, budgetMs: left(0.3) }),
  )
  const findings = [...axe.findings, ...accesslint.findings]
  const criteria = new Set([
    ...planAxe(engines.rules.axe, standard).flatMap((rule) => rule.criteria),
    ...planAccesslint(engines.rules.accesslint, standard).flatMap((rule) => rule.criteria),
  ])
  return { findings, engines: [axeRun, accesslint.run], criteria: [...criteria].sort() }
}

type Attempt = { findings: Finding[]; run: EngineRun }

/** An engine's run, whatever happens to it. */
async function attempt(
  name: string,
  version: string,
  page: Page,
  run: () => Promise<{ findings: Finding[]; isComplete: boolean }>,
): Promise<Attempt> {
  const startedAt = performance.now()
  const done = (state: EngineRun['state'], reason: string | null): EngineRun => ({
    name,
    version,
    state,
    ms: performance.now() - startedAt,
    reason,
  })
  try {
    const { findings, isComplete } = await run()
    return {
      findings,
      run: isComplete ? done('ran', null) : done('out of time', 'its time was over before its last rule'),
    }
  } catch (error) {
    const isLate = isOutOfTime(error)
    // What runs in the page would keep everyone after it waiting.
    if (isLate) await interrupt(page)
    const reason = error instanceof Error ? error.message : String(error)
    return { findings: [], run: done(isLate ? 'out of time' : 'failed', reason) }
  }
}

/** Whether a rule is looked for; it goes by its whole name and by what follows the last slash. */
function wantedBy({ include, exclude }: { include?: string[]; exclude?: string[] }): (rule: string) => boolean {
  const names = (rule: string) => [rule, rule.slice(rule.lastIndexOf('/') + 1)]
  return (rule) =>
    (!include || names(rule).some((name) => include.includes(name))) &&
    !names(rule).some((name) => exclude?.includes(name))
}
