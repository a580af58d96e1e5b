/** How findings are spoken of to people. Never that a page conforms: machines see a part of what matters. Pure. */
import { isViolation, type Severity, severities } from '#db/documents/scan-report'
import type { Criterion } from '#shared/accessibility/criteria'

type Totals = Record<Severity, number>

export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`

export const violationsIn = (totals: Totals): number =>
  severities.reduce((sum, severity) => sum + (isViolation(severity) ? totals[severity] : 0), 0)

/** The verdict in words. */
export function verdictWords(totals: Totals): string {
  const violations = violationsIn(totals)
  const found =
    violations === 0
      ? 'No violation found by automated checks'
      : `${countOf(violations, 'violation')} found by automated checks`
  if (totals.warning === 0) return found
  return `${found} — ${countOf(totals.warning, 'thing needs', 'things need')} a person`
}

const oneOf = 'Fix one of these: '

/** Several ways to set one thing right, as a part of a message. */
export const oneOfThese = (ways: readonly string[]): string => `${oneOf}${ways.join('; ')}`

/** A message again in what it says and the ways it lists at its end; none when it lists none. */
export function splitWays(message: string): { said: string; ways: string[] } {
  const at = message.indexOf(oneOf)
  if (at < 0) return { said: message, ways: [] }
  const listed = message.slice(at + oneOf.length).replace(/\.$/, '')
  return { said: message.slice(0, at).trim(), ways: listed.split('; ') }
}

/** W3C's page that explains a criterion. */
export const understandingOf = ({ name }: Pick<Criterion, 'name'>): string =>
  `https://www.w3.org/WAI/WCAG22/Understanding/${slugOf(name)}`

/** A criterion's name as it is written in the addresses of WCAG. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
