/** Hundreds of writes at once while Postgres is stopped or killed, or the API is: every answer is true. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import { type Fault, reckon } from '#test/support/effects'
import { patient } from '#test/support/service'

setDefaultTimeout(60_000)

/** 150 writes at once that would be too many for the store to do before anybody gives up. */
const some = { requests: 300, inFlight: 150 }

const possible = /^(201|503 (STORE_UNAVAILABLE|OVERLOADED)|504 OUTCOME_UNKNOWN|reset)$/

const bad: { fault: Fault; forMs: number }[] = [
  { fault: 'stopped', forMs: 3000 },
  { fault: 'killed', forMs: 2000 },
  { fault: 'API killed', forMs: 0 },
]
for (const { fault, forMs } of bad)
  test(`${fault}: after every answer the state is what the answer said, and sent again each is there once`, async () => {
    const { differences, answers, foundAgain } = await reckon(fault, { ...some, forMs })

    expect(differences).toEqual([])
    expect(foundAgain).toBe(some.requests)
    expect(Object.keys(answers).filter((told) => !possible.test(told))).toEqual([])
  })

test('300 tasks at once are all taken in by a store that is well', async () => {
  const { answers, differences } = await reckon('none', { requests: 600, inFlight: 600, forMs: 0, env: patient })

  expect([answers, differences]).toEqual([{ '201': 600 }, []])
})

test('more than can be written in time is turned away before it is begun, with Retry-After, and the process stays awake', async () => {
  const env = { WRITES_AT_ONCE: '1', WRITE_WAIT_MS: '300' }
  const { answers, differences, livezMs } = await reckon('slowed', { ...some, forMs: 2000, env })

  expect(answers['503 OVERLOADED']).toBeGreaterThan(0)
  expect(Object.keys(answers).filter((told) => !possible.test(told))).toEqual([])
  expect(differences).toEqual([])
  expect(livezMs).toBeLessThan(2000)
})
