/** What an in-page check hands out: a finding without its frame and engine, and the texts and places that others look at. */
import type { Finding } from '#workers/scan-page/finding'

export type Place = string | string[]

export type Found = Pick<
  Finding,
  'rule' | 'verdict' | 'impact' | 'criteria' | 'message' | 'recommendation' | 'confidence'
> & {
  place: Place
}

/** A text whose language is to be told: of the page as a whole, of an element with its own lang, of a block without. */
export type TextSample = { kind: 'page' | 'part' | 'block'; language: string; text: string; place: Place }

type CheckTime = { name: string; ms: number; error: string | null }

export type Pass = {
  found: Found[]
  samples: TextSample[]
  times: CheckTime[]
  /** What later checks need to know, to be spared a look of their own. */
  outlook: { hasTightText: boolean; hasStops: boolean; openers: number; overImages: number }
}
