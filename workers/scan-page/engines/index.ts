/** The engines as they are installed: their sources for a page, their versions, their rules. Read once, used for every page. */
import { version as accesslintVersion } from '@accesslint/core'
import { version as ibmVersion } from 'accessibility-checker-engine/package.json'
import { version as axeVersion } from 'axe-core/package.json'
import type { Page } from 'puppeteer'
import type { AccesslintRule } from '#workers/scan-page/engines/accesslint'
import { accesslintRules } from '#workers/scan-page/engines/accesslint'
import type { AxeRule } from '#workers/scan-page/engines/axe'
import { axeRules } from '#workers/scan-page/engines/axe'
import { bringEngines } from '#workers/scan-page/engines/frames'
import { unshadowed } from '#workers/scan-page/unshadow'

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

export async function openEngines(): Promise<Engines> {
  const [axe, accesslint, ibm] = await Promise.all([
    textOf('axe-core/axe.min.js'),
    textOf('@accesslint/core/iife'),
    textOf('accessibility-checker-engine/ace-window.js'),
  ])
  const source = `${unshadowed(axe)}\n;${unshadowed(accesslint)}\n;0`
  let deepSource: string | undefined
  return {
    source,
    deepSource() {
      deepSource ??= `${unshadowed(ibm)}\n;0`
      return deepSource
    },
    warm: (page) => bringEngines(page.mainFrame(), source),
    versions: { axe: axeVersion, accesslint: accesslintVersion, ibm: ibmVersion },
    rules: { axe: axeRules(), accesslint: accesslintRules() },
  }
}

const textOf = (file: string) => Bun.file(Bun.resolveSync(file, import.meta.dir)).text()
