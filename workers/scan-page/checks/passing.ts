/** Time that passes on a page, much faster than it does for who waits: what changes, ends or comes up by itself. */
import type { CDPSession } from 'puppeteer'
import { noteStopped } from '#workers/page/empty'
import { metasOfPassing } from '#workers/scan-page/checks/in-page/passing'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'
import { within } from '#workers/scan-page/engines/budget'

/** In milliseconds of the page. The first are so long, and so unlike, that what takes turns does not stand where it began. */
const watchedSteps = [5000, 6500, 10_000]
const laterSteps = [15_000, 30_000, 60_000, 180_000, 300_000, 600_000]
const stepMs = 800
/** A timer that sets itself again at once would never let the time pass. */
const starvedAfter = 2000

export const passingTime: LiveCheck = {
  name: 'passing time',
  metas: metasOfPassing,
  budgetMs: 2500,
  acts: true,
  // Whatever was pressed before: what is compared is the page as it is then, and what it comes to.
  isDue: () => true,
  async run({ page, ask, session, keep, altered }, tell) {
    const longestMs = await ask('waitsFor')
    if (longestMs === 0) return
    await keep()
    const client = await session()
    altered.isSo = true
    noteStopped(page)
    let passedMs = 0
    for (const [at, ms] of [...watchedSteps, ...laterSteps].entries()) {
      // What is set again and again shows within a few of its turns.
      if (at >= watchedSteps.length && passedMs > longestMs) return
      await ask('startPassing', at < watchedSteps.length)
      if (!(await letPass(client, ms))) return
      passedMs += ms
      tell((await ask('passed', ms)).map((found) => ({ ...found, state: `after ${passedMs / 1000} s` })))
    }
  },
}

/**
 * The page's clock stands still from then on, and that of its process.
 * @returns whether so much has passed.
 */
async function letPass(client: CDPSession, budget: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<void>()
  client.once('Emulation.virtualTimeBudgetExpired', () => resolve())
  await client.send('Emulation.setVirtualTimePolicy', {
    policy: 'advance',
    budget,
    maxVirtualTimeTaskStarvationCount: starvedAfter,
  })
  return within(promise, stepMs, 'the browser').then(
    () => true,
    () => false,
  )
}
