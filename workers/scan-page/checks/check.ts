/** What a check of ours says of itself, in one place: its rule, what it stands on, how sure it is, what to do. */
import type { Impact } from '#workers/scan-page/finding'

/** How far a check may be believed: an error only where it was measured to be right. */
export type CheckTier = 'error' | 'practice' | 'warning'

export type CheckMeta = {
  /** The type. */
  rule: string
  /** WCAG success criteria, e.g. 2.4.4, the first asked for first; none for what is practice alone. */
  criteria: readonly string[]
  /** The most that a finding of it may be; a single one may say less. */
  tier: CheckTier
  impact: Impact
  /** Of interest only where its criterion is asked for, practice or not. */
  isOnlyIfAsked?: true
  /** What to do, in a sentence. */
  remedy: string
}

/** What a check found, of one element of the page. */
export type Hit = {
  element: Element
  /** What is wrong with this very element. */
  message: string
  /** Where the element's own words make it clearer than the check's sentence. */
  remedy?: string
  /** Where it is less sure than the check in general. */
  tier?: CheckTier
  /** Where it breaks others than the check in general. */
  criteria?: readonly string[]
  /** How likely a warning is a failure; medium where nothing is said. */
  confidence?: 'high' | 'medium' | 'low'
}

/** Judges a page by looking alone: nothing in it is changed. Runs in the page. */
export type StaticCheck = CheckMeta & {
  /** @param isTop whether this is the page itself and no frame in it. */
  find: (elements: readonly Element[], isTop: boolean) => Hit[] | Promise<Hit[]>
}
