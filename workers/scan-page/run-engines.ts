/** Looks at a page that has come to rest: the engines, then our own checks. What it comes to is not merged, located or judged yet. */
import type { Page } from 'puppeteer'
import type { EngineRun } from '#db/documents/scan-report'
import type { Standard } from '#shared/accessibility/standards'
import { type Checked, runChecks } from '#workers/scan-page/checks/index'
import { planAccesslint, runAccesslint } from '#workers/scan-page/engines/accesslint'
import { planAxe, runAxe } from '#workers/scan-page/engines/axe'
import { runAxeAgain } from '#workers/scan-page/engines/axe-again'
import { type Brake, brakeOf, isOutOfTime, within } from '#workers/scan-page/engines/budget'
import type { Engines } from '#workers/scan-page/engines/engines'
import type { EnteredFrame } from '#workers/scan-page/engines/frames'
import { runIbm } from '#workers/scan-page/engines/ibm'
import type { EngineAnswer, Finding } from '#workers/scan-page/finding'
import type { PageJudge } from '#workers/scan-page/judge/judge'
import { beginJudging } from '#workers/scan-page/judge/judge-page'
import { withoutDecided, withoutKnownFalse } from '#workers/scan-page/known-false'
import { shadowedProperties } from '#workers/scan-page/shadowed'

export type Examination = {
  findings: Finding[]
  /** Who looked, axe first. */
  engines: EngineRun[]
  /** Properties of forms that names on the page hide from scripts. The engines read past them. */
  shadowed: string[]
  /** The success criteria of the standard for which any automated rule was there. */
  criteria: string[]
}

type Options = {
  page: Page
  engines: Engines
  standard: Standard
  /** The page as it was served. */
  source?: string
  /** Also ask IBM Equal Access. */
  deep?: boolean
  /** Rules to look for alone, or to leave out, by the engine's name or its last part: color-contrast. */
  rules?: { include?: string[]; exclude?: string[] }
  /** Whether the page may be acted on: keys and controls pressed. */
  explore?: boolean
  /** A model that is asked as well, where the operator named one. */
  judge?: PageJudge | undefined
  /** What everything together may take. */
  budgetMs?: number
  /** Is told what was found before the page is acted on. */
  beforeActing?: (found: readonly Finding[]) => Promise<unknown>
}

/** What our own checks say of themselves; grows when they find something else. */
const checksVersion = '2.0.0'

/** @throws when axe does not come to an end; any other engine that fails is listed as failed. */
export async function examine(options: Options): Promise<Examination> {
  const { page, engines, standard, deep = false, explore = true, rules = {}, judge, budgetMs = 30_000 } = options
  const { beforeActing } = options
  const { versions } = engines
  const isWanted = wantedBy(rules)
  const deadline = performance.now() + budgetMs
  const left = (share: number) => Math.max(1, (deadline - performance.now()) * share)
  const brake = await brakeOf(page)
  try {
    const startedAt = performance.now()
    const axe = await runAxe({ page, engines, standard, isWanted, budgetMs: left(0.7), limitMs: left(1) })
    const { frames, skipped, broken, late } = axe
    const reasons = [
      ...(broken.length > 0 ? [brokenRules(broken)] : []),
      ...(late.length > 0 ? [`its time was over before the last element of ${late.join(', ')}`] : []),
      ...(skipped.length > 0 ? [`frames not entered: ${skipped.join(', ')}`] : []),
    ]
    const axeRun: EngineRun = {
      name: 'axe-core',
      version: versions.axe,
      state: broken.length > 0 ? 'failed' : late.length > 0 ? 'out of time' : 'ran',
      ms: performance.now() - startedAt,
      reason: reasons.length > 0 ? reasons.join('; ') : null,
    }
    const [shadowed, accesslint] = await Promise.all([
      shadowedProperties(frames),
      attempt('accesslint', versions.accesslint, brake, () =>
        runAccesslint({ frames, engines, standard, isWanted, budgetMs: left(0.4) }),
      ),
    ])
    const ibm = deep
      ? await attempt('ibm-equal-access', versions.ibm, brake, () =>
          runIbm({ frames, engines, standard, isWanted, budgetMs: left(0.6) }),
        )
      : undefined
    const beside = [...withoutDecided(accesslint.findings, axe.hasDecided), ...(ibm?.findings ?? [])]
    const found = await withoutKnownFalse([...axe.findings, ...beside], frames, {
      budgetMs: left(0.2),
      lookedMs: performance.now() - startedAt,
    })
    const judged = judge
      ? await beginJudging(judge, { page, standard, isWanted, gatherMs: left(0.2), budgetMs: left(1) })
      : undefined
    const checks = await attemptChecks({
      page,
      standard,
      frames,
      engineFindings: found,
      brake,
      isWanted,
      explore,
      ...(options.source === undefined ? {} : { source: options.source }),
      async examineAgain(within) {
        const again = await runAxeAgain({ within, engines, standard, isWanted })
        // What fades in was brought to its end before.
        return withoutKnownFalse(again, [within], { budgetMs: left(0.2), lookedMs: 0 })
      },
      ...(beforeActing && { beforeActing: (ours: readonly Finding[]) => beforeActing([...found, ...ours]) }),
      budgetMs: left(1),
    })
    const { settled } = checks
    const judgement = await judged?.judgement
    const criteria = [
      ...checks.criteria,
      ...planAxe(engines.rules.axe, standard).flatMap((rule) => rule.criteria),
      ...planAccesslint(engines.rules.accesslint, standard).flatMap((rule) => rule.criteria),
    ]
    return {
      findings: [
        ...found.flatMap((finding) =>
          settled.has(finding) ? (settled.get(finding) ?? []) : finding.isUnderWay ? [] : [finding],
        ),
        ...checks.findings,
        ...(judgement?.findings ?? []),
      ],
      engines: [axeRun, accesslint.run, ...(ibm ? [ibm.run] : []), checks.run, ...(judgement ? [judgement.run] : [])],
      shadowed,
      criteria: standard.criteria.map(({ id }) => id).filter((id) => criteria.includes(id)),
    }
  } finally {
    brake.release()
  }
}

type Attempt = { findings: Finding[]; run: EngineRun }

/** An engine's run, whatever happens to it. */
async function attempt(
  name: string,
  version: string,
  brake: Brake,
  run: () => Promise<EngineAnswer>,
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
    const { findings, isComplete, broken } = await run()
    if (broken.length > 0) return { findings, run: done('failed', brokenRules(broken)) }
    const late = 'its time was over before its last rule'
    return { findings, run: isComplete ? done('ran', null) : done('out of time', late) }
  } catch (error) {
    const isLate = isOutOfTime(error)
    // What still runs in the page would keep everyone after it waiting.
    if (isLate) await brake.pull()
    const reason = error instanceof Error ? error.message : String(error)
    return { findings: [], run: done(isLate ? 'out of time' : 'failed', reason) }
  }
}

/** An engine whose rules broke has found less than there may be, and says so. */
const brokenRules = (broken: readonly string[]): string =>
  `rules that broke on this page: ${broken.slice(0, rulesNamed).join(', ')}${broken.length > rulesNamed ? ` and ${broken.length - rulesNamed} more` : ''}`.slice(
    0,
    reasonLength,
  )
const rulesNamed = 10
const reasonLength = 2000

type ChecksOptions = {
  page: Page
  source?: string
  standard: Standard
  frames: readonly EnteredFrame[]
  engineFindings: readonly Finding[]
  brake: Brake
  isWanted: (rule: string) => boolean
  explore: boolean
  examineAgain: (within: EnteredFrame) => Promise<Finding[]>
  beforeActing?: (found: readonly Finding[]) => Promise<unknown>
  budgetMs: number
}

/** Our own checks, as one engine. They come last: some act on the page. */
async function attemptChecks(options: ChecksOptions): Promise<Attempt & Pick<Checked, 'settled' | 'criteria'>> {
  const { page, standard, frames, engineFindings, brake, isWanted, explore, examineAgain, budgetMs } = options
  const startedAt = performance.now()
  const deadline = startedAt + budgetMs
  const done = (state: EngineRun['state'], reason: string | null): EngineRun => ({
    name: 'assay',
    version: checksVersion,
    state,
    ms: performance.now() - startedAt,
    reason,
  })
  const withinBoth = async <T>(work: Promise<T>, ms: number): Promise<T> => {
    try {
      return await within(work, Math.max(1, Math.min(ms, deadline - performance.now())))
    } catch (error) {
      if (isOutOfTime(error)) await brake.pull()
      throw error
    }
  }
  try {
    const { findings, settled, runs, criteria } = await runChecks({
      page,
      standard,
      frames,
      engineFindings,
      within: withinBoth,
      budgetMs,
      isWanted,
      explore,
      examineAgain,
      ...(options.beforeActing && { beforeActing: options.beforeActing }),
      ...(options.source === undefined ? {} : { source: options.source }),
    })
    const broken = runs.filter((run) => run.state !== 'ran')
    const reason = broken.map((run) => `${run.name}: ${run.reason ?? run.state}`).join('; ')
    const state = broken.find((run) => run.state === 'failed')?.state ?? broken[0]?.state ?? 'ran'
    return {
      findings: findings.filter((finding) => isWanted(finding.rule)),
      settled,
      run: done(state, reason === '' ? null : reason),
      criteria,
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const run = done(isOutOfTime(error) ? 'out of time' : 'failed', reason)
    return { findings: [], settled: new Map(), run, criteria: [] }
  }
}

/** Whether a rule is looked for; it goes by its whole name and by what follows the last slash. */
function wantedBy({ include, exclude }: { include?: string[]; exclude?: string[] }): (rule: string) => boolean {
  const names = (rule: string) => [rule, rule.slice(rule.lastIndexOf('/') + 1)]
  return (rule) =>
    (!include || names(rule).some((name) => include.includes(name))) &&
    !names(rule).some((name) => exclude?.includes(name))
}
