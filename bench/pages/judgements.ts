/** What people judged of errors on real pages, kept beside the list of the pages. */
import type { ReportIssue } from '#db/documents/scan-report'

export const verdicts = ['right', 'wrong', 'disputable'] as const
export type Verdict = (typeof verdicts)[number]

/** By page, then by rule and element. */
type Judgements = Record<string, Record<string, { verdict: Verdict; why: string }>>

export type JudgementBook = {
  /** Undefined when nobody has judged it yet. */
  of: (page: string, issue: Pick<ReportIssue, 'type' | 'element'>) => { verdict: Verdict; why: string } | undefined
}

export const keyOf = ({ type, element }: Pick<ReportIssue, 'type' | 'element'>): string => `${type} ${element}`

export async function readJudgements(): Promise<JudgementBook> {
  const known: Judgements = await Bun.file(new URL('judgements.json', import.meta.url)).json()
  return { of: (page, issue) => known[page]?.[keyOf(issue)] }
}
