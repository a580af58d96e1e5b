/** What people judged of errors on real pages, kept beside the list of the pages. */
import type { ReportIssue } from '#db/documents/scan-report'

export const verdicts = ['right', 'wrong', 'disputable'] as const
export type Verdict = (typeof verdicts)[number]

/** By page, then by rule and markup, or selector where there is no markup: the verdict and, after a colon, why in a few words. */
type Judgements = Record<string, Record<string, string>>

export type JudgementBook = {
  /** Undefined when nobody has judged it yet. */
  of: (page: string, issue: Judged) => Verdict | undefined
}

type Judged = Pick<ReportIssue, 'type' | 'html' | 'element'>

/** The markup outlives other selectors and other words for one problem; what scripts made has none. */
export const keyOf = ({ type, html, element }: Judged): string =>
  `${type} ${html.replace(tips, '').replace(addresses, '') || element}`

/** What a script calls its tips by, another number each time. */
const tips = / aria-describedby="[\w-]*\d{5,}"/g
/** Where this very run serves the page, and what its scripts made there. */
const addresses = /(?:blob:)?http:\/\/127\.0\.0\.1:\d+(?:\/[0-9a-f-]{36})?/g

/** @throws Error for a judgement that begins with none of the verdicts. */
export async function readJudgements(): Promise<JudgementBook> {
  const known: Judgements = await Bun.file(new URL('judgements.json', import.meta.url)).json()
  return {
    of(page, issue) {
      const said = known[page]?.[keyOf(issue)] ?? known[page]?.[`${issue.type} ${issue.element}`]
      if (said === undefined) return undefined
      const verdict = verdicts.find((each) => said.startsWith(`${each}: `))
      if (!verdict) throw new Error(`${page}: ${keyOf(issue)}: "${said}" is no judgement: ${verdicts.join(', ')}`)
      return verdict
    },
  }
}
