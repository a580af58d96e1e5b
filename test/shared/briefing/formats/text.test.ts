/** A briefing in a terminal: at any width, in colour or not, and nothing in it an instruction to the terminal. */
import { expect, test } from 'bun:test'
import { painter } from '#cli/terminal/paint'
import { briefingText } from '#shared/briefing/formats/text'
import { anEmptyBriefing, aWholeBriefing } from '#test/shared/briefing/briefed'

const briefing = aWholeBriefing()
const plain = briefingText(briefing, { width: 0 })

test('what could not be read stands before the headline, and the headline before everything else', () => {
  const places = [
    'Briefing for Monday, 23 November 2026',
    'Not up to date',
    'RATE_LIMITED',
    briefing.headline,
    'Schedule (',
  ]
  const found = places.map((text) => plain.indexOf(text))

  expect(found).not.toContain(-1)
  expect(found).toEqual(found.toSorted((a, b) => a - b))
})

test.each([20, 40, 80, 132])('no line is wider than %d columns, and none ends in a space', (width) => {
  const lines = briefingText(briefing, { width }).split('\n')

  expect(lines.filter((line) => Bun.stringWidth(line) > width)).toEqual([])
  expect(lines.filter((line) => /\s$/.test(line))).toEqual([])
})

test('a width that nothing fits into is as narrow as can be read', () => {
  expect(briefingText(briefing, { width: 3 })).toBe(briefingText(briefing, { width: 20 }))
})

test('every signal of a section says its points and why', () => {
  for (const { key, items } of briefing.sections)
    if (['act_now', 'today', 'waiting_on_me', 'waiting_on_others'].includes(key))
      for (const { priority } of items)
        for (const { because } of priority.factors) expect(plain).toContain(because.replace(/\s+/g, ' '))
})

test('words of others hold no escape, no line of their own and no turned text', () => {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not reach a terminal.
  expect(plain).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/)
  expect(plain).not.toContain('\nBEGIN:VALARM')
})

test('in colour it says the same', () => {
  const colourful = briefingText(briefing, { width: 60, paint: painter({ isColourful: true }) })

  expect(colourful).toContain('\u001b[1;31m')
  expect(Bun.stripANSI(colourful)).toBe(briefingText(briefing, { width: 60, paint: painter({ isColourful: false }) }))
})

test('of nothing connected it says that, and the same bytes each time', () => {
  expect(briefingText(anEmptyBriefing(), { width: 80 })).toContain('Nothing is connected.')
  expect(briefingText(aWholeBriefing(), { width: 80 })).toBe(briefingText(aWholeBriefing(), { width: 80 }))
})
