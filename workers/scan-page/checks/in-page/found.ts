/** What an in-page check hands out: a finding without its frame and engine, and the texts and places that others look at. */
import type { Finding } from '#workers/scan-page/finding'

export type Place = string | string[]

export type Found = Pick<
  Finding,
  'rule' | 'verdict' | 'impact' | 'criteria' | 'message' | 'recommendation' | 'confidence'
> & {
  place: Place
  /** It stands for so many elements: itself, and those beyond what is listed of a rule. */
  count?: number
  /** What had been done to the page before; nothing when it stands in the page as it was loaded. */
  state?: string
}

/** What one look more came to, and the rules that there was no time for. */
export type LookedAgain = { found: Found[]; late: string[] }

/** A text whose language is to be told: of the page as a whole, of an element with its own lang, of a block without. */
export type TextSample = { kind: 'page' | 'part' | 'block' | 'short'; language: string; text: string; place: Place }

/** `isLate`: it was not run, because the time of the checks that look was over. */
export type CheckTime = { name: string; ms: number; error: string | null; isLate: boolean }

export type Pass = {
  found: Found[]
  samples: TextSample[]
  times: CheckTime[]
  /** What later checks need to know, to be spared a look of their own. */
  outlook: {
    hasTightText: boolean
    hasStops: boolean
    hasForms: boolean
    mayTurnOrder: boolean
    openers: number
    overImages: number
    /** Something stays at an edge of the window, over what is scrolled. */
    hasBars: boolean
    /** A dialog that says that it is modal. */
    hasModal: boolean
    /** It is light, and has styles for who has a dark system. */
    hasDarkRules: boolean
  }
}
