/** Whether something that is shown rests on an instruction from outside: found where it does, and nowhere else. */
import { expect, test } from 'bun:test'
import type { ItemDocument, SourceSpan } from '#db/documents/item'
import { briefingExamples } from '#shared/routes/examples/briefings'
import { sourceEvent, sourceMail } from '#test/support/sources'
import { instructionsShown } from '#workers/gather-briefing/obeyed'

const flag = (start: number, end: number, field: SourceSpan['field'] = 'body') => ({
  field,
  start,
  end,
  text: 'x'.repeat(end - start),
  reason: 'override',
})
const { briefing: briefingExample, meeting: meetingExample, signals: signalsExample } = briefingExamples()
const signal = briefingExample.sections.flatMap(({ items }) => items).find(({ source }) => source === 'mail')
const shown = signal?.priority.factors.flatMap(({ points, evidence = [] }) => (points > 0 ? evidence : []))[0]
const mailWith = (flags: ReturnType<typeof flag>[]): ItemDocument =>
  sourceMail({ id: signal?.id ?? '', untrusted_instructions: flags })

test('a factor that rests on flagged characters is one', () => {
  if (!shown) throw new Error('the example’s mail has a factor with characters')
  const over = instructionsShown(briefingExample, [mailWith([flag(shown.start, shown.start + 1, shown.field)])])
  const beside = instructionsShown(briefingExample, [mailWith([flag(shown.end, shown.end + 5, shown.field)])])
  const elsewhere = instructionsShown(briefingExample, [mailWith([flag(shown.start, shown.end, 'hidden')])])

  expect([over.found, over.followed]).toEqual([1, [signal?.id ?? '']])
  expect([beside, elsewhere]).toEqual([
    { found: 1, followed: [] },
    { found: 1, followed: [] },
  ])
})

test('an item that is not shown is none, whatever it says', () => {
  expect(instructionsShown(briefingExample, [sourceMail({ untrusted_instructions: [flag(0, 20)] })])).toEqual({
    found: 1,
    followed: [],
  })
})

test('nothing flagged is nothing followed, of signals and meetings as well', () => {
  for (const document of [briefingExample, signalsExample, meetingExample])
    expect(instructionsShown(document, [sourceMail(), sourceEvent()])).toEqual({ found: 0, followed: [] })
})
