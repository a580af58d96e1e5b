/** Training the model of intent: the same sentences give the same bytes, and what it learned it tells apart. */
import { expect, test } from 'bun:test'
import { exampleOf, labelledOf, trainIntent, trainingOptions } from '#bench/language/intent-training'
import { fnvOf } from '#shared/language/acts/features'
import { intentWeightOf, readIntentModel } from '#shared/language/acts/intent-model'

const things = ['plan', 'key', 'ladder', 'bill', 'list', 'map', 'lamp', 'rope']
const lines = things.flatMap((thing) => [
  `Yes\tCould you send me the ${thing}?`,
  `No\tThe ${thing} was sold last year.`,
])

test('training twice gives the same bytes, and asking words weigh more than telling ones', () => {
  const examples = labelledOf(new TextEncoder().encode(`${lines.join('\n')}\n`)).map(exampleOf)

  const bytes = trainIntent(examples, trainingOptions)

  expect(examples.length).toBe(16)
  expect(Buffer.from(trainIntent(examples, trainingOptions)).equals(Buffer.from(bytes))).toBe(true)
  const model = readIntentModel(bytes)
  expect(intentWeightOf(model, fnvOf('could'))).toBeGreaterThan(0)
  expect(intentWeightOf(model, fnvOf('sold'))).toBeLessThan(0)
})

test('lines without a label are left out', () => {
  expect(labelledOf(new TextEncoder().encode('Yes\tSend it.\nperhaps\tno\n\nNo\t\n'))).toEqual([
    { text: 'Send it.', asks: true },
  ])
})
