/** Claims: what is stated as so, what takes it back, who is said to say it, and the numbers in it. */
import { expect, test } from 'bun:test'
import { claimsIn } from '#shared/language/claims'
import { readText } from '#shared/language/read-text'

const claims = (content: string) => claimsIn(readText({ content, format: 'text', language: 'en' }))
const only = (content: string) => claims(content)[0]

test('a number, a name or what happened can be checked; a taste cannot', () => {
  expect(only('The bridge is 240 metres long.')).toMatchObject({ checkable: true, numbers: [{ text: '240' }] })
  expect(only('The old mill burned down.')?.checkable).toBe(true)
  expect(only('The soup is wonderful here.')?.checkable).toBe(false)
})

test('questions, requests and greetings claim nothing', () => {
  for (const content of [
    'Is the bridge 240 metres long?',
    'Please send 12 copies.',
    'Send 12 copies to Rome.',
    'Thanks for the 12 copies.',
  ])
    expect([content, claims(content)]).toEqual([content, []])
})

test('a hedge is told with the claim that it takes back from', () => {
  expect(only('The bridge may be 240 metres long.')?.hedge?.text).toBe('may')
  expect(only('The bridge has about 240 lamps.')?.hedge?.text).toBe('about')
  expect(only('The mayor talked about 240 lamps and spoke of the bridge.')?.hedge?.text).toBe('about')
  expect(only('The mayor talked about the bridge.')?.hedge).toBeNull()
})

test('whose claim it is is told', () => {
  expect(only('According to the mayor, the bridge is safe.')?.attribution?.text).toBe('According to the mayor')
  expect(only('The report found that the bridge is safe.')?.attribution?.text).toBe('The report found')
  expect(only('The bridge is safe and has 240 lamps.')?.attribution).toBeNull()
})

test('spans are cut out of the text, and another language claims nothing', () => {
  const content = 'Sales rose 11 percent in May.  “It cost two million euros,” she said. 9,5'
  for (const { span, numbers, hedge, attribution } of claims(content))
    for (const each of [span, ...numbers, hedge, attribution])
      if (each !== null) expect(content.slice(each.start, each.end)).toBe(each.text)
  expect(claimsIn(readText({ content: 'Die Brücke ist 240 Meter lang.', language: 'de' }))).toEqual([])
})
