/** One ACT test case, examined: what was found of the very rule that the case is for. */
import { existsSync } from 'node:fs'
import { join, normalize } from 'node:path'
import type { Page } from 'puppeteer'
import { actIdsOf } from '#bench/act/mapping'
import { type EngineRun, isViolation } from '#db/documents/scan-report'
import { readStandard, type Standard } from '#shared/accessibility/standards'
import type { Engines } from '#workers/scan-page/engines/engines'
import type { Finding } from '#workers/scan-page/finding'
import { isSure, problemsOf, severityOf } from '#workers/scan-page/merge'
import { examine } from '#workers/scan-page/run-engines'
import { lostSubject, subjectsOf } from '#workers/scan-page/subjects'

/** As `testcases.json` has it. */
export type Case = {
  ruleId: string
  ruleName: string
  expected: 'passed' | 'failed' | 'inapplicable'
  testcaseId: string
  testcaseTitle: string
  relativePath: string
  approved?: boolean
}
/** What an engine said of the case's rule, and what became of it beside what the others said of the same problem. */
export type Seen = Pick<Finding, 'engine' | 'rule' | 'target' | 'message'> & { as: 'error' | 'practice' | 'warning' }
/** A finding with the key of the element that it is about. */
type Kept = Finding & { subject: string }
export type Judged = Case & { findings: Kept[]; seen: Seen[]; ms: number; engines: EngineRun[]; error: string | null }

/** Which half a case is in: drawn by its id, before anything was measured. */
export const halfOf = ({ testcaseId }: Pick<Case, 'testcaseId'>): 'seen' | 'unseen' =>
  Number.parseInt(new Bun.CryptoHasher('sha256').update(testcaseId).digest('hex').slice(0, 2), 16) % 2 === 0
    ? 'seen'
    : 'unseen'

export type CaseFolder = {
  cases: Case[]
  addressOf: (each: Case) => string
  /** What pages asked for and the folder does not hold. */
  missing: Set<string>
  stop: () => Promise<void>
}

const published = '/WAI/content-assets/wcag-act-rules/'

/** Serves a folder of cases where their pages expect to be; undefined when it holds none. */
export async function openCases(folder: string): Promise<CaseFolder | undefined> {
  const list = join(folder, 'testcases.json')
  if (!existsSync(list)) return undefined
  const { testcases }: { testcases: Case[] } = await Bun.file(list).json()
  const missing = new Set<string>()
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const path = decodeURIComponent(new URL(request.url).pathname)
      const inFolder = path.startsWith(published) ? path.slice(published.length) : path
      const file = Bun.file(join(folder, normalize(`/${inFolder}`)))
      if (await file.exists()) return new Response(file)
      if (!path.endsWith('favicon.ico')) missing.add(path)
      return new Response('not here', { status: 404 })
    },
  })
  return {
    cases: testcases,
    addressOf: ({ relativePath }) => `${server.url.origin}${published}${relativePath}`,
    missing,
    stop: () => server.stop(true),
  }
}

type Options = { page: Page; address: string; engines: Engines; deep: boolean }

/** Looks with everything there is: WCAG 2.2 AAA and best practice. A page that cannot be examined is an `error`. */
export async function judgeCase(each: Case, { page, address, engines, deep }: Options): Promise<Judged> {
  const startedAt = performance.now()
  const done = (found: Partial<Judged>): Judged => ({
    ...each,
    findings: [],
    seen: [],
    engines: [],
    error: null,
    ms: performance.now() - startedAt,
    ...found,
  })
  try {
    await page.setViewport({ width: 1280, height: 900 })
    await page.goto(address, { waitUntil: 'load', timeout: 10_000 })
    const { findings, engines: runs } = await examine({ page, engines, standard: everything(), deep, budgetMs: 40_000 })
    const subjects = await subjectsOf(page, findings)
    const kept = findings.map((finding) => ({ ...finding, subject: subjects.of(finding).key }))
    return done({ findings: kept, seen: seenBy(kept, each, engines), engines: runs })
  } catch (error) {
    return done({ error: error instanceof Error ? error.message : String(error) })
  }
}

/**
 * What is told of the case's rule once the findings are merged. What another engine only supposes of a problem is no error of
 * its rule, though the problem is one.
 */
export function seenBy(kept: readonly Kept[], { ruleId }: Pick<Case, 'ruleId'>, engines: Engines): Seen[] {
  const subjects = new Map<Finding, string>(kept.map((finding) => [finding, finding.subject]))
  const problems = problemsOf(kept, (finding) => lostSubject(finding.target, subjects.get(finding)))
  return problems.flatMap(({ group }) => {
    const severity = severityOf(group)
    return group
      .filter((finding) => actIdsOf(finding, engines).includes(ruleId))
      .map(({ engine, rule, target, message, ...finding }) => {
        const isError = isViolation(severity) && isSure({ ...finding, engine })
        const as: Seen['as'] = isError ? 'error' : severity === 'practice' ? 'practice' : 'warning'
        return { engine, rule, target, message, as }
      })
  })
}

function everything(): Standard {
  const found = readStandard('WCAG 2.2 AAA')
  if (!found) throw new Error('no such standard')
  return found
}
