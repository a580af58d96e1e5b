/** A constitution as it decides: its articles with their rules compiled. */
import type { ParameterSpace } from '#shared/calibration/grid'
import type { Action } from '#shared/contracts/actions'
import type { Article, Constitution } from '#shared/contracts/constitution'
import type { Rule } from '#shared/governance/rules'

/** What is wrong, and where: an article's id and the member, or the file's member. Warnings do not keep it from deciding. */
export type Fault = { level: 'error' | 'warning'; article: string | null; place: string; message: string }

export type CompiledArticle = Omit<Article, 'rule' | 'message'> & {
  rule: Rule
  message: Rule
  actions: readonly Action[]
}

export type Compiled = {
  /** SHA-256 of `text`. */
  hash: string
  /** RFC 8785. */
  text: string
  document: Constitution
  articles: readonly CompiledArticle[]
  articlesOf: ReadonlyMap<string, readonly CompiledArticle[]>
  /** What may be calibrated; none where it declares no parameters. */
  space: ParameterSpace | undefined
  warnings: readonly Fault[]
}
