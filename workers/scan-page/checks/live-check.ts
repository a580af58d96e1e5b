/** What a check that measures a page or acts on it says of itself: its rules, when it is due, what time it may take. */
import type { CheckMeta } from '#workers/scan-page/checks/check'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import type { CheckTools, PageTools } from '#workers/scan-page/checks/tools'

/** Takes what is found as it is found: a check whose time ends keeps what it has told. */
export type Tell = (found: readonly Found[]) => void

export type LiveCheck = {
  /** As the report calls it where it did not run to its end. */
  name: string
  /** Everything it can say; where the standard asks for none of it, it is not run. */
  metas: readonly CheckMeta[]
  /** What it may take of the page's time. */
  budgetMs: number
  /** It presses keys or controls: nothing may lead away from the page meanwhile, or send anything. */
  acts: boolean
  /** Whether the page gives any cause, by what was seen and heard of it before. */
  isDue: (tools: PageTools) => boolean
  run: (tools: CheckTools, tell: Tell) => Promise<void>
}
