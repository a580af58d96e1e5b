/** Looks over results: a row without a node is found, and so is every total that is not what it counts. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Sql, Tx } from '#db/client'
import { resultLooks } from '#shared/verification/result-looks'
import type { RowFault } from '#shared/verification/row-looks'
import { aStore, org, type Store } from '#test/support/store'

let store: Store
beforeAll(async () => {
  store = await aStore()
  for (let at = 0; at < 7; at += 1) await store.trace()
})
afterAll(() => store.database.drop())

class Back extends Error {}

/** What all looks find, so many rows at a time, after a change that is taken back. */
async function found(change: string, limit: number): Promise<Pick<RowFault, 'table' | 'key'>[]> {
  const faults: RowFault[] = []
  await store.sql
    .begin(async (tx: Tx) => {
      await tx.unsafe(change)
      for (const look of resultLooks(undefined))
        for (let after: string | undefined, isMore = true; isMore; isMore = after !== undefined) {
          const page = await look.page(tx as unknown as Sql, after, limit)
          faults.push(...page.faults)
          after = page.last
        }
      throw new Back()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Back)) throw error
    })
  return faults.map(({ table, key }) => ({ table, key }))
}

const system = { table: 'system_totals', key: `${org}/chat-eu` }
const whole = { table: 'trace_totals', key: org }
const columns = ['traces', 'low', 'medium', 'high', 'compliant', 'risk_sum', 'timed', 'time_sum']
const cases: [what: string, change: string, faults: object[]][] = [
  ['nothing', 'select 1', []],
  ...columns.flatMap((column): [string, string, object[]][] => [
    [`a system's ${column}`, `update system_totals set ${column} = ${column} + 1`, [system, whole]],
    [`an organisation's ${column}`, `update trace_totals set ${column} = ${column} + 1`, [whole]],
    [
      `both totals' ${column}`,
      `update system_totals set ${column} = ${column} + 1; update trace_totals set ${column} = ${column} + 1`,
      [system],
    ],
  ]),
  ['the newest trace of a system', "update system_totals set last_trace_at = now() + interval '1 day'", [system]],
  ['how many systems there are', 'update trace_totals set systems = 2', [whole]],
  ['a system that is not listed', 'delete from systems', [system, whole]],
  [
    'a system that never was',
    `insert into systems values ('${org}', 'none')`,
    [{ ...system, key: `${org}/none` }, whole],
  ],
  ['totals that are gone', 'delete from system_totals; delete from trace_totals', [system]],
  [
    'totals of nothing',
    `insert into system_totals select org_id, 'none', shard, traces, low, medium, high, compliant, risk_sum, timed, time_sum, last_trace_at from system_totals`,
    [{ ...system, key: `${org}/none` }, whole],
  ],
  [
    'annotations that nobody made',
    `insert into annotated_systems values ('${org}', 'chat-eu', 1)`,
    [{ table: 'annotated_systems', key: `${org}/chat-eu` }],
  ],
  [
    'a trace that nobody recorded',
    `insert into traces select (jsonb_populate_record(t, '{"trace_id":"SVC-forged-1"}')).* from traces t limit 1`,
    [{ table: 'traces', key: 'SVC-forged-1' }, system],
  ],
  [
    'a trace that names no hash',
    `update traces set attribution_token = 'none' where trace_id = (select min(trace_id) from traces)`,
    [{ table: 'traces', key: expect.any(String) }],
  ],
]

test.each(cases)('%s is told, whether a look ends with it or goes on', async (_what, change, faults) => {
  const inOne = await found(change, 1000)

  expect(inOne).toEqual(faults as never)
  // So few at a time that a system is counted in pieces; what is newer than five minutes is counted at its end.
  expect(
    await found(
      `${change}; update traces set created_at = created_at - interval '1 hour';
    update system_totals set last_trace_at = last_trace_at - interval '1 hour'`,
      3,
    ),
  ).toEqual(faults as never)
})
