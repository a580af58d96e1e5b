/** What a page must come up to: a score, and nothing worse than a severity. Pure. */
import { InvalidArgumentError, Option } from 'commander'
import { type Severity, severities } from '#db/documents/scan-report'

export type Threshold = { failUnder?: number; failOn: Severity | 'none' }

/** `--fail-under` and `--fail-on`. */
export const thresholdOptions = (): Option[] => [
  new Option('--fail-under <score>', 'exit code 1 when the score is lower').argParser(score),
  new Option(
    '--fail-on <severity>',
    'exit code 1 when an issue is as bad as this or worse; practice and warning come last, and fail nothing else',
  )
    .choices([...severities, 'none'])
    .default('none'),
]

/** Why a page misses, in words; none when it does not. */
export function missesOf(
  page: { score: number; issues: readonly { severity: Severity }[] },
  { failUnder, failOn }: Threshold,
): string[] {
  const misses: string[] = []
  if (failUnder !== undefined && page.score < failUnder) misses.push(`its score ${page.score} is under ${failUnder}`)
  const bad = page.issues.filter(({ severity }) => isAsBad(severity, failOn)).length
  if (bad > 0) misses.push(`${bad} ${bad === 1 ? 'issue is' : 'issues are'} ${failOn} or worse`)
  return misses
}

function isAsBad(severity: Severity, limit: Severity | 'none'): boolean {
  return limit !== 'none' && severities.indexOf(severity) <= severities.indexOf(limit)
}

function score(text: string): number {
  const value = Number(text)
  if (!/^\d{1,3}$/.test(text) || value > 100) throw new InvalidArgumentError('It is a whole number from 0 to 100.')
  return value
}
