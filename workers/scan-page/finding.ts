/** What an engine or a check says about one element, before findings are merged, located and judged. */

/** Where an element is: one selector, or an array through shadow roots; a further item for each frame that is entered. */
export type Target = (string | string[])[]

export type Impact = 'critical' | 'serious' | 'moderate' | 'minor'

/** What an engine comes to. */
export type EngineAnswer = {
  findings: Finding[]
  /** False when its time was over before its last rule. */
  isComplete: boolean
  /** Rules that failed on this page, and why. */
  broken: string[]
}

/** Of one rule, so many elements are listed; a page with more has one cause. The last one stands for all beyond. */
export const elementsListed = 1000

export type Finding = {
  engine: 'axe-core' | 'accesslint' | 'ibm-equal-access' | 'assay'
  /** The engine's own name of the rule, e.g. color-contrast. */
  rule: string
  /** `violation`: wrong, as sure as such an engine can be. `practice`: surely broken, breaks no criterion. `review`: a person must look. */
  verdict: 'violation' | 'practice' | 'review'
  impact: Impact
  /** WCAG success criteria, e.g. 1.4.3; empty for what no criterion asks for. */
  criteria: string[]
  target: Target
  /** The element itself, where its engine handed it over: its number among those kept in the frame that the target leads to. */
  kept?: number
  /** What is wrong, on this very element, for a person. */
  message: string
  /** What to do about it. */
  recommendation: string
  helpUrl: string | null
  /** Facts of its element speak against it, so that no measurement makes it sure again. */
  isDoubted?: true
  /** Its element faded or slid while its engine looked, who was as sure as that: what no picture of it at rest settles is not told. */
  isUnderWay?: 'sure' | 'unsure'
  /** Only for `review`: how likely it is a failure. */
  confidence: 'high' | 'medium' | 'low'
  /** What had been done to the page before, e.g. "after pressing button#menu"; nothing when it stands in the page as it was loaded. */
  state?: string
  /** It stands for so many elements: itself, and those beyond what is listed of a rule. */
  count?: number
}
