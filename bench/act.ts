/**
 * What a scan finds of the W3C's ACT test cases, rule by rule, and what it finds where nothing is wrong.
 * `script/bench act FOLDER [--json FILE] [--misses] [--shallow] [--only RULE,RULE]`: about four minutes. Prints Markdown.
 * The folder holds `testcases.json` and what it names: the published cases of https://www.w3.org/WAI/standards-guidelines/act/rules/.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'puppeteer'
import { type Case, type Judged, judgeCase, openCases, type Seen } from '#bench/act/judge'
import { loadNow, markdownTable, median } from '#bench/report'
import { openChromium } from '#test/support/chromium'
import { openEngines } from '#workers/scan-page/engines/index'
import type { Finding } from '#workers/scan-page/finding'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    only: { type: 'string' },
    misses: { type: 'boolean', default: false },
    shallow: { type: 'boolean', default: false },
  },
})
const folder = resolve(positionals[0] ?? '.')
const pagesAtOnce = 2

const served = await openCases(folder)
if (!served) {
  console.error(`no ACT test cases in ${folder}: name a folder that holds testcases.json, testcases/ and test-assets/`)
  process.exit(1)
}
const { cases: all, addressOf, missing } = served
const only = flags.only?.split(',')
const cases = all.filter((each) => !only || only.includes(each.ruleId))
const approvedRules = new Set(all.filter((each) => each.approved).map((each) => each.ruleId))
const engines = await openEngines()
const begunAt = performance.now()
let opened = open()
const judged: Judged[] = []
const queue = cases.entries()
await Promise.all(Array.from({ length: pagesAtOnce }, () => work()))
await (await opened).close()
await served.stop()
report((performance.now() - begunAt) / 1000)
if (flags.json) await Bun.write(flags.json, JSON.stringify({ totals: totals(), cases: judged }, null, 1))

function open(): Promise<Browser> {
  return openChromium()
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
  const page = await newPage()
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
  try {
    return await judgeCase(each, { page, address: addressOf(each), engines, deep: !flags.shallow })
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
  for (const { relativePath, engines: runs } of judged)
    for (const { name, state, reason } of runs.filter((run) => run.state !== 'ran'))
      console.log(`${name} ${state}: ${relativePath}: ${reason}`)
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
