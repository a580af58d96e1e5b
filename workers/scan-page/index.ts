/** scan-page's worker: visits a page, has it examined, saves the report with its evidence node; or turns a sitemap into pages. */
import { availableParallelism } from 'node:os'
import { type AnswerRow, standingOf } from '#db/queries/answers'
import { lockRuns } from '#db/queries/runs'
import { waiversFor } from '#db/queries/scans'
import { type StandingAnswer, thingsOf } from '#shared/accessibility/answers'
import { readStandard } from '#shared/accessibility/standards'
import { componentsToSee } from '#shared/components/scanned'
import type { ScanAccess } from '#shared/contracts/scans'
import { guardedFetch } from '#shared/egress/fetch'
import { openPolicy } from '#shared/egress/resolve'
import { endPages } from '#shared/evidence/run-life'
import { isAnswer } from '#shared/evidence/sealed/answers'
import { provenAccess } from '#shared/evidence/sealed/runs'
import { isWaiver } from '#shared/evidence/sealed/waivers'
import type { PayloadOf } from '#shared/jobs/contract'
import { scanPage } from '#shared/jobs/scan-page'
import { judgeUrl } from '#shared/kernel/addresses'
import { openSeal } from '#shared/kernel/encryption'
import { addressRefused } from '#shared/kernel/errors/addresses'
import { browserUnavailable, pageUnreachable } from '#shared/kernel/errors/scans'
import { noStats } from '#workers/page/browser-pool'
import { keepBrowser } from '#workers/page/kept-browser'
import { keptScripts, rewriteKeeping } from '#workers/page/kept-scripts'
import { BrowserUnavailable } from '#workers/page/unavailable'
import { defineWorker, type JobAttempt, type WorkerTools } from '#workers/runtime/worker'
import { inPageSource } from '#workers/scan-page/checks/source'
import { openEngines } from '#workers/scan-page/engines/index'
import { insist } from '#workers/scan-page/insist'
import { openJudge } from '#workers/scan-page/judge/judge'
import { openRobots, robotName } from '#workers/scan-page/links'
import { openScanMetrics } from '#workers/scan-page/metrics'
import { foundOn, pageOf, waivableOf } from '#workers/scan-page/report'
import { type FoundPages, failedPage, runIdOf, saveFoundPages, saveScans, sortFound } from '#workers/scan-page/save'
import { type MadeScan, makeScan, replyOf } from '#workers/scan-page/scan-result'
import { readSitemap } from '#workers/scan-page/sitemap'
import { seePage } from '#workers/scan-page/visit-page'

type Payload = PayloadOf<typeof scanPage>
type PagePayload = Extract<Payload, { of: 'page' }>
type SitemapPayload = Extract<Payload, { of: 'sitemap' }>
type Result = MadeScan | FoundPages

const defaultTimeoutMs = 30_000
/** What of a caller's wait is left for what comes after the visit: putting together, writing, telling. */
const settleMs = 5000
/** No page that somebody waits for is looked at for longer, whatever its caller allows. */
const waitedForMs = scanPage.waitMs - settleMs
const defaultViewport = { width: 1280, height: 900 }
const sitemapBytes = 52_428_800
const robotsBytes = 512_000
const fetchMs = 20_000
/** What reading a sitemap and its nested ones may take; one that was begun then has its own time still. */
const sitemapsMs = 60_000

export const worker = defineWorker(scanPage, async (tools: WorkerTools) => {
  const { db, signer, config, log } = tools
  const seal = openSeal(config.sealingKey)
  const egress = { allow: config.egressAllow }
  const policy = openPolicy(egress)
  const judge = openJudge(config.judge)
  // The engines and our own checks are made ready while the browser starts.
  const rewrite = rewriteKeeping(keptScripts(config.dataDir), log)
  const settings = { ...config.browser, dataDir: config.dataDir, egress }
  const [kept, engines] = await Promise.all([
    keepBrowser({ settings, log, note: tools.note, without: 'scans are off' }),
    openEngines(rewrite),
    inPageSource(rewrite),
  ])
  const countEgress = openScanMetrics(tools.registry, () => {
    const browser = kept.now()
    return browser instanceof BrowserUnavailable ? noStats : browser.stats()
  })

  async function read(url: string, maxBytes: number, signal?: AbortSignal) {
    const fetched = await guardedFetch(url, {
      policy,
      maxBytes,
      timeoutMs: fetchMs,
      headers: { 'user-agent': `${robotName}/1.0` },
      ...(signal ? { signal } : {}),
    })
    if (!fetched.ok) throw new Error(`${fetched.url} cannot be read: ${fetched.reason}`)
    return fetched
  }
  const robots = openRobots(async (url) => {
    const { status, body } = await read(url, robotsBytes)
    return { status, text: new TextDecoder().decode(body) }
  })

  async function runPage(payload: PagePayload, job: JobAttempt): Promise<MadeScan> {
    const browser = kept.now()
    if (browser instanceof BrowserUnavailable) throw browserUnavailable(browser.message)
    const { url, look } = payload
    const standard = readStandard(payload.standard)
    if (!standard) throw new Error(`no standard ${payload.standard}`)
    const judged = judgeUrl(url, config.egressAllow)
    if (!judged.ok) throw addressRefused(url, judged.reason)
    if (payload.run?.crawl && !(await robots(url)))
      throw pageUnreachable(url, 'robots', 'its robots.txt does not let us')
    const sealed = payload.sealedAccess ?? (payload.run && (await provenAccess(db.sql, signer, payload.run.runId)))
    const access: ScanAccess = sealed === null ? {} : JSON.parse(seal.open(sealed, job.orgId))
    const allowedMs = look.timeoutMs ?? defaultTimeoutMs
    const timeoutMs = payload.run ? allowedMs : Math.min(allowedMs, waitedForMs)
    const known = await componentsToSee(db.sql, signer, job.orgId, url)
    const startedAt = new Date()
    const see = (deadline: number) =>
      browser.visit(
        {
          deadlineMs: Math.max(1, deadline - performance.now()),
          signal: job.signal,
          viewport: look.viewport ?? defaultViewport,
          colorScheme: look.colorScheme ?? 'light',
          reducedMotion: look.reducedMotion ?? false,
          // Headers are put in by listening to the page's requests, which would go on for the next one. What a browser
          // learns by https, of hosts that want nothing else, would lead pages that are asked for by http elsewhere.
          series:
            payload.run && !access.headers ? `${job.orgId} ${payload.run.runId} ${judged.url.protocol}` : undefined,
        },
        (visit) =>
          seePage(visit, { payload, access, standard, engines, judge, known, deadline }).finally(() =>
            countEgress(visit.egress),
          ),
      )
    const seen = await insist(see, { url, timeoutMs, signal: job.signal })
    const links = payload.run?.crawl ? await allowedLinks(seen.links) : []
    const found = foundOn(seen, { url, standard })
    const about = pageOf(seen, { scanId: job.id, url, standard })
    const answers = await standingOf(db.sql, job.orgId, thingsOf(found.issues, about))
    return makeScan(tools, {
      payload,
      job,
      standard,
      startedAt,
      seen: { ...seen, links },
      found,
      waivers: (await waiversFor(db.sql, job.orgId, waivableOf(found, url))).filter((row) =>
        isWaiver(tools.signer, row),
      ),
      page: about,
      answers: answers.filter((row) => isAnswer(tools.signer, row)).map(standingAs),
      browser: { product: browser.about.product, sandbox: browser.about.sandbox },
    })
  }

  async function allowedLinks(links: readonly string[]): Promise<string[]> {
    const verdicts = await Promise.all(links.map(robots))
    return links.filter((_, index) => verdicts[index])
  }

  async function runSitemap(payload: SitemapPayload, job: JobAttempt): Promise<FoundPages> {
    const until = performance.now() + sitemapsMs
    try {
      const found = await readSitemap(
        payload.url,
        sitemapPagesTaken,
        async (url) => {
          const { status, body, isTruncated } = await read(url, sitemapBytes, job.signal)
          if (status >= 400) throw new Error(`${url} answers ${status}`)
          if (isTruncated) throw new Error(`${url} is larger than ${sitemapBytes} bytes`)
          return body
        },
        () => performance.now() > until,
      )
      return { of: 'sitemap', payload, ...sortFound(found, config.egressAllow) }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw pageUnreachable(payload.url, 'sitemap', why)
    }
  }

  return {
    // A page waits for its server, for quiet and for frames: one more than there are cores keeps them busy.
    concurrency: availableParallelism() + 1,
    reserved: 1,
    run: (payload: Payload, job: JobAttempt): Promise<Result> =>
      payload.of === 'sitemap' ? runSitemap(payload, job) : runPage(payload, job),
    reply: (result) => (result.of === 'page' ? replyOf(result) : undefined),
    async hold(tx, payloads) {
      const runIds = payloads.flatMap((payload) => runIdOf(payload) ?? [])
      if (runIds.length > 0) await lockRuns(tx, runIds)
    },
    async save(tx, done) {
      await saveScans(
        tx,
        done.flatMap(({ job, result }) => (result.of === 'page' ? [{ job, scan: result }] : [])),
        tools.sendBatch,
        signer,
      )
      for (const { job, result } of done)
        if (result.of === 'sitemap') await saveFoundPages(tx, result, null, job, tools)
    },
    async onDiscarded(tx, failures) {
      const ofRuns = failures.filter(({ payload }) => runIdOf(payload) !== undefined)
      for (const { payload, error, ...job } of ofRuns) {
        if (payload.of === 'sitemap')
          await saveFoundPages(tx, { of: 'sitemap', payload, pages: [], failed: [], isCut: false }, error, job, tools)
      }
      await endPages(
        tx,
        signer,
        ofRuns.flatMap(({ id, payload, error }) =>
          payload.of !== 'sitemap' && payload.run ? [failedPage(payload.run.runId, id, error)] : [],
        ),
      )
    },
    close: () => kept.close(),
  }
})

/** An answer as reports have it. */
const standingAs = (row: AnswerRow): StandingAnswer => ({
  thing: row.thing,
  ...{ answerId: row.answer_id, choice: row.choice, means: row.means, severity: row.severity, note: row.note },
  ...{ by: row.answered_by, at: row.answered_at.toISOString(), node: row.head },
})

/** A run holds no more pages than this, whatever its sitemap says. */
const sitemapPagesTaken = 100_000
