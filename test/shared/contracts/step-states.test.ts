/** The states of tasks and steps: every move there might be, in TypeScript and by the database's triggers. */

import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { Glob } from 'bun'
import type { Sql, Tx } from '#db/client'
import { stepStates, taskStatuses } from '#db/documents/states'
import { isStepOver, mayStepMove, type StepState } from '#shared/contracts/step-states'
import { isTerminal, mayMove, type TaskStatus } from '#shared/contracts/task-states'
import { freshDatabase, type TestDatabase } from '#test/support/database'
import { databaseLetsStep, databaseLetsTask } from '#test/support/plans'

let database: TestDatabase
let sql: Sql
beforeAll(async () => {
  database = await freshDatabase()
  sql = database.sql
  // The nodes are not there.
  await sql`alter table tasks drop constraint tasks_head_fkey`
  await sql`alter table task_steps drop constraint task_steps_head_fkey`
})
afterAll(() => database.drop())

const taskId = '00000000-0000-0000-0000-000000000001'
const node = (at: number) => Buffer.alloc(32, at)

/** A task of so many steps, one of them stored. */
async function store(tx: Tx, { status, state, steps = 1 }: { status: TaskStatus; state: StepState; steps?: number }) {
  await tx`
    insert into tasks (id, job_id, org_id, key_id, request_id, agent, type, status, head, version, tier, created_at,
      updated_at, completed_at, result_digest, steps_total, steps_open)
    values (${taskId}, ${taskId}, 'o', 'k', 'r', 'a', 't', ${status}, ${node(1)}, 5, 'T0', now(), now(),
      ${isTerminal(status) ? new Date() : null}, 'd', ${steps}, 0)`
  await tx`
    insert into task_steps (task_id, ord, id, type, agent, state, head, needs, dependents, waiting, tier, job_id,
      result_digest)
    values (${taskId}, 0, 's', 't', 'a', ${state}, ${node(1)}, '{}', '{}', 0, 'T0', ${taskId}, 'd')`
}

const undone = new Error('undone')

/** Whether the database lets it pass. Nothing of it stays. */
async function isLet(from: Parameters<typeof store>[1], move: (tx: Tx) => Promise<unknown>): Promise<boolean> {
  let isLet: boolean | undefined
  await sql
    .begin(async (tx) => {
      await store(tx, from)
      await tx.savepoint(move).then(
        () => {
          isLet = true
        },
        (error) => {
          if (error.code !== '23514') throw error
          isLet = false
        },
      )
      throw undone
    })
    .catch((error) => {
      if (error !== undone) throw error
    })
  if (isLet === undefined) throw new Error('nothing was tried')
  return isLet
}

const pairsOf = <State extends string>(states: readonly State[]) =>
  states.flatMap((from) => states.map((to): [State, State] => [from, to]))

/** Those pairs that something is true of. */
async function thoseThat<Pair extends readonly [string, string]>(
  pairs: readonly Pair[],
  are: (...pair: Pair) => boolean | Promise<boolean>,
): Promise<string[]> {
  const found: string[] = []
  for (const pair of pairs) if (await are(...pair)) found.push(pair.join(' -> '))
  return found
}

describe('steps', () => {
  const pairs = pairsOf(stepStates)

  test('make these moves and no others', async () => {
    expect(await thoseThat(pairs, mayStepMove)).toEqual([
      'blocked -> ready',
      'blocked -> input-required',
      'blocked -> failed',
      'blocked -> canceled',
      'blocked -> skipped',
      'ready -> working',
      'ready -> failed',
      'ready -> canceled',
      'working -> ready',
      'working -> input-required',
      'working -> completed',
      'working -> failed',
      'working -> canceled',
      'input-required -> completed',
      'input-required -> failed',
      'input-required -> canceled',
    ])
  })

  test('are over where no move follows', () => {
    expect(stepStates.filter(isStepOver)).toEqual(['completed', 'failed', 'canceled', 'skipped'])
  })

  test('are moved by the database just so', async () => {
    const moved = await thoseThat(pairs, (from, to) =>
      isLet(
        { status: 'working', state: from },
        (tx) => tx`update task_steps set state = ${to} where task_id = ${taskId}`,
      ),
    )

    expect(moved).toEqual(await thoseThat(pairs, databaseLetsStep))
  })
})

describe('tasks', () => {
  const pairs = pairsOf(taskStatuses)
  const move = (to: TaskStatus, nodes: number) => (tx: Tx) =>
    tx`
    update tasks set status = ${to}, version = version + ${nodes}, head = ${nodes === 0 ? node(1) : node(2)}
    where id = ${taskId}`

  test.each([0, 1, 2, 3])('with steps are moved by the database as the table says, by %i nodes', async (nodes) => {
    const moved = await thoseThat(pairs, (from, to) => isLet({ status: from, state: 'blocked' }, move(to, nodes)))

    expect(moved).toEqual(await thoseThat(pairs, (from, to) => databaseLetsTask(from, to, nodes)))
  })

  test('without steps are moved by the database as the table says, one node a move', async () => {
    const moved = await thoseThat(pairs, (from, to) => isLet({ status: from, state: 'blocked', steps: 0 }, move(to, 1)))

    expect(moved).toEqual(await thoseThat(pairs, mayMove))
  })

  test('keep their head while no node is added', async () => {
    const from = { status: 'working', state: 'blocked' } as const

    expect(await isLet(from, (tx) => tx`update tasks set head = ${node(2)} where id = ${taskId}`)).toBe(false)
    expect(await isLet(from, (tx) => tx`update tasks set version = 4, head = ${node(2)} where id = ${taskId}`)).toBe(
      false,
    )
  })
})

describe('lists in queries', () => {
  const lists = [...new Glob('db/queries/*.ts').scanSync('.')].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:status|state) (?:not )?in \(([^)]*)\)/g)].map(([, list = '']) => ({
      file,
      words: list.split(',').map((word) => word.trim().slice(1, -1)),
    })),
  )
  /** Those of these lists that name one of the words. */
  const listsWith = (...words: string[]) => lists.filter((list) => words.some((word) => list.words.includes(word)))

  test('of tasks that have ended, or have not, are those of the table of moves', () => {
    const ended = taskStatuses.filter(isTerminal)
    const open = taskStatuses.filter((status) => !isTerminal(status))
    const found = listsWith('rejected', 'auth-required', 'submitted')

    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ words }) => ![ended, open].some((right) => Bun.deepEquals(words, right)))).toEqual([])
  })

  test('of steps that are over are those of the table of moves', () => {
    const found = listsWith('skipped')

    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ words }) => !Bun.deepEquals(words, stepStates.filter(isStepOver)))).toEqual([])
  })
})
