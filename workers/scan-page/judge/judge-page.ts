/** Has a page judged: what it is asked about is gathered at once, what the model says comes while others go on with the page. */
import type { Page } from 'puppeteer'
import type { Standard } from '#shared/accessibility/standards'
import { worldOf } from '#workers/page/isolated-world'
import type { JudgedPart } from '#workers/scan-page/checks/in-page/judged-parts'
import { inPageSource } from '#workers/scan-page/checks/source'
import { asker } from '#workers/scan-page/checks/tools'
import { isOutOfTime, within } from '#workers/scan-page/engines/budget'
import type { JudgedItem, PageJudge, PageJudgement } from '#workers/scan-page/judge/judge'

/** A picture is shown this large at most, in pixels of its longer side. */
const longestSide = 512

type Options = {
  page: Page
  standard: Standard
  isWanted: (rule: string) => boolean
  /** For gathering; what the model may take is the judge's to know. */
  gatherMs: number
  budgetMs: number
}

/** Never throws, nor does what it promises: what failed is said in the run. The page is free again when it returns. */
export async function beginJudging(judge: PageJudge, options: Options): Promise<{ judgement: Promise<PageJudgement> }> {
  const { page, standard, isWanted, gatherMs, budgetMs } = options
  const startedAt = performance.now()
  const failed = (error: unknown): PageJudgement => ({
    findings: [],
    run: {
      name: 'judge',
      version: judge.model,
      state: isOutOfTime(error) ? 'out of time' : 'failed',
      ms: performance.now() - startedAt,
      reason: error instanceof Error ? error.message : String(error),
    },
  })
  try {
    const items = await within(gatherItems(page, judge.seesPictures), gatherMs)
    const left = AbortSignal.timeout(Math.max(1, Math.round(budgetMs - (performance.now() - startedAt))))
    const judgement = judge
      .ask(items, standard, left)
      .then(({ findings, run }) => ({ findings: findings.filter(({ rule }) => isWanted(rule)), run }), failed)
    return { judgement }
  } catch (error) {
    return { judgement: Promise.resolve(failed(error)) }
  }
}

/** Nothing of the page is changed. Pictures are taken for a model that is shown them. */
async function gatherItems(page: Page, seesPictures: boolean): Promise<JudgedItem[]> {
  const world = worldOf(page.mainFrame())
  const isThere = await world.evaluate(`Object.hasOwn(globalThis, 'assayChecks')`)
  if (isThere !== true) await world.evaluate(await inPageSource())
  const parts = await asker(page.mainFrame())('judgedParts')
  if (!seesPictures) return parts
  const client = await page.createCDPSession()
  try {
    const items: JudgedItem[] = []
    for (const part of parts) items.push(part.box ? { ...part, picture: await cutOut(part.box) } : part)
    return items
  } finally {
    client.detach().catch(() => undefined)
  }

  async function cutOut(box: NonNullable<JudgedPart['box']>): Promise<Uint8Array> {
    const { data } = await client.send('Page.captureScreenshot', {
      format: 'png',
      clip: { ...box, scale: Math.min(1, longestSide / Math.max(box.width, box.height)) },
      captureBeyondViewport: true,
      optimizeForSpeed: true,
    })
    return Buffer.from(data, 'base64')
  }
}
