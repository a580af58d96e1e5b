/** Governance alone: what it reads is a stub, and time passes when a test says so. */
import { expect, test } from 'bun:test'
import { LiveGovernance } from '#shared/governance/governance'
import type { ActiveViolation } from '#shared/governance/standing-violations'
import { ServiceError } from '#shared/kernel/errors'
import { openLog } from '#shared/kernel/logger'
import { settled, stubClock } from '#test/support/stub-clock'

type Halting = { id: string; article: string; message: string }

function aGovernance() {
  const clock = stubClock()
  const world = {
    fault: undefined as string | undefined,
    halts: [] as Halting[],
    ofService: [] as ActiveViolation[],
    isStoreAway: false,
    looks: 0,
    keyAsked: 0,
    isKeyKnown: false,
    /** What a look waits for. */
    reading: Promise.resolve(),
  }
  const constitution = {
    compiled: undefined,
    enactment: undefined,
    get fault() {
      return world.fault
    },
    async look() {
      world.looks += 1
      await world.reading
      if (world.isStoreAway) throw new Error('the store is away')
    },
    amendment: () => undefined,
  }
  const governance = new LiveGovernance({
    constitution,
    watch: {
      look: async () => undefined,
      halts: () => world.halts,
      about: () => [],
      ofService: () => world.ofService,
      blockedScopes: () => [],
      systemsHeldTo: async () => new Set<string>(),
    },
    tally: {
      count: () => undefined,
      microseconds: () => ({ p50: null, p99: null }),
      close: async () => undefined,
    },
    async isKeyKnown() {
      world.keyAsked += 1
      return world.isKeyKnown
    },
    log: openLog('test', 'silent'),
    clock,
  })
  return { governance, clock, world }
}

const refusalOf = (act: () => void) => {
  try {
    act()
  } catch (error) {
    return error instanceof ServiceError ? error.code : error
  }
  return 'none'
}

test('nothing is open before the first look, and everything by one that finds nothing', async () => {
  const { governance } = aGovernance()
  expect(governance.halt()?.reason).toContain('could not be read yet')
  expect(refusalOf(() => governance.assertOpen())).toBe('GOVERNANCE_HALT')
  expect(governance.floor()).toBe('T5')

  await governance.looks.now()

  expect(governance.halt()).toBeUndefined()
  expect(refusalOf(() => governance.assertOpen())).toBe('none')
  expect(governance.floor()).toBe('T0')
})

test('a constitution file that is not the enacted one halts, beside what is violated', async () => {
  const { governance, world } = aGovernance()
  world.fault = 'the constitution file is not the one that was enacted'
  world.halts = [{ id: 'v1', article: 'A-02', message: 'the log is broken' }]

  await governance.looks.now()

  expect(governance.halt()).toEqual({ reason: world.fault, violations: ['v1'] })
  world.fault = undefined
  expect(governance.halt()).toEqual({ reason: 'A-02: the log is broken', violations: ['v1'] })
})

test('while the store is away the last view holds, and a look is taken every 900 ms', async () => {
  const { governance, clock, world } = aGovernance()
  await governance.looks.now()
  const before = world.looks
  world.isStoreAway = true

  await clock.pass(899)
  expect(world.looks).toBe(before)
  await clock.pass(901)

  expect(world.looks).toBe(before + 2)
  expect(governance.halt()).toBeUndefined()
})

test('whoever refreshes waits for a look that began after, and for a second at most', async () => {
  const { governance, clock, world } = aGovernance()
  await governance.looks.now()
  const { promise, resolve } = Promise.withResolvers<void>()
  world.reading = promise
  const before = world.looks
  let isRefreshed = false
  const refreshing = governance.refresh().then(() => {
    isRefreshed = true
  })
  await settled()
  expect(world.looks).toBe(before + 1)

  await clock.pass(999)
  expect(isRefreshed).toBe(false)
  await clock.pass(1)
  expect(isRefreshed).toBe(true)

  resolve()
  await refreshing
  await governance.refresh()
  expect(world.looks).toBeGreaterThan(before + 1)
})

test('whether the signing key is known is asked until it is', async () => {
  const { governance, world } = aGovernance()
  await governance.looks.now()
  expect(governance.maker('a').key_registered).toBe(false)
  world.isKeyKnown = true
  await governance.looks.now()
  await governance.looks.now()

  expect(governance.maker('a').key_registered).toBe(true)
  expect(world.keyAsked).toBe(2)
})

test('without a constitution every decision is a denial', async () => {
  const { governance } = aGovernance()
  await governance.looks.now()

  expect(governance.decide('trace.record', 'pre', {})).toMatchObject({ decision: 'deny', tier: 'T4' })
})

test('nothing is looked at after the end', async () => {
  const { governance, clock, world } = aGovernance()
  await governance.looks.now()
  const before = world.looks

  await governance.close()
  await clock.pass(10_000)

  expect(world.looks).toBe(before)
})
