/** What the engines are to whoever examines a page: their sources, versions and rules. */
import type { Page } from 'puppeteer'
import type { Standard } from '#shared/accessibility/standards'
import type { EnteredFrame } from '#workers/scan-page/engines/frames'

export type AxeRule = { id: string; tags: readonly string[]; help: string; helpUrl: string; actIds: readonly string[] }

export type AccesslintRule = {
  id: string
  criteria: readonly string[]
  isPractice: boolean
  help: string
  guidance: string
  actIds: readonly string[]
}
export type Engines = {
  /** Both engines that every frame needs, in one text: one message to the page, compiled in one go. */
  source: string
  /** IBM's, for a deep scan alone; made when first asked for. */
  deepSource: () => string
  /**
   * Brings the engines into a page ahead of its examination, which then begins at once: worth some 100 ms while the page
   * comes to rest. A document that comes later starts without them.
   */
  warm: (page: Page) => Promise<void>
  versions: { axe: string; accesslint: string; ibm: string }
  rules: { axe: readonly AxeRule[]; accesslint: readonly AccesslintRule[] }
}

/** What an engine is asked to look at, and for how long. */
export type EngineWork = {
  engines: Engines
  standard: Standard
  isWanted: (rule: string) => boolean
  budgetMs: number
}

export type FramesWork = EngineWork & { frames: readonly EnteredFrame[] }
