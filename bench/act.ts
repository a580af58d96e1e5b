/**
 * What a scan finds of the W3C's ACT test cases, rule by rule, and what it finds where nothing is wrong.
 * `script/bench act FOLDER [--json FILE] [--misses] [--shallow] [--only RULE,RULE] [--from FILE]`: about four minutes. Prints
 * Markdown. The folder holds `testcases.json` and what it names: the published cases of
 * https://www.w3.org/WAI/standards-guidelines/act/rules/. Half of the cases, drawn by hash, may be read when checks are made:
 * only their misses are listed. `--from` merges again what a run wrote with `--json`, without looking at a page.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser, Page } from 'puppeteer'
import { type Case, halfOf, type Judged, judgeCase, openCases, type Seen, seenBy } from '#bench/act/judge'
import { loadNow, markdownTable, median } from '#bench/report'
import { openChromium } from '#test/support/chromium'
import { openEngines } from '#workers/scan-page/engines/index'
import type { Finding } from '#workers/scan-page/finding'

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'string' },
    from: { type: 'string' },
    only: { type: 'string' },
    misses: { type: 'boolean', default: false },
    shallow: { type: 'boolean', default: false },
  },
})
const folder = resolve(positionals[0] ?? '.')
const pagesAtOnce = 2
const everyEngine = ['axe-core', 'accesslint', 'assay', 'ibm-equal-access'] as const

const served = await openCases(folder)
if (!served) {
  console.error(`no ACT test cases in ${folder}: name a folder that holds testcases.json, testcases/ and test-assets/`)
  process.exit(1)
}
const { cases: all, addressOf, missing } = served
const only = flags.only?.split(',')
const approvedRules = new Set(all.filter((each) => each.approved).map((each) => each.ruleId))
const engines = await openEngines()
const begunAt = performance.now()
const judged = flags.from ? await judgedBefore(flags.from) : await judgeAll()
await served.stop()
if (flags.json) await Bun.write(flags.json, JSON.stringify({ totals: totals(judged), cases: judged }, null, 1))
report((performance.now() - begunAt) / 1000)

async function judgedBefore(file: string): Promise<Judged[]> {
  const { cases }: { cases: Judged[] } = await Bun.file(file).json()
  return cases.filter(isAsked).map((each) => ({ ...each, seen: seenBy(each.findings, each, engines) }))
}

function isAsked({ ruleId }: Case): boolean {
  return !only || only.includes(ruleId)
}

async function judgeAll(): Promise<Judged[]> {
  let opened: Promise<Browser> = openChromium()
  const done: Judged[] = []
  const queue = all.filter(isAsked).entries()
  /** A browser that died is replaced; two pages that notice at once open one. */
  const newPage = async (): Promise<Page> => {
    const before = opened
    const browser = await before
    if (browser.connected) return browser.newPage()
    if (opened === before) opened = openChromium()
    return (await opened).newPage()
  }
  const work = async () => {
    for (const [, each] of queue) done.push(await judge(each, await newPage()))
  }
  await Promise.all(Array.from({ length: pagesAtOnce }, work))
  await (await opened).close()
  return done
}

async function judge(each: Case, page: Page): Promise<Judged> {
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined))
  try {
    return await judgeCase(each, { page, address: addressOf(each), engines, deep: !flags.shallow })
  } finally {
    await page.close().catch(() => undefined)
  }
}

type Rates = { failed: number; clean: number; hits: number; falseAlarms: number }

function rates(of: readonly Judged[], counts: (seen: Seen) => boolean, seenOf = ({ seen }: Judged) => seen): Rates {
  const failed = of.filter((each) => each.expected === 'failed')
  const clean = of.filter((each) => each.expected !== 'failed')
  return {
    failed: failed.length,
    clean: clean.length,
    hits: failed.filter((each) => seenOf(each).some(counts)).length,
    falseAlarms: clean.filter((each) => seenOf(each).some(counts)).length,
  }
}

function isError({ as }: Seen): boolean {
  return as === 'error'
}

/** As if only these engines had been asked. */
function seenOnlyBy(...names: Finding['engine'][]): (each: Judged) => Seen[] {
  return (each) =>
    seenBy(
      each.findings.filter(({ engine }) => names.includes(engine)),
      each,
      engines,
    )
}

function totals(of: readonly Judged[]): Record<string, Rates> {
  const approved = of.filter((each) => approvedRules.has(each.ruleId))
  const both = (name: string, rate: (some: readonly Judged[]) => Rates) => [
    [`approved rules, ${name}`, rate(approved)] as const,
    [`all rules, ${name}`, rate(of)] as const,
  ]
  return Object.fromEntries([
    ...both('errors', (some) => rates(some, isError)),
    ...both('with practice and warnings', (some) => rates(some, () => true)),
    ...both('axe-core alone, errors', (some) => rates(some, isError, seenOnlyBy('axe-core'))),
    ...everyEngine.flatMap((without) =>
      both(`without ${without}, errors`, (some) =>
        rates(some, isError, seenOnlyBy(...everyEngine.filter((engine) => engine !== without))),
      ),
    ),
  ])
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`
}

function report(seconds: number): void {
  console.log(`${judged.length} cases in ${seconds.toFixed(0)} s, ${loadNow()}\n`)
  tellRules()
  tellTotals('all cases', judged)
  for (const half of ['seen', 'unseen'] as const)
    tellTotals(
      `${half} half`,
      judged.filter((each) => halfOf(each) === half),
    )
  tellEngines()
  if (flags.misses) listMisses(judged.filter((each) => halfOf(each) === 'seen'))
}

function tellRules(): void {
  const rows = [...new Set(judged.map((each) => each.ruleId))].map((ruleId) => {
    const of = judged.filter((each) => each.ruleId === ruleId)
    return {
      ruleId,
      name: of[0]?.ruleName ?? '',
      isApproved: approvedRules.has(ruleId),
      errors: rates(of, isError),
      all: rates(of, () => true),
      names: [...new Set(of.flatMap((each) => each.seen.map((seen) => seen.engine)))],
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
}

function tellTotals(name: string, of: readonly Judged[]): void {
  console.log(
    `\n${markdownTable(
      [name, 'failed', 'clean', 'hits', 'false alarms', 'recall', 'precision', 'of clean left alone'],
      Object.entries(totals(of)).map(([what, { failed, clean, hits, falseAlarms }]) => [
        what,
        ...[failed, clean, hits, falseAlarms].map(String),
        percent(hits, failed),
        percent(hits, hits + falseAlarms),
        percent(clean - falseAlarms, clean),
      ]),
    )}`,
  )
}

function tellEngines(): void {
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
}

function listMisses(of: readonly Judged[]): void {
  const show = (each: Judged) => `${each.ruleId} ${each.testcaseTitle} (${each.expected}) ${each.relativePath}`
  const clean = of.filter((each) => each.expected !== 'failed')
  const describe = (seen: Seen) => `  ${seen.engine} ${seen.rule}: ${seen.target.flat().join(' ')}: ${seen.message}`
  console.log('\n## Not found')
  for (const each of of)
    if (each.expected === 'failed' && !each.seen.some(isError))
      console.log(
        [`${show(each)}${each.seen.length > 0 ? ' [as a warning]' : ''}`, ...new Set(each.seen.map(describe))].join(
          '\n',
        ),
      )
  for (const as of ['error', 'practice', 'warning'] as const) {
    console.log(`\n## False: ${as}`)
    for (const each of clean) {
      const seen = each.seen.filter((one) => one.as === as)
      if (seen.length > 0) console.log([show(each), ...new Set(seen.map(describe))].join('\n'))
    }
  }
}
