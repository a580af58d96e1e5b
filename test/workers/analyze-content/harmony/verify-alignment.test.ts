/** Whoever has an analysis can tell whether it was tampered with: each of these changes is found. */
import { expect, test } from 'bun:test'
import type { Alignment } from '#db/documents/alignment'
import { harmonySettingsOf } from '#shared/calibration/parameters'
import { analyze } from '#workers/analyze-content/harmony/analyze'
import { alignmentFaults } from '#workers/analyze-content/harmony/verify-alignment'

const content = 'You idiot never listen, and our product always works. I will send the report to you.'
const sound = analyze({ content }, new Date(0), harmonySettingsOf({}, { constitution: 'c', version: 0 }))
const changed = (change: (copy: Alignment) => void) => {
  const copy = structuredClone(sound)
  change(copy)
  return copy
}
const scored = (copy: Alignment) => {
  const found = copy.dimensions.find(({ signals }) => signals.some(({ spans }) => spans.length > 0))
  if (!found) throw new Error('nothing is scored')
  return found
}

test('as it came it has no fault', () => {
  expect(alignmentFaults(sound)).toEqual([])
  expect(alignmentFaults(JSON.parse(JSON.stringify(sound)), content)).toEqual([])
})

test.each<[string, (copy: Alignment) => void]>([
  ['a score', (copy) => Object.assign(scored(copy), { score: 99 })],
  ['an effect', (copy) => Object.assign(scored(copy).signals[0] ?? {}, { effect: -0.25 })],
  ['a signal that is gone', (copy) => scored(copy).signals.pop()],
  ['a weight', (copy) => Object.assign(scored(copy), { weight: 0.5 })],
  ['the weights that it names', (copy) => Object.assign(copy.settings.weights, { respect: 0 })],
  ['the thresholds that it names', (copy) => Object.assign(copy.settings.thresholds, { respect: 0, honesty: 0 })],
  ['the whole', (copy) => Object.assign(copy.overall, { score: 100 })],
  ['the band', (copy) => Object.assign(copy.overall, { band: copy.overall.band === 'aligned' ? 'mixed' : 'aligned' })],
  ['a violation that is gone', (copy) => copy.violations.pop()],
  ['a span', (copy) => Object.assign(scored(copy).signals[0]?.spans[0] ?? {}, { end: 1, start: 0, text: 'xy' })],
  ['a status', (copy) => Object.assign(scored(copy), { status: 'not_applicable' })],
  [
    'a gain',
    (copy) =>
      Object.assign(scored(copy), {
        counterfactual: { remove: { start: 0, end: 0, text: '' }, gain: -1, because: '' },
      }),
  ],
])('a change of %s is found', (_, change) => {
  expect(alignmentFaults(changed(change)).length).toBeGreaterThan(0)
})

test('with the content at hand, words that do not stand there are found', () => {
  const other = changed((copy) => {
    const [span] = scored(copy).signals[0]?.spans ?? []
    if (span) span.text = 'x'.repeat(span.text.length)
  })

  expect(alignmentFaults(other, content).length).toBeGreaterThan(0)
})
