/** A task that was given to an agent elsewhere while that took none, since somebody had hidden for a moment that it did not, is named for ever. */
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { agentLooks } from '#shared/verification/agent-looks'
import { looksOf } from '#shared/verification/rows'
import { aStore, org, type Store } from '#test/support/store'

let store: Store
beforeEach(async () => {
  store = await aStore()
})
afterEach(() => store.database.drop())

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** An agent through these states, the first of which it was registered in. */
async function agent(name: string, states: readonly (readonly [state: string, minutes: number])[]): Promise<void> {
  let prev: string | undefined
  for (const [pos, [state, minutes]] of states.entries()) {
    const node = await store.node({
      ...{ kind: pos === 0 ? 'agent.registered' : 'agent.changed', stream: `agent:${org}/${name}`, agent: 'assay' },
      ...{ subject: { type: 'agent', id: name }, timestamp: minutesAgo(minutes).toISOString(), pos, height: pos },
      ...{ result: { state }, ...(prev !== undefined && { prev }) },
    })
    prev = node.id
  }
  const [state = ''] = states.at(-1) ?? []
  await store.sql`
    insert into agents (org_id, name, status, head, version, card, card_digest, keys, fetched_at, checked_at, registered_at, updated_at)
    values (${org}, ${name}, ${state}, decode(${prev ?? ''}, 'hex'), ${states.length - 1}, '{}', '', '[]', now(), now(), now(), now())`
}

/** A task of an agent. */
async function asked(name: string, minutes: number): Promise<string> {
  const [task] = await store.sql<{ id: string }[]>`
    insert into tasks (id, job_id, org_id, key_id, request_id, agent, type, status, head, version, tier, created_at, updated_at)
    select gen_random_uuid(), gen_random_uuid(), ${org}, 'k', 'r', ${name}, 'echo', 'submitted', head, 0, 'T0',
      ${minutesAgo(minutes)}, now()
    from agents where name = ${name} returning id`
  return task?.id ?? ''
}

const named = async () => {
  const [look] = agentLooks
  const keys: string[] = []
  for (let after: string | undefined, isMore = true; isMore; isMore = after !== undefined) {
    const page = await look?.page(store.sql, after, 1)
    keys.push(...(page?.faults ?? []).map(({ table, key, stream }) => `${table} ${key} ${stream}`))
    after = page?.last
  }
  return keys.toSorted()
}
const nameOf = (id: string) => `tasks ${id} task:${id}`

test('a task of an agent that was suspended, and was or was not let in again since', async () => {
  await agent('gone', [
    ['active', 100],
    ['suspended', 60],
  ])
  await agent('back', [
    ['active', 100],
    ['suspended', 60],
    ['suspended', 50],
    ['active', 20],
  ])

  const tasks = [await asked('gone', 1), await asked('back', 40)]

  expect(await named()).toEqual(tasks.map(nameOf).toSorted())
})

test('none that it was given before and after, or as it was being suspended or let in again', async () => {
  await agent('back', [
    ['active', 100],
    ['suspended', 60],
    ['active', 20],
  ])
  await agent('other', [['active', 100]])

  for (const minutes of [90, 57, 23, 10]) await asked('back', minutes)
  await asked('other', 40)

  expect(await named()).toEqual([])
})

test('every verification of rows looks for it', () => {
  const all = looksOf(undefined).map(({ name }) => name)

  expect(all).toEqual(expect.arrayContaining(agentLooks.map(({ name }) => name)))
})
