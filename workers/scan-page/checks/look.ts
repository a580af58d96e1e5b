/** All that is found by looking at a page alone, without touching it: one call for each frame. */

import type { Frame } from 'puppeteer'
import type { Standard } from '#shared/accessibility/standards'
import { worldOf } from '#workers/page/isolated-world'
import type { Pass } from '#workers/scan-page/checks/in-page/found'
import { judgeLanguages } from '#workers/scan-page/checks/language'
import { inPageSource } from '#workers/scan-page/checks/source'
import { pageFindings } from '#workers/scan-page/checks/tools'
import type { EnteredFrame } from '#workers/scan-page/engines/frames'
import type { Finding } from '#workers/scan-page/finding'

const framesEntered = 8

/** `pass` is of the frame that is acted in. */
export type PageLook = { findings: Finding[]; pass: Pass; languageMs: number }

/** Leaves `assayChecks` in the frames. A frame that does not answer is left out; the page's own must. */
export async function look(
  frames: readonly EnteredFrame[],
  names: readonly string[],
  {
    standard,
    budgetMs,
    scripts = {},
    acting = frames[0]?.frame,
  }: { standard: Standard; budgetMs: number; scripts?: Readonly<Record<string, string>>; acting?: Frame | undefined },
): Promise<PageLook> {
  const source = await inPageSource()
  const [main, ...others] = frames.slice(0, framesEntered)
  if (!main) throw new Error('a page without a frame')
  const scriptsOf = ({ frame }: EnteredFrame) => (frame === acting ? scripts : {})
  const [top, ...inside] = await Promise.all([
    lookAt(main, source, names, { isTop: true, budgetMs, scripts: scriptsOf(main) }),
    ...others.map((frame) =>
      lookAt(frame, source, names, { isTop: false, budgetMs, scripts: scriptsOf(frame) }).catch(() => null),
    ),
  ])
  const passes = [top, ...inside]
  const pass = passes[frames.findIndex(({ frame }) => frame === acting)] ?? top
  const startedAt = performance.now()
  const findings = await Promise.all(
    passes.map(async (each, index) => {
      if (!each) return []
      const spoken = names.includes('language') ? await judgeLanguages(each.samples) : []
      return pageFindings([...each.found, ...spoken], standard, frames[index]?.path)
    }),
  )
  return { findings: findings.flat(), pass, languageMs: performance.now() - startedAt }
}

async function lookAt(
  { frame }: EnteredFrame,
  source: string,
  names: readonly string[],
  { isTop, budgetMs, scripts }: { isTop: boolean; budgetMs: number; scripts: Readonly<Record<string, string>> },
): Promise<Pass> {
  const act = `assayChecks.look(${JSON.stringify(names)}, ${isTop}, ${budgetMs}, ${JSON.stringify(scripts)})`
  const world = worldOf(frame)
  // What the script answers is what its own `look` returns.
  const pass = (await world.evaluate(`Object.hasOwn(globalThis, 'assayChecks') ? ${act} : null`)) as Pass | null
  return pass ?? ((await world.evaluate(`${source};${act}`)) as Pass)
}
