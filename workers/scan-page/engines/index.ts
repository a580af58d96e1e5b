/** The engines as they are installed: their sources for a page, their versions, their rules. Read once, used for every page. */
import { join } from 'node:path'
import type { Page } from 'puppeteer'
import type { AccesslintRule } from '#workers/scan-page/engines/accesslint'
import { accesslintRules } from '#workers/scan-page/engines/accesslint'
import type { AxeRule } from '#workers/scan-page/engines/axe'
import { axeRules } from '#workers/scan-page/engines/axe'
import { bringEngines } from '#workers/scan-page/engines/frames'

export type Engines = {
  /** Both engines that every frame needs, in one text: one message to the page, compiled in one go. */
  source: string
  /** IBM's, for a deep scan alone. */
  deepSource: string
  /**
   * Brings the engines into a page ahead of its examination, which then begins at once: worth some 100 ms while the page
   * comes to rest. A document that comes later starts without them.
   */
  warm: (page: Page) => Promise<void>
  versions: { axe: string; accesslint: string; ibm: string }
  rules: { axe: readonly AxeRule[]; accesslint: readonly AccesslintRule[] }
}

export async function openEngines(): Promise<Engines> {
  const axe = await installed('axe-core', 'axe-core/axe.min.js')
  const accesslint = await installed('@accesslint/core', '@accesslint/core/iife')
  const ibm = await installed('accessibility-checker-engine', 'accessibility-checker-engine/ace-window.js')
  const source = `${axe.source}\n;${accesslint.source}\n;0`
  return {
    source,
    warm: (page) => bringEngines(page.mainFrame(), source),
    deepSource: `${ibm.source}\n;0`,
    versions: { axe: axe.version, accesslint: accesslint.version, ibm: ibm.version },
    rules: { axe: await axeRules(), accesslint: await accesslintRules() },
  }
}

async function installed(name: string, file: string): Promise<{ source: string; version: string }> {
  const path = Bun.resolveSync(file, import.meta.dir)
  const root = path.slice(0, path.lastIndexOf(join('node_modules', name)) + join('node_modules', name).length)
  const { version } = await Bun.file(join(root, 'package.json')).json()
  return { source: await Bun.file(path).text(), version }
}
