/** What a decision that was not kept leads to: violations, a refusal. */

import type { GovernanceRecord, Tier } from '#shared/contracts/decision'
import type { Compiled } from '#shared/governance/compiled'
import { type ArticleTerms, termsOf, type ViolationFinding } from '#shared/governance/violations'
import type { ServiceError } from '#shared/kernel/errors'
import { governanceDenied } from '#shared/kernel/errors/governance'

/** One article that was not kept, grave enough to be a violation. */
export type Breach = {
  article: string
  tier: Tier
  message: string
  terms: ArticleTerms
  /** The facts that its rule is made from. */
  uses: readonly string[]
}

/** The violations that a decision is: of every article of tier T3 or worse. An override lowers soft articles below that. */
export function breachesOf(compiled: Compiled | undefined, record: GovernanceRecord): Breach[] {
  if (record.tier < 'T3') return []
  return record.articles.flatMap((id) => {
    const article = compiled?.articles.find((each) => each.id === id)
    const terms = compiled && termsOf(compiled.document, compiled.hash, id)
    if (!article || !terms || article.tier < 'T3') return []
    if (record.input['override'] === true && article.enforcement === 'soft') return []
    return [
      {
        article: id,
        tier: article.tier,
        message: messageOf(article.message.evaluate, record),
        terms,
        uses: article.rule.uses,
      },
    ]
  })
}

function messageOf(evaluate: (input: Record<string, unknown>) => unknown, { action, input }: GovernanceRecord): string {
  try {
    return String(evaluate(input))
  } catch {
    return `${action} could not be decided`
  }
}

/** What is to be reported of them, with the terms that they were found under. */
export const findingsOf = (
  breaches: readonly Breach[],
  about: Omit<ViolationFinding, 'article' | 'tier' | 'message'>,
): (ViolationFinding & Pick<Breach, 'terms'>)[] =>
  breaches.map(({ article, tier, message, terms }) => ({ ...about, article, tier, message, terms }))

/** @param node the governance.denied node, where one was written. */
export const deniedBy = (
  { articles, tier, action }: GovernanceRecord,
  breaches: readonly Breach[],
  node?: string,
): ServiceError =>
  governanceDenied({
    articles,
    tier,
    message: breaches[0]?.message ?? `the constitution does not let ${action} be`,
    ...(node === undefined ? {} : { node }),
  })
