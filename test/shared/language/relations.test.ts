/** Who does what to whom: voices, lists, clauses inside of clauses, orders and questions, and texts that were written to hurt. */
import { expect, test } from 'bun:test'
import { readText } from '#shared/language/read-text'
import { relationsIn } from '#shared/language/relations/index'

const read = (content: string) => readText({ content, format: 'text', language: 'en' })
const triples = (content: string) =>
  relationsIn(read(content)).map(({ subject, predicate, object }) =>
    [subject?.text ?? '-', predicate.text, object?.text ?? '-'].join(' | '),
  )
const only = (content: string) => {
  const [relation, ...others] = relationsIn(read(content))
  expect(others).toEqual([])
  return relation
}

test('who does it is the subject, whichever voice the verb has', () => {
  expect(triples('The board approved the budget.')).toEqual(['The board | approved | the budget'])
  expect(triples('The budget was approved by the board.')).toEqual(['the board | was approved | The budget'])
  expect(triples('The budget was approved by Friday.')).toEqual(['- | was approved | The budget'])
})

test('what is coordinated is told apart', () => {
  expect(triples('Anna and Ben reviewed the draft and the figures.')).toEqual([
    'Anna | reviewed | the draft',
    'Anna | reviewed | the figures',
    'Ben | reviewed | the draft',
    'Ben | reviewed | the figures',
  ])
  expect(triples('She opened the file and deleted two rows.')).toEqual([
    'She | opened | the file',
    'She | deleted | two rows',
  ])
})

test('a relative clause speaks of what it stands behind', () => {
  expect(triples('The customer who reported the outage wants a refund.')).toEqual([
    'The customer | reported | the outage',
    'The customer | wants | a refund',
  ])
  expect(triples('I read the report that you sent.').sort()).toEqual([
    'I | read | the report',
    'you | sent | the report',
  ])
})

test('verbs that govern another are one predicate with it', () => {
  expect(triples('We need to ship the fix.')).toEqual(['We | need to ship | the fix'])
  expect(triples('The manager asked us to update our profiles.')).toEqual([
    'The manager | asked | us',
    'us | to update | our profiles',
  ])
})

test('an order has no subject, and is necessary', () => {
  expect(only('Please do not share the link.')).toMatchObject({
    subject: null,
    predicate: { text: 'do not share' },
    object: { text: 'the link' },
    negated: true,
    modality: 'necessary',
    tense: 'none',
  })
})

test.each([
  ['We will not renew the licence.', true, 'asserted', 'future'],
  ['Nobody opened the door.', true, 'asserted', 'past'],
  ['The tool no longer supports this format.', true, 'asserted', 'present'],
  ['You can ignore the warning.', false, 'possible', 'present'],
  ['We should add an index.', false, 'necessary', 'present'],
  ['Finance has to confirm the numbers.', false, 'necessary', 'present'],
  ["I'd like to move the call.", false, 'wished', 'present'],
  ['Did Carla sign the amendment?', false, 'possible', 'past'],
  ['She has answered the question.', false, 'asserted', 'past'],
  ["I'm going to send the report.", false, 'asserted', 'future'],
] as const)('%s is told with negation %p, as %s, %s', (content, negated, modality, tense) => {
  expect(only(content)).toMatchObject({ negated, modality, tense })
})

test('a condition is not asserted, what depends on it has its own modality', () => {
  const relations = relationsIn(read('If the supplier raises the price, we will cancel the order.'))

  expect(relations.map(({ modality, tense }) => [modality, tense])).toEqual([
    ['conditional', 'present'],
    ['asserted', 'future'],
  ])
})

test('what somebody is and what a preposition governs are objects too', () => {
  expect(triples('Maria is our new manager.')).toEqual(['Maria | is | our new manager'])
  expect(triples('We are waiting for your decision.')).toEqual(['We | are waiting for | your decision'])
})

test('every part is cut out of the text, relations follow its order', () => {
  const content = 'Hi Tom,\n\nthe 🐢 client’s lawyer rejected the offer 👍🏽, which Mira had made.\nCan you call him?'

  const relations = relationsIn(read(content))

  expect(relations.length).toBeGreaterThan(1)
  for (const { subject, predicate, object, confidence } of relations) {
    for (const span of [subject, predicate, object])
      if (span) expect(content.slice(span.start, span.end)).toBe(span.text)
    expect(confidence).toBeGreaterThan(0)
    expect(confidence).toBeLessThan(1)
  }
  expect(relationsIn(read(content))).toEqual(relations)
})

test('what is not English prose gives nothing', () => {
  const german =
    'Der Vorstand hat den Haushalt für das kommende Jahr genehmigt, und wir danken allen, die geholfen haben.'
  expect(relationsIn(readText({ content: german, format: 'text' }))).toEqual([])
  expect(relationsIn(readText({ content: '```\nthe server deletes the file\n```', format: 'markdown' }))).toEqual([])
  expect(relationsIn(read(''))).toEqual([])
})

test.each([
  ['one sentence of 100,000 words', 'the man who saw the dog that bit '.repeat(12_500)],
  ['owners of owners', "John's ".repeat(20_000)],
  ['a list without an end', 'a fox, '.repeat(20_000)],
  ['nothing but how many', 'how many '.repeat(20_000)],
  ['brackets that never close', '( the man '.repeat(20_000)],
  ['infinitives', 'Jonas to ask '.repeat(15_000)],
])('%s takes time in proportion to its length', (_name, content) => {
  const text = read(content)
  const startedAt = performance.now()

  relationsIn(text)

  expect(performance.now() - startedAt).toBeLessThan(2_000)
})
