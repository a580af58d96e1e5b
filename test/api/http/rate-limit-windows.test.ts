/** The limit of requests alone: windows are counted by a stub, and minutes pass when a test says so. */
import { expect, test } from 'bun:test'
import { RateLimit, type WindowStore } from '#api/http/rate-limit'
import { readConfig } from '#shared/kernel/config'
import { openLog } from '#shared/kernel/logger'
import { stubClock } from '#test/support/stub-clock'

const exactly = 100
const leased = 10_000
const { rateLimits } = readConfig({
  DATABASE_URL: 'postgres://nowhere/none',
  RATE_LIMIT_A_STANDARD: String(exactly),
  RATE_LIMIT_A_ENTERPRISE: String(leased),
})
const standard = { keyId: 'key', tier: 'standard' } as const
const enterprise = { keyId: 'key', tier: 'enterprise' } as const

/** Windows as a database would count them, for any number of processes. */
function aStore() {
  const clock = stubClock()
  const startedAt = clock.now()
  const used = new Map<string, number>()
  const minuteNow = () => Math.floor((clock.now() - startedAt) / 60_000)
  const told = { asks: 0, answers: Promise.resolve() }
  const store: WindowStore = {
    async count(counts) {
      told.asks += 1
      await told.answers
      return counts.map(({ keyId, area, requests }) => {
        const name = `${area} ${keyId} ${minuteNow()}`
        used.set(name, (used.get(name) ?? 0) + requests)
        return {
          minute: minuteNow(),
          used: used.get(name) ?? 0,
          ms_left: 60_000 - ((clock.now() - startedAt) % 60_000),
        }
      })
    },
    async giveBack({ keyId, area, minute, unused }) {
      const name = `${area} ${keyId} ${minute}`
      used.set(name, (used.get(name) ?? 0) - unused)
    },
  }
  const aProcess = () => new RateLimit({ store, limits: rateLimits, log: openLog('test', 'silent'), clock })
  return { clock, told, aProcess, usedIn: (minute: number) => used.get(`A key ${minute}`) ?? 0 }
}

async function passes(limit: RateLimit, who: Parameters<RateLimit['take']>[0], requests: number): Promise<number> {
  let passed = 0
  for (let nth = 0; nth < requests; nth++) passed += Number((await limit.take(who, 'A')).isAllowed)
  return passed
}

test('requests are counted one by one up to the limit, and say what is left of it', async () => {
  const { aProcess, usedIn } = aStore()
  const limit = aProcess()

  const first = await limit.take(standard, 'A')
  expect(await passes(limit, standard, exactly - 2)).toBe(exactly - 2)
  const last = await limit.take(standard, 'A')
  const refused = await limit.take(standard, 'A')

  expect(first).toMatchObject({ limit: exactly, remaining: exactly - 1, isAllowed: true })
  expect(last).toMatchObject({ remaining: 0, isAllowed: true })
  expect(refused).toMatchObject({ remaining: 0, isAllowed: false, retryAfterSeconds: 60 })
  expect(usedIn(0)).toBe(exactly + 1)
  await limit.close()
})

test('a spent window is asked about no more until its minute is over', async () => {
  const { aProcess, clock, told } = aStore()
  const limit = aProcess()
  await passes(limit, standard, exactly + 1)
  const before = told.asks

  await clock.pass(59_999)
  expect(await limit.take(standard, 'A')).toMatchObject({ isAllowed: false, retryAfterSeconds: 1 })
  expect(told.asks).toBe(before)
  await clock.pass(1)

  expect(await limit.take(standard, 'A')).toMatchObject({ isAllowed: true, remaining: exactly - 1 })
  expect(told.asks).toBe(before + 1)
  await limit.close()
})

test('requests that come together are counted in one go and handed out in their order', async () => {
  const { aProcess, told } = aStore()
  const limit = aProcess()

  const answers = await Promise.all(Array.from({ length: exactly + 5 }, () => limit.take(standard, 'A')))

  expect(answers.map(({ isAllowed }) => isAllowed)).toEqual(answers.map((_, nth) => nth < exactly))
  expect(told.asks).toBe(1)
  await limit.close()
})

test('above the exact limit a twentieth of what is left is leased, and who comes meanwhile waits for the same lease', async () => {
  const { aProcess, told, usedIn } = aStore()
  const limit = aProcess()
  const { promise, resolve } = Promise.withResolvers<void>()
  told.answers = promise

  const asked = Promise.all(Array.from({ length: 3 }, () => limit.take(enterprise, 'A')))
  resolve()
  const answers = await asked

  expect(answers.map(({ remaining }) => remaining)).toEqual([leased - 1, leased - 2, leased - 3])
  expect(usedIn(0)).toBe(leased / 20)
  expect(await passes(limit, enterprise, leased / 20 - 3)).toBe(leased / 20 - 3)
  expect(told.asks).toBe(1)
  await limit.take(enterprise, 'A')
  expect(told.asks).toBe(2)
  expect(usedIn(0)).toBe(leased / 20 + (leased - leased / 20) / 20)
  await limit.close()
})

test('two processes together let pass exactly the limit', async () => {
  const { aProcess } = aStore()
  const [one, other] = [aProcess(), aProcess()]
  let passed = 0

  for (let nth = 0; nth < leased; nth++) {
    passed += await passes(one, enterprise, 1)
    passed += await passes(other, enterprise, 1)
  }

  expect(passed).toBe(leased)
  await Promise.all([one.close(), other.close()])
})

test('a lease that nobody uses for a second is handed back, and every lease at the end', async () => {
  const { aProcess, clock, usedIn } = aStore()
  const [idle, busy] = [aProcess(), aProcess()]
  await passes(idle, enterprise, 1)
  await clock.pass(1000)
  expect(usedIn(0)).toBe(leased / 20)

  await clock.pass(1000)
  expect(usedIn(0)).toBe(1)

  await passes(busy, enterprise, 2)
  expect(usedIn(0)).toBe(1 + leased / 20)
  await busy.close()
  expect(usedIn(0)).toBe(3)
  await idle.close()
})

test('nothing of a lease passes after its minute, nor is handed back into the next', async () => {
  const { aProcess, clock, usedIn, told } = aStore()
  // What a process does every second, it does in the middle of the windows' seconds.
  await clock.pass(500)
  const limit = aProcess()
  await clock.pass(59_000)
  await passes(limit, enterprise, 1)
  expect(told.asks).toBe(1)

  await clock.pass(500)
  expect(await limit.take(enterprise, 'A')).toMatchObject({ isAllowed: true, remaining: leased - 1 })

  expect(told.asks).toBe(2)
  expect(usedIn(1)).toBe(leased / 20)
  await limit.close()
  expect(usedIn(1)).toBe(1)
})
