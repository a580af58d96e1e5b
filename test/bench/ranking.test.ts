/** The figures that ranking is judged by, and which mails count as answered. */
import { expect, test } from 'bun:test'
import { areaUnderCurve, precisionAtTop } from '#bench/ranking/metrics'
import { labelled } from '#bench/ranking/threads'
import { aMail } from '#test/workers/sync-connection/read/brought'

test('the area is 1 in the right order, 0 in the wrong one, and half where all are equal', () => {
  const order = (scores: number[]) => areaUnderCurve(scores.map((score, index) => ({ score, isPositive: index < 2 })))

  expect(order([9, 8, 1, 2])).toBe(1)
  expect(order([1, 2, 9, 8])).toBe(0)
  expect(order([5, 5, 5, 5])).toBe(0.5)
  expect(order([9, 3, 5, 1])).toBe(0.75)
})

test('of equal scores at the border of the top, as many count as there are places', () => {
  const judged = [9, 5, 5, 5, 5, 1, 1, 1, 1, 1].map((score, index) => ({ score, isPositive: index < 2 }))

  expect(precisionAtTop(judged, 0.1)).toBe(1)
  expect(precisionAtTop(judged, 0.3)).toBeCloseTo((1 + 2 * 0.25) / 3, 6)
})

test('an answer is known by what it replies to, and a thread is in one half', () => {
  const first = aMail({ messageId: 'a@x', at: new Date('2026-03-01T08:00:00Z') })
  const second = aMail({
    messageId: 'b@x',
    inReplyTo: 'a@x',
    references: ['a@x'],
    at: new Date('2026-03-01T09:00:00Z'),
  })
  const third = aMail({
    messageId: 'c@x',
    inReplyTo: 'b@x',
    references: ['a@x', 'b@x'],
    at: new Date('2026-03-02T09:00:00Z'),
  })

  const mails = labelled([third, first, second, second])

  expect(mails.map(({ mail }) => mail.messageId)).toEqual(['a@x', 'b@x', 'c@x'])
  expect(mails.map(({ answeredAt }) => answeredAt)).toEqual([second.at.getTime(), third.at.getTime(), null])
  expect(new Set(mails.map(({ half }) => half)).size).toBe(1)
})
