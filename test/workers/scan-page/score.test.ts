/** What a score keeps to, whatever is found. */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isViolation, type Severity, severities } from '#db/documents/scan-report'
import { scoreOf } from '#workers/scan-page/score'

const anIssue = fc.record({
  type: fc.constantFrom('label', 'color-contrast', 'image-alt', 'list', 'region', 'link-name'),
  severity: fc.constantFrom(...severities),
})
const someIssues = fc.array(anIssue, { maxLength: 60 })
const isViolated = ({ severity }: { severity: Severity }) => isViolation(severity)

test('100 if and only if nothing is violated', () => {
  fc.assert(fc.property(someIssues, (issues) => (scoreOf(issues) === 100) === !issues.some(isViolated)))
})

test('always a whole number from 0 to 100', () => {
  fc.assert(
    fc.property(someIssues, (issues) => {
      const score = scoreOf(issues)
      return Number.isInteger(score) && score >= 0 && score <= 100
    }),
  )
})

test('mending one element never lowers it, and one more violation never raises it', () => {
  fc.assert(
    fc.property(someIssues, anIssue, fc.nat(), (issues, issue, at) => {
      const place = at % (issues.length + 1)
      return scoreOf(issues) >= scoreOf(issues.toSpliced(place, 0, issue))
    }),
  )
})

test('practice and warnings take nothing', () => {
  fc.assert(fc.property(someIssues, (issues) => scoreOf(issues) === scoreOf(issues.filter(isViolated))))
})

test('the order in which issues are found does not matter', () => {
  fc.assert(
    fc.property(
      someIssues.chain((issues) =>
        fc.tuple(fc.constant(issues), fc.shuffledSubarray(issues, { minLength: issues.length })),
      ),
      ([issues, shuffled]) => scoreOf(issues) === scoreOf(shuffled),
    ),
  )
})

test('a field without a label takes 9 points, a hundred of them 15', () => {
  const label = { type: 'label', severity: 'critical' as const }

  expect(scoreOf([label])).toBe(91)
  expect(scoreOf(Array(100).fill(label))).toBe(85)
})
