/**
 * What a scan finds of the W3C's ACT test cases, rule by rule, and what it finds where nothing is wrong.
 * `bun bench/act.ts [folder] [--json FILE] [--misses] [--shallow] [--only RULE,RULE]`: about four minutes. Prints Markdown.
 * The folder holds `testcases.json` and what it names: the published cases of https://www.w3.org/WAI/standards-guidelines/act/rules/.
 */
import { existsSync } from 'node:fs'
import { join, normalize, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, launch, type Page } from 'puppeteer'
import { actIdsOf } from '#bench/act/mapping'
import { loadNow, markdownTable, median } from '#bench/report'
import { readStandard, type Standard } from '#shared/accessibility/standards'
import { examine, openEngines } from '#workers/scan-page/examine'
import type { Finding } from '#workers/scan-page/finding'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    only: { type: 'string' },
    misses: { type: 'boolean', default: false },
    shallow: { type: 'boolean', default: false },
    browser: { type: 'string', default: '/usr/bin/chromium' },
  },
})
const folder = resolve(positionals[0] ?? join(import.meta.dir, '../../shared/data/act'))
const published = '/WAI/content-assets/wcag-act-rules/'
const pagesAtOnce = 2
const caseBudgetMs = 40_000

type Case = {
  ruleId: string
  ruleName: string
  expected: 'passed' | 'failed' | 'inapplicable'
  testcaseId: string
  testcaseTitle: string
  relativePath: string
  approved?: boolean
}
type Seen = Pick<Finding, 'engine' | 'rule' | 'verdict' | 'target' | 'message'>
type Judged = Case & {
  /** What was found of the very rule that the case is for. */
  seen: Seen[]
  ms: number
  engines: { name: string; ms: number; state: string; reason: string | null }[]
  error: string | null
}

if (!existsSync(join(folder, 'testcases.json'))) {
  console.error(`no ACT test cases in ${folder}: name a folder that holds testcases.json, testcases/ and test-assets/`)
  process.exit(1)
}
const only = flags.only?.split(',')
const { testcases }: { testcases: Case[] } = await Bun.file(join(folder, 'testcases.json')).json()
const cases = testcases.filter((each) => !only || only.includes(each.ruleId))
const standard = everything()
const approvedRules = new Set(testcases.filter((each) => each.approved).map((each) => each.ruleId))
const engines = await openEngines()

const missing = new Set<string>()
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const path = decodeURIComponent(new URL(request.url).pathname)
    const file = Bun.file(
      join(folder, normalize(`/${path.startsWith(published) ? path.slice(published.length) : path}`)),
    )
    if (await file.exists()) return new Response(file)
    if (!path.endsWith('favicon.ico')) missing.add(path)
    return new Response('not here', { status: 404 })
  },
})
const begunAt = performance.now()
let opened = open()
const judged: Judged[] = []
const queue = cases.entries()
await Promise.all(Array.from({ length: pagesAtOnce }, () => work()))
await (await opened).close()
await server.stop(true)
report((performance.now() - begunAt) / 1000)
if (flags.json) await Bun.write(flags.json, JSON.stringify({ totals: totals(), cases: judged }, null, 1))

function everything(): Standard {
  const found = readStandard('WCAG 2.2 AAA')
  if (!found) throw new Error('no such standard')
  return found
}

function open(): Promise<Browser> {
  return launch({ executablePath: flags.browser, args: ['--no-sandbox', '--disable-gpu'] })
}

async function work(): Promise<void> {
  for (const [, each] of queue) judged.push(await judge(each))
}

/** A browser that died is replaced; two pages that notice at once open one. */
async function newPage(): Promise<Page> {
  const before = opened
  const browser = await before
  if (browser.connected) return browser.newPage()
  if (opened === before) opened = open()
  return (await opened).newPage()
}

async function judge(each: Case): Promise<Judged> {
  const startedAt = performance.now()
  const page = await newPage()
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
  const done = (found: Partial<Judged>): Judged => ({
    ...each,
    seen: [],
    engines: [],
    error: null,
    ms: performance.now() - startedAt,
    ...found,
  })
  try {
    await page.setViewport({ width: 1280, height: 900 })
    await page.goto(`${server.url.origin}${published}${each.relativePath}`, { waitUntil: 'load', timeout: 10_000 })
    const { findings, engines: runs } = await examine({
      page,
      engines,
      standard,
      deep: !flags.shallow,
      budgetMs: caseBudgetMs,
    })
    const seen = findings
      .filter((finding) => actIdsOf(finding, engines).includes(each.ruleId))
      .map(({ engine, rule, verdict, target, message }) => ({ engine, rule, verdict, target, message }))
    return done({ seen, engines: runs })
  } catch (error) {
    return done({ error: error instanceof Error ? error.message : String(error) })
  } finally {
    await page.close().catch(() => undefined)
  }
}

type Rates = { failed: number; clean: number; hits: number; falseAlarms: number }

function rates(of: readonly Judged[], counts: (seen: Seen) => boolean): Rates {
  const failed = of.filter((each) => each.expected === 'failed')
  const clean = of.filter((each) => each.expected !== 'failed')
  return {
    failed: failed.length,
    clean: clean.length,
    hits: failed.filter((each) => each.seen.some(counts)).length,
    falseAlarms: clean.filter((each) => each.seen.some(counts)).length,
  }
}

function totals() {
  const approved = judged.filter((each) => approvedRules.has(each.ruleId))
  const isError = (seen: Seen) => seen.verdict === 'violation'
  const by =
    (...names: Finding['engine'][]) =>
    (seen: Seen) =>
      isError(seen) && names.includes(seen.engine)
  return {
    'approved rules, errors': rates(approved, isError),
    'approved rules, with warnings': rates(approved, () => true),
    'all rules, errors': rates(judged, isError),
    'all rules, with warnings': rates(judged, () => true),
    'approved rules, axe-core alone': rates(approved, by('axe-core')),
    'all rules, axe-core alone': rates(judged, by('axe-core')),
    'approved rules, axe-core and AccessLint': rates(approved, by('axe-core', 'accesslint')),
    'all rules, axe-core and AccessLint': rates(judged, by('axe-core', 'accesslint')),
    'all rules, our own checks': rates(judged, by('assay')),
    'all rules, our own checks with warnings': rates(judged, (seen) => seen.engine === 'assay'),
  }
}

function report(seconds: number): void {
  const percent = (part: number, whole: number) => (whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`)
  console.log(`${judged.length} cases in ${seconds.toFixed(0)} s, ${loadNow()}\n`)
  const rows = [...new Set(judged.map((each) => each.ruleId))].map((ruleId) => {
    const of = judged.filter((each) => each.ruleId === ruleId)
    const errors = rates(of, (seen) => seen.verdict === 'violation')
    const all = rates(of, () => true)
    const names = new Set(of.flatMap((each) => each.seen.map((seen) => seen.engine)))
    return {
      ruleId,
      name: of[0]?.ruleName ?? '',
      isApproved: approvedRules.has(ruleId),
      errors,
      all,
      names: [...names],
    }
  })
  rows.sort((a, b) => Number(b.isApproved) - Number(a.isApproved) || b.errors.failed - a.errors.failed)
  console.log(
    markdownTable(
      ['rule', 'what', 'approved', 'failed', 'clean', 'errors hit', 'false', 'with warnings', 'false', 'by'],
      rows.map(({ ruleId, name, isApproved, errors, all, names }) => [
        ruleId,
        name.slice(0, 60),
        isApproved ? 'yes' : '',
        String(errors.failed),
        String(errors.clean),
        String(errors.hits),
        String(errors.falseAlarms),
        String(all.hits),
        String(all.falseAlarms),
        names.join(', '),
      ]),
    ),
  )
  console.log(
    `\n${markdownTable(
      ['', 'failed', 'clean', 'hits', 'false alarms', 'recall', 'precision'],
      Object.entries(totals()).map(([name, { failed, clean, hits, falseAlarms }]) => [
        name,
        ...[failed, clean, hits, falseAlarms].map(String),
        percent(hits, failed),
        percent(hits, hits + falseAlarms),
      ]),
    )}`,
  )
  const names = [...new Set(judged.flatMap((each) => each.engines.map((run) => run.name)))]
  console.log(
    `\n${markdownTable(
      ['engine', 'median ms', 'mean ms', 'did not run to its end'],
      names.map((name) => {
        const runs = judged.flatMap((each) => each.engines.filter((run) => run.name === name))
        const ms = runs.map((run) => run.ms)
        const broken = runs.filter((run) => run.state !== 'ran').length
        const mean = ms.reduce((sum, each) => sum + each, 0) / ms.length
        return [name, median(ms).toFixed(0), mean.toFixed(0), String(broken)]
      }),
    )}\n`,
  )
  for (const each of judged.filter(({ error }) => error)) console.log(`error: ${each.relativePath}: ${each.error}`)
  for (const path of missing) console.log(`not among the assets: ${path}`)
  if (flags.misses) listMisses()
}

function listMisses(): void {
  const show = (each: Judged) => `${each.ruleId} ${each.testcaseTitle} (${each.expected}) ${each.relativePath}`
  const isError = (seen: Seen) => seen.verdict === 'violation'
  const clean = judged.filter((each) => each.expected !== 'failed')
  const describe = (seen: Seen) => `  ${seen.engine} ${seen.rule}: ${seen.target.flat().join(' ')}: ${seen.message}`
  console.log('\n## Not found')
  for (const each of judged)
    if (each.expected === 'failed' && !each.seen.some(isError))
      console.log(`${show(each)}${each.seen.length > 0 ? ' [as a warning]' : ''}`)
  for (const verdict of ['violation', 'review'] as const) {
    console.log(`\n## False ${verdict === 'violation' ? 'alarms' : 'warnings'}`)
    for (const each of clean) {
      const seen = each.seen.filter((one) => one.verdict === verdict)
      if (seen.length > 0) console.log([show(each), ...new Set(seen.map(describe))].join('\n'))
    }
  }
}
