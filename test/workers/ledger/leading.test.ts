/** The ledger alone: the database is a stub that says where the log stands, and time passes when a test says so. */
import { expect, test } from 'bun:test'
import type { LogState } from '#db/queries/log'
import { openLog } from '#shared/kernel/logger'
import { settled, stubClock } from '#test/support/stub-clock'
import type { Known } from '#workers/ledger/inspection'
import { Ledger, type LedgerStanding } from '#workers/ledger/ledger'

const root = new Uint8Array(32)
const aState = (odd: Partial<LogState> = {}): LogState => ({
  epoch: 1,
  origin: 'log.example',
  size: 3,
  leaves: 3,
  root,
  note: 'a note\n',
  sequenced_ins: 3,
  xmin: '1',
  xmax: '1',
  pid: 7,
  ...odd,
})

/** A ledger over a log that stands as `world` says. */
function aLedger(odd: Partial<{ isLedElsewhere: boolean; kept: Known | undefined }> = {}) {
  const clock = stubClock()
  const done: string[] = []
  const standings: LedgerStanding[] = []
  const world = {
    isLedElsewhere: odd.isLedElsewhere ?? false,
    state: aState() as LogState | undefined,
    fault: undefined as string | undefined,
    witnessFault: undefined as string | undefined,
    kept: 'kept' in odd ? odd.kept : ({ epoch: 1, origin: 'log.example', size: 3, root } as Known | undefined),
    isKeptBroken: false,
    rounds: 0,
  }
  const ledger = new Ledger({
    clock,
    log: openLog('test', 'silent'),
    onChange: (standing) => standings.push(standing),
    witnesses: {
      tell: () => undefined,
      rest: () => done.push('witnesses rest'),
      fault: () => world.witnessFault,
    },
    kept: {
      newest(sinceEpoch) {
        if (world.isKeptBroken) throw new Error('another key signed it')
        return world.kept && world.kept.epoch >= sinceEpoch ? world.kept : undefined
      },
      doubt: () => undefined,
      problem: () => undefined,
      publishKey: (origin) => done.push(`key of ${origin}`),
    },
    store: {
      async reserve() {
        return {
          tryLead: async () => !world.isLedElsewhere,
          async deposeSilent() {
            done.push('depose')
            return false
          },
          stopLeading: async () => void done.push('stop leading'),
          state: async () => world.state,
          findFault: async () => world.fault,
          async openSequencer({ origin }) {
            done.push('open')
            return {
              origin,
              look: async () => [],
              async round() {
                world.rounds += 1
                return false
              },
              sweep: async () => undefined,
            }
          },
          keep: async () => undefined,
          release: () => void done.push('release'),
        }
      },
      async beginFirst() {
        done.push('begin')
        world.state = aState({ size: 0, leaves: 0, root: null, note: null })
        world.kept = { epoch: 1, origin: 'log.example', size: 0, root }
      },
      reportFault: async (fault, epoch) => void done.push(`report ${fault} of ${epoch}`),
      reportPass: async () => undefined,
      publish: async () => undefined,
      thin: async () => void done.push('thin'),
      stop: async () => void done.push('store stopped'),
    },
  })
  const count = (what: string) => done.filter((each) => each.startsWith(what)).length
  const stop = async () => {
    const stopping = ledger.stop()
    await clock.pass(1000)
    await stopping
  }
  return { clock, world, done, count, standings, stop }
}

test('a ledger waits while another leads, and looks twice a second whether that one is silent', async () => {
  const { clock, world, count, standings, stop } = aLedger({ isLedElsewhere: true })
  await clock.pass(2900)

  expect(count('depose')).toBe(6)
  expect(world.rounds).toBe(0)
  expect(standings).toEqual([])

  world.isLedElsewhere = false
  await clock.pass(500)
  expect(world.rounds).toBeGreaterThan(0)
  expect(standings.at(-1)).toEqual({ leads: true, origin: 'log.example', fault: undefined })
  await stop()
})

test('a ledger that leads looks for new nodes ten times a second', async () => {
  const { clock, world, count, stop } = aLedger()
  await clock.pass(0)
  const before = world.rounds
  await clock.pass(1000)

  expect(world.rounds - before).toBe(10)
  expect(count('open')).toBe(1)
  expect(count('report')).toBe(0)
  await stop()
})

test('a database without a log gets its first one', async () => {
  const { clock, world, count, stop } = aLedger({ kept: undefined })
  world.state = undefined
  await clock.pass(300)

  expect(count('begin')).toBe(1)
  expect(count('key of log.example')).toBeGreaterThan(0)
  expect(world.rounds).toBeGreaterThan(0)
  await stop()
})

test('a log that is not the published one is written no more, and reported every two seconds until it is', async () => {
  const { clock, world, count, standings, stop } = aLedger()
  await clock.pass(300)
  world.state = aState({ size: 2, leaves: 2 })
  world.fault = 'it is shorter'
  await clock.pass(100)
  const before = world.rounds

  await clock.pass(3900)

  expect(world.rounds).toBe(before)
  expect(count('report it is shorter of 1')).toBe(2)
  expect(standings.at(-1)).toMatchObject({ leads: true, fault: 'it is shorter' })
  world.state = aState()
  world.fault = undefined
  await clock.pass(600)
  expect(world.rounds).toBeGreaterThan(before)
  expect(standings.at(-1)).toMatchObject({ leads: true, fault: undefined })
  await stop()
})

test('a checkpoint beside the database that is not this service’s is a fault too', async () => {
  const { clock, world, standings, stop } = aLedger()
  world.isKeptBroken = true
  await clock.pass(300)

  expect(world.rounds).toBe(0)
  expect(standings.at(-1)?.fault).toContain('another key signed it')
  await stop()
})

test('what a witness saw of another log stops the writing, and no longer than it says so', async () => {
  const { clock, world, standings, stop } = aLedger()
  await clock.pass(300)
  world.witnessFault = 'it saw more'
  await clock.pass(300)
  const before = world.rounds
  await clock.pass(1000)
  expect(world.rounds).toBe(before)
  expect(standings.at(-1)?.fault).toBe('it saw more')

  world.witnessFault = undefined
  await clock.pass(600)

  expect(world.rounds).toBeGreaterThan(before)
  await stop()
})

test('a connection that was made anew has lost the lock: the ledger starts over and asks no witness meanwhile', async () => {
  const { clock, world, count, done, standings, stop } = aLedger()
  await clock.pass(300)
  done.length = 0
  world.state = aState({ pid: 8 })
  await clock.pass(200)

  expect(done.slice(0, 2)).toEqual(['release', 'witnesses rest'])
  expect(standings.at(-1)).toMatchObject({ leads: false })
  await clock.pass(250)
  expect(count('open')).toBe(1)
  expect(standings.at(-1)).toMatchObject({ leads: true })
  await stop()
})

test('a ledger that is stopped gives up the lock, lets its connection go and writes nothing more', async () => {
  const { clock, world, done, stop } = aLedger()
  await clock.pass(300)

  await stop()

  expect(done.filter((each) => ['stop leading', 'release', 'store stopped'].includes(each))).toEqual([
    'stop leading',
    'release',
    'store stopped',
  ])
  const before = world.rounds
  await settled()
  await clock.pass(5000)
  expect(world.rounds).toBe(before)
})
