/** The end of the page, gone to as somebody does who wants to read what stands there. */
import type { Protocol } from 'puppeteer'
import { infiniteScroll } from '#workers/scan-page/checks/in-page/infinite-scroll'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'

/** Parts of a page that come into being when they are scrolled to come to an end before. */
const timesReached = 3
const stepMs = 50
/** A script that puts in what it has does so by then; one that asks a server for it is waited for. */
const promptMs = 100
const longestMs = 500

export const infiniteScrolling: LiveCheck = {
  name: 'end of the page',
  metas: [infiniteScroll],
  budgetMs: 2500,
  acts: true,
  isDue: () => true,
  async run({ ask, session }, tell) {
    if (!(await ask('findFoot'))) return
    const client = await session()
    let asked = 0
    const hear = ({ resourceType }: Protocol.Fetch.RequestPausedEvent) => {
      if (resourceType === 'XHR' || resourceType === 'Fetch') asked += 1
    }
    const movesAway = async () => {
      await ask('goToEnd')
      for (let waited = stepMs; waited <= (asked > 0 ? longestMs : promptMs); waited += stepMs) {
        await Bun.sleep(stepMs)
        if (await ask('hasEndMoved')) return true
      }
      return false
    }
    // The page is guarded by now: its requests are held in this session, and let go on.
    client.on('Fetch.requestPaused', hear)
    try {
      let times = 0
      while (times < timesReached && (await movesAway())) times += 1
      tell(await ask('leaveEnd', times === timesReached))
    } finally {
      client.off('Fetch.requestPaused', hear)
    }
  },
}
