/** The engines as they are installed: their sources for a page, their versions, their rules. Read once, used for every page. */
import { version as accesslintVersion } from '@accesslint/core'
import { version as ibmVersion } from 'accessibility-checker-engine/package.json'
import { version as axeVersion } from 'axe-core/package.json'
import { type Rewrite, rewriteAnew } from '#workers/page/kept-scripts'
import { accesslintRules } from '#workers/scan-page/engines/accesslint'
import { axeRules } from '#workers/scan-page/engines/axe'
import type { Engines } from '#workers/scan-page/engines/engines'
import { bringEngines } from '#workers/scan-page/engines/frames'
import { keeperScript } from '#workers/scan-page/engines/kept'
import { underWayScript } from '#workers/scan-page/engines/under-way'

/** Made ready when first asked for, and once in a process. */
let opened: Promise<Engines> | undefined

export function openEngines(rewrite = rewriteAnew): Promise<Engines> {
  opened ??= makeReady(rewrite)
  return opened
}

async function makeReady(rewrite: Rewrite): Promise<Engines> {
  const [axe, accesslint, ibm] = await Promise.all([
    textOf('axe-core/axe.min.js'),
    textOf('@accesslint/core/iife'),
    textOf('accessibility-checker-engine/ace-window.js'),
  ])
  const source = `${rewrite('axe', axe)}\n;${rewrite('accesslint', accesslint)}\n;${keeperScript()};\n${underWayScript()};0`
  let deepSource: string | undefined
  return {
    source,
    deepSource() {
      deepSource ??= `${rewrite('ibm', ibm)}\n;0`
      return deepSource
    },
    warm: (page) => bringEngines(page.mainFrame(), source),
    versions: { axe: axeVersion, accesslint: accesslintVersion, ibm: ibmVersion },
    rules: { axe: axeRules(), accesslint: accesslintRules() },
  }
}

const textOf = (file: string) => Bun.file(Bun.resolveSync(file, import.meta.dir)).text()
