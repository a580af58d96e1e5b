/** The browser pool alone: browsers and tabs are stubs, and time passes when a test says so. */
import { expect, test } from 'bun:test'
import pino from 'pino'
import type { Page } from 'puppeteer'
import { settled, stubClock } from '#test/support/stub-clock'
import { BrowserPool, type BrowserPoolParts } from '#workers/page/browser-pool'
import type { BrowserProcess } from '#workers/page/pooled-browser'
import type { Tab } from '#workers/page/tab'
import { BrowserUnavailable } from '#workers/page/unavailable'
import { type Visit, VisitFailed, type VisitOptions } from '#workers/page/visit'

type StubTab = Tab & {
  name: string
  isOpen: boolean
  isCrashed: boolean
  /** Whether it can be emptied, and whether it closes in time. */
  empties: boolean
  closes: boolean
  crash: () => void
}
type StubBrowser = {
  process: BrowserProcess
  tabs: StubTab[]
  /** What is its own of the machine's memory. */
  bytes: number
  isRunning: () => boolean
  die: (how: 'by itself' | 'killed') => void
}

const notLookedAt: Tab['egress'] = { requests: 0, bytes: 0, denied: [], failed: [] }
// Sound here: nothing in these tests looks at a page.
const noPage = {} as Page

function stubTab(name: string, onCrash: () => void): StubTab {
  let tellVisit: ((why: string) => void) | undefined
  const tab: StubTab = {
    name,
    page: noPage,
    egress: notLookedAt,
    isOpen: true,
    isCrashed: false,
    empties: true,
    closes: true,
    isUsable: () => tab.isOpen && !tab.isCrashed,
    isDetached: () => false,
    enter(_, onEnd) {
      tellVisit = onEnd
    },
    dress: async () => undefined,
    leave() {
      tellVisit = undefined
    },
    empty: async () => tab.empties,
    async close() {
      tab.isOpen = false
      return tab.closes
    },
    abandon() {
      tab.isOpen = false
    },
    crash() {
      tab.isCrashed = true
      onCrash()
      tellVisit?.('the page crashed')
    },
  }
  return tab
}

function stubBrowser(number: number): StubBrowser {
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  let ended: 'by itself' | 'killed' | undefined
  const die = (how: 'by itself' | 'killed') => {
    ended ??= how
    resolve()
  }
  const browser: StubBrowser = {
    tabs: [],
    bytes: 0,
    isRunning: () => ended === undefined,
    die,
    process: {
      about: { path: `browser ${number}`, product: 'Stub/1', sandbox: 'on' },
      gone,
      lost: gone,
      isGone: () => ended !== undefined,
      isKilled: () => ended === 'killed',
      privateBytes: () => browser.bytes,
      close: async () => die('killed'),
      async openTab(onCrash) {
        const tab = stubTab(`${number}.${browser.tabs.length + 1}`, onCrash)
        browser.tabs.push(tab)
        return tab
      },
    },
  }
  return browser
}

/** A pool of stub browsers. Those started while `refuses` is set do not start. */
async function aPool(odd: Partial<BrowserPoolParts> = {}) {
  const clock = stubClock()
  const browsers: StubBrowser[] = []
  const world: { refuses: boolean; starts: number; startsTakeMs: number; isSourceClosed: boolean; lack?: string } = {
    ...{ refuses: false, starts: 0, startsTakeMs: 0, isSourceClosed: false },
  }
  const pool = await BrowserPool.open({
    clock,
    log: pino({ level: 'silent' }),
    spares: 0,
    source: {
      async start() {
        world.starts += 1
        if (world.startsTakeMs > 0) await clock.sleep(world.startsTakeMs)
        if (world.refuses) throw new Error('it ended at once')
        const browser = stubBrowser(browsers.length + 1)
        browsers.push(browser)
        return browser.process
      },
      lacks: () => world.lack,
      close() {
        world.isSourceClosed = true
      },
    },
    ...odd,
  })
  /** The nth browser that was started, from 1. */
  const browser = (nth: number): StubBrowser => {
    const found = browsers[nth - 1]
    if (!found) throw new Error(`browser ${nth} was never started`)
    return found
  }
  return { pool, clock, world, browser, browsers }
}

const options = (odd: Partial<VisitOptions> = {}): VisitOptions => ({
  deadlineMs: 60_000,
  signal: new AbortController().signal,
  viewport: { width: 1000, height: 700 },
  colorScheme: 'light',
  reducedMotion: false,
  ...odd,
})

/** A visit that stays until it is let go. */
async function aStay(pool: BrowserPool, odd: Partial<VisitOptions> = {}) {
  const { promise: stay, resolve: letGo } = Promise.withResolvers<string>()
  let visit: Visit | undefined
  const done = pool.visit(options(odd), (begun) => {
    visit = begun
    return stay
  })
  const failure = done.then(
    () => undefined,
    (error: unknown) => error,
  )
  await settled()
  return { done, failure, isUnderWay: () => visit !== undefined, letGo: () => letGo('done') }
}

/** A visit that does nothing, and whatever it leaves is put away. */
async function pass(pool: BrowserPool, odd: Partial<VisitOptions> = {}): Promise<void> {
  await pool.visit(options(odd), async () => undefined)
  await settled()
}

const refusalOf = (visiting: Promise<unknown>): Promise<unknown> =>
  visiting.then(
    () => 'none',
    (error: unknown) => error,
  )
const reasonOf = (error: unknown) => (error instanceof VisitFailed ? error.reason : error)

const namesOf = ({ tabs }: StubBrowser, isWanted: (tab: StubTab) => boolean = () => true) =>
  tabs.filter(isWanted).map(({ name }) => name)
const isOpen = (tab: StubTab) => tab.isOpen

/** The nth tab that a browser opened, from 1. */
function tabOf({ tabs }: StubBrowser, nth: number): StubTab {
  const tab = tabs[nth - 1]
  if (!tab) throw new Error(`tab ${nth} was never opened`)
  return tab
}

test('visits at the same time have tabs of their own, each closed behind its visit', async () => {
  const { pool, browser } = await aPool()

  const [one, other] = [await aStay(pool), await aStay(pool)]
  expect(namesOf(browser(1), isOpen)).toEqual(['1.1', '1.2'])
  expect(pool.stats()).toMatchObject({ contexts: 2, visits: 2 })
  one.letGo()
  expect(await one.done).toBe('done')
  await settled()

  expect(namesOf(browser(1), isOpen)).toEqual(['1.2'])
  other.letGo()
  await other.done
  await settled()
  expect(pool.stats()).toMatchObject({ contexts: 0 })
})

test('a spare tab is made ready ahead, and the next one behind the visit that takes it', async () => {
  const { pool, browser } = await aPool({ spares: 1 })
  await settled()
  expect(namesOf(browser(1), isOpen)).toEqual(['1.1'])

  const stay = await aStay(pool)

  expect(namesOf(browser(1), isOpen)).toEqual(['1.1', '1.2'])
  stay.letGo()
  await stay.done
  await settled()
  expect(namesOf(browser(1), isOpen)).toEqual(['1.2'])
})

test('a spare that crashed while it waited is passed over', async () => {
  const { pool, browser } = await aPool({ spares: 1 })
  await settled()
  tabOf(browser(1), 1).crash()

  const stay = await aStay(pool)

  expect(stay.isUnderWay()).toBe(true)
  expect(namesOf(browser(1), isOpen)).not.toContain('1.1')
  expect(pool.stats()).toMatchObject({ pageCrashes: 1, crashes: 0 })
})

test('the tab kept of a series goes to the next visit of that series, before any spare, and to no other', async () => {
  const { pool, browser } = await aPool({ spares: 1 })
  await pass(pool, { series: 'run 1' })
  expect(pool.stats().kept).toBe(1)
  const [kept = ''] = namesOf(browser(1))

  await aStay(pool, { series: 'run 2' })
  await aStay(pool)
  expect(pool.stats().kept).toBe(1)
  const made = browser(1).tabs.length
  await aStay(pool, { series: 'run 1' })

  expect(pool.stats().kept).toBe(0)
  expect(browser(1).tabs).toHaveLength(made)
  expect(namesOf(browser(1), isOpen)).toContain(kept)
})

test('the tab kept of a series goes to no visit at another scale, whose letters it would set as it did before', async () => {
  const { pool } = await aPool()
  await pass(pool, { series: 'run', viewport: { width: 800, height: 600 } })

  await aStay(pool, { series: 'run', viewport: { width: 800, height: 600, scale: 1.25 } })
  const keptBeside = pool.stats().kept
  await aStay(pool, { series: 'run', viewport: { width: 400, height: 300, scale: 1 } })

  expect({ keptBeside, keptBehind: pool.stats().kept }).toEqual({ keptBeside: 1, keptBehind: 0 })
})

test('a tab that is being emptied is waited for by one visit of its series, and by no other', async () => {
  const { pool, browser } = await aPool()
  const stay = await aStay(pool, { series: 'run 1' })
  const { promise: isEmptied, resolve } = Promise.withResolvers<boolean>()
  tabOf(browser(1), 1).empty = () => isEmptied
  stay.letGo()
  await stay.done

  const next = aStay(pool, { series: 'run 1' })
  await aStay(pool, { series: 'run 2' })
  await aStay(pool, { series: 'run 1' })
  expect(namesOf(browser(1))).toEqual(['1.1', '1.2', '1.3'])
  resolve(true)
  await next

  expect(namesOf(browser(1))).toEqual(['1.1', '1.2', '1.3'])
  expect(pool.stats().kept).toBe(0)
})

test('whoever waited for a tab that could not be emptied has another', async () => {
  const { pool, browser } = await aPool()
  const stay = await aStay(pool, { series: 'run' })
  const { promise: isEmptied, resolve } = Promise.withResolvers<boolean>()
  tabOf(browser(1), 1).empty = () => isEmptied
  stay.letGo()
  await stay.done

  const next = aStay(pool, { series: 'run' })
  resolve(false)
  await next

  expect(namesOf(browser(1), isOpen)).toEqual(['1.2'])
})

test('a tab that nobody of its series comes for within three seconds is closed', async () => {
  const { pool, clock, browser } = await aPool()
  await pass(pool, { series: 'run' })

  await clock.pass(2999)
  expect(namesOf(browser(1), isOpen)).toEqual(['1.1'])
  await clock.pass(1)

  expect(namesOf(browser(1), isOpen)).toEqual([])
  expect(pool.stats()).toMatchObject({ kept: 0, contexts: 0 })
})

test('a tab that cannot be emptied is not kept, nor one whose visit failed', async () => {
  const { pool, browser } = await aPool()
  const stay = await aStay(pool, { series: 'run' })
  tabOf(browser(1), 1).empties = false
  stay.letGo()
  await stay.done
  await settled()
  expect(namesOf(browser(1), isOpen)).toEqual([])

  await refusalOf(pool.visit(options({ series: 'run' }), () => Promise.reject(new Error('mine'))))
  await settled()

  expect(pool.stats()).toMatchObject({ kept: 0, contexts: 0 })
})

test('after so many visits the browser is exchanged: its successor starts first, and who is in it stays', async () => {
  const { pool, clock, world, browser } = await aPool({ exchange: { visits: 3 } })
  world.startsTakeMs = 100
  const long = await aStay(pool)
  await pass(pool)
  expect(world.starts).toBe(1)

  await pass(pool)
  expect(world.starts).toBe(2)
  const meanwhile = await aStay(pool)
  expect(namesOf(browser(1), isOpen)).toEqual(['1.1', '1.4'])
  await clock.pass(100)
  const after = await aStay(pool)

  expect(namesOf(browser(2), isOpen)).toEqual(['2.1'])
  meanwhile.letGo()
  await meanwhile.done
  await settled()
  expect(browser(1).isRunning()).toBe(true)
  long.letGo()
  expect(await long.done).toBe('done')
  await settled()
  expect(browser(1).isRunning()).toBe(false)
  expect(pool.stats()).toMatchObject({ restarts: 1, crashes: 0 })
  after.letGo()
})

test('a browser is exchanged for its age, and for its memory, which every tenth visit looks at', async () => {
  const { pool, clock, browser, browsers } = await aPool({ exchange: { afterMs: 1000, privateBytes: 10 } })
  await pass(pool)
  expect(browsers).toHaveLength(1)
  await clock.pass(1001)
  await pass(pool)
  expect(browsers).toHaveLength(2)
  expect(browser(1).isRunning()).toBe(false)

  browser(2).bytes = 11
  for (let nth = 1; nth < 10; nth++) await pass(pool)
  expect(browsers).toHaveLength(2)
  await pass(pool)

  expect(browsers).toHaveLength(3)
  expect(browser(2).isRunning()).toBe(false)
})

test('a tab that does not close takes its browser with it, once nobody else is in it', async () => {
  const { pool, browser } = await aPool()
  const [stuck, other] = [await aStay(pool), await aStay(pool)]
  tabOf(browser(1), 1).closes = false

  stuck.letGo()
  await stuck.done
  await settled()
  expect(browser(1).isRunning()).toBe(true)
  const next = await aStay(pool)
  expect(namesOf(browser(2), isOpen)).toEqual(['2.1'])
  other.letGo()
  await other.done
  await settled()

  expect(browser(1).isRunning()).toBe(false)
  next.letGo()
})

for (const [how, reason] of [
  ['by itself', 'browser_gone'],
  ['killed', 'browser_killed'],
] as const) {
  test(`a browser that dies (${how}) fails its visits as ${reason} and is started again, once for all`, async () => {
    const { pool, clock, world, browser } = await aPool()
    const [one, other] = [await aStay(pool), await aStay(pool)]
    world.startsTakeMs = 100

    browser(1).die(how)

    expect([reasonOf(await one.failure), reasonOf(await other.failure)]).toEqual([reason, reason])
    const stays = [await aStay(pool), await aStay(pool)]
    expect(stays.map((stay) => stay.isUnderWay())).toEqual([false, false])
    await clock.pass(100)
    expect(stays.map((stay) => stay.isUnderWay())).toEqual([true, true])
    expect(world.starts).toBe(2)
    expect(pool.stats()).toMatchObject({ crashes: 1, restarts: 1, contexts: 2 })
  })
}

test('what a page is asked fails by the death of its browser, even when that is heard of a moment later', async () => {
  const { pool, clock, browser } = await aPool()
  const failed = refusalOf(pool.visit(options(), () => Promise.reject(new Error('Target closed'))))
  await settled()

  browser(1).die('by itself')
  await clock.pass(2000)

  expect(reasonOf(await failed)).toBe('browser_gone')
})

test('what the visitor throws itself is passed on as it is', async () => {
  const { pool } = await aPool()
  const mine = new Error('mine')

  expect(await refusalOf(pool.visit(options(), () => Promise.reject(mine)))).toBe(mine)
})

test('a page that crashes fails its visit alone, and its tab is used no more', async () => {
  const { pool, clock, browser } = await aPool()
  const [crashing, other] = [await aStay(pool, { series: 'run' }), await aStay(pool)]

  tabOf(browser(1), 1).crash()
  await clock.pass(100)

  expect(reasonOf(await crashing.failure)).toBe('crashed')
  expect(namesOf(browser(1), isOpen)).toEqual(['1.2'])
  expect(pool.stats()).toMatchObject({ pageCrashes: 1, crashes: 0, kept: 0 })
  other.letGo()
  expect(await other.done).toBe('done')
})

test('no page is blamed for a death where its browser had no room to live', async () => {
  const { pool, clock, world, browser } = await aPool()
  const [crashing, other] = [await aStay(pool), await aStay(pool)]
  world.lack = 'no room'

  tabOf(browser(1), 1).crash()
  await clock.pass(100)
  browser(1).die('by itself')

  for (const { failure } of [crashing, other])
    expect(await failure).toMatchObject({ name: 'BrowserUnavailable', message: 'no room' })
})

test('a visit ends at its deadline and a step at its own, whatever is not answered', async () => {
  const { pool, clock, browser } = await aPool()
  const never = new Promise<never>(() => undefined)
  const step = pool.visit(options({ deadlineMs: 1000 }), async ({ within }) => refusalOf(within(never, 300)))
  const whole = refusalOf(pool.visit(options({ deadlineMs: 1000 }), ({ within }) => within(never)))
  await settled()

  await clock.pass(300)
  expect(reasonOf(await step)).toBe('deadline')
  await clock.pass(699)
  expect(browser(1).tabs.filter(isOpen)).toHaveLength(1)
  await clock.pass(1)

  expect(reasonOf(await whole)).toBe('deadline')
  await settled()
  expect(browser(1).tabs.filter(isOpen)).toHaveLength(0)
})

test('a visit that is called off ends at once, also before it has a tab', async () => {
  const { pool, world, clock, browser } = await aPool()
  const calling = new AbortController()
  const stay = await aStay(pool, { signal: calling.signal })
  calling.abort()
  expect(reasonOf(await stay.failure)).toBe('aborted')

  world.startsTakeMs = 1000
  browser(1).die('killed')
  await settled()
  const waiting = refusalOf(pool.visit(options({ signal: AbortSignal.abort() }), async () => 'never'))

  expect(reasonOf(await waiting)).toBe('aborted')
  await clock.pass(1000)
  expect(pool.stats()).toMatchObject({ contexts: 0, visits: 1 })
})

test('a start that fails refuses whoever waits for it, and the next visit tries again, a moment later each time', async () => {
  const { pool, clock, world, browser } = await aPool()
  world.refuses = true
  browser(1).die('by itself')
  await settled()
  expect(world.starts).toBe(2)

  const refused = refusalOf(pool.visit(options(), async () => 'never'))
  await clock.pass(249)
  expect(world.starts).toBe(2)
  await clock.pass(1)
  expect(await refused).toBeInstanceOf(BrowserUnavailable)
  expect(String(await refused)).toContain('it ended at once')
  world.refuses = false
  const stay = await aStay(pool)
  expect(stay.isUnderWay()).toBe(false)
  await clock.pass(500)

  expect(stay.isUnderWay()).toBe(true)
})

test('after five crashes in a minute nothing is started for five seconds, then for ten', async () => {
  const { pool, clock, world, browser } = await aPool()
  const crashFive = async (from: number) => {
    for (let nth = from; nth < from + 5; nth++) {
      browser(nth).die('by itself')
      await clock.pass(2000)
    }
  }
  await crashFive(1)
  expect(world.starts).toBe(5)

  const refused = await refusalOf(pool.visit(options(), async () => 'never'))
  expect(refused).toBeInstanceOf(BrowserUnavailable)
  expect(String(refused)).toContain('rests')
  await clock.pass(3000)
  await pass(pool)
  expect(world.starts).toBe(6)
  await crashFive(6)

  await clock.pass(5000)
  expect(String(await refusalOf(pool.visit(options(), async () => 'never')))).toContain('rests')
  await clock.pass(3000)
  await pass(pool)
  expect(world.starts).toBe(11)
})

test('a browser that is well is used however often its successor does not start', async () => {
  const { pool, clock, world, browser } = await aPool({ exchange: { visits: 1 } })
  world.refuses = true

  for (let nth = 0; nth < 20; nth++) {
    await pass(pool)
    await clock.pass(10)
  }

  expect(browser(1).isRunning()).toBe(true)
  expect(pool.stats()).toMatchObject({ visits: 20, crashes: 0 })
  // Five, and then none while it rests.
  expect(world.starts).toBe(6)
})

test('a first browser that does not start opens no pool', async () => {
  const source = { start: () => Promise.reject(new Error('no browser')), close: () => undefined }

  const opening = BrowserPool.open({ source, log: pino({ level: 'silent' }), clock: stubClock() })

  expect(String(await refusalOf(opening))).toContain('no browser')
})

test('closing ends what is under way and every browser, and no visit begins after it', async () => {
  const { pool, world, browser } = await aPool({ exchange: { visits: 2 } })
  const [old, long] = [await aStay(pool), await aStay(pool)]
  await pass(pool)
  const young = await aStay(pool)
  expect(namesOf(browser(2), isOpen)).toHaveLength(1)

  await pool.close()

  const failures = await Promise.all([old, long, young].map(({ failure }) => failure))
  expect(failures.map(reasonOf)).toEqual(['browser_killed', 'browser_killed', 'browser_killed'])
  expect([browser(1).isRunning(), browser(2).isRunning()]).toEqual([false, false])
  expect(world.isSourceClosed).toBe(true)
  expect(String(await refusalOf(pool.visit(options(), async () => 'never')))).toContain('is closing')
  expect(pool.stats()).toMatchObject({ crashes: 0, contexts: 0 })
})

test('a browser that is being started while the pool closes is ended too', async () => {
  const { pool, clock, world, browser } = await aPool({ spares: 1 })
  world.startsTakeMs = 500
  browser(1).die('by itself')
  await settled()

  const closing = pool.close()
  await clock.pass(500)
  await closing

  expect(world.starts).toBe(2)
  expect(browser(2).isRunning()).toBe(false)
  expect(browser(2).tabs).toEqual([])
})
