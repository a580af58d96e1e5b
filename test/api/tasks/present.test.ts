/** What is said of a task in words. */
import { expect, test } from 'bun:test'
import { planResult, progressOf, statusMessage } from '#api/tasks/present'
import type { StoredStep } from '#db/queries/plans'
import type { TaskRow } from '#db/queries/tasks'

const step = (id: string, state: StoredStep['state'], type = 'stats.summarize') => ({ id, state, type }) as StoredStep
const task = (status: TaskRow['status'], more: Partial<TaskRow> = {}) =>
  ({ status, steps_total: 0, steps_open: 0, error: null, ...more }) as TaskRow

test.each([
  [task('submitted'), [], 'waits for a worker'],
  [task('working'), [], null],
  [task('input-required'), [], 'its result waits to be released or rejected'],
  [task('failed', { error: { code: 'JOB_FAILED', message: 'it broke', details: {} } }), [], 'it broke'],
  [task('completed'), [], null],
  [task('canceled'), [], null],
  [
    task('working', { steps_total: 3, steps_open: 2 }),
    [step('a', 'completed'), step('b', 'working'), step('c', 'blocked')],
    '1 of 3 steps are done, at work on step b',
  ],
  [
    task('working', { steps_total: 2, steps_open: 1 }),
    [step('a', 'completed'), step('b', 'ready')],
    '1 of 2 steps are done, waits for a worker',
  ],
  [
    task('input-required', { steps_total: 3, steps_open: 3 }),
    [
      step('a', 'input-required', 'person.ask'),
      step('b', 'input-required', 'person.ask'),
      step('c', 'input-required', 'tree.generate'),
    ],
    'waits for an answer to steps a, b, and for the result of step c to be released or rejected',
  ],
  [
    task('completed', { steps_total: 3 }),
    [step('a', 'failed'), step('b', 'skipped'), step('c', 'completed')],
    'step a failed; step b skipped',
  ],
  [
    task('working', { steps_total: 7, steps_open: 7 }),
    Array.from({ length: 7 }, (_, at) => step(`s${at}`, 'working')),
    '0 of 7 steps are done, at work on steps s0, s1, s2, s3, s4 and 2 more',
  ],
] as const)('%#: is said in plain words', (row, steps, said) => {
  expect(statusMessage(row, steps)).toBe(said)
})

test('progress is of the steps, or of the task itself', () => {
  expect(progressOf(task('working', { steps_total: 5, steps_open: 2 }))).toEqual({ done: 3, total: 5 })
  expect(progressOf(task('working'))).toEqual({ done: 0, total: 1 })
  expect(progressOf(task('failed'))).toEqual({ done: 1, total: 1 })
})

test('a result that is too large to be told names where it is', () => {
  const results = [
    { id: 'a', result: null, is_told: false },
    { id: 'b', result: '{"n":1}', is_told: true },
  ]
  expect(planResult('t', results, '/c')).toEqual({ a: { url: '/c/tasks/t/steps/a' }, b: { n: 1 } })
})
