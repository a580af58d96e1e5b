/** Our own checks of a page, beyond what rule engines see: first by looking, then by measuring, last by acting on it. */
import type { CDPSession, Page } from 'puppeteer'
import type { Standard } from '#shared/accessibility/standards'
import { worldOf } from '#workers/page/isolated-world'
import { contrast } from '#workers/scan-page/checks/contrast'
import { dialogs } from '#workers/scan-page/checks/dialogs'
import { focus } from '#workers/scan-page/checks/focus'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { staticChecks } from '#workers/scan-page/checks/in-page/rules/index'
import { shortcuts, traps } from '#workers/scan-page/checks/keyboard'
import { loadLanguages } from '#workers/scan-page/checks/language'
import { hear } from '#workers/scan-page/checks/listeners'
import { look } from '#workers/scan-page/checks/look'
import { resize } from '#workers/scan-page/checks/resize'
import { inPageSource } from '#workers/scan-page/checks/source'
import { asker, type CheckTools, pageFindings } from '#workers/scan-page/checks/tools'
import { isOutOfTime } from '#workers/scan-page/engines/budget'
import type { EnteredFrame } from '#workers/scan-page/engines/frames'
import type { Finding } from '#workers/scan-page/finding'

export type CheckContext = {
  page: Page
  standard: Standard
  within: <T>(work: Promise<T>, ms: number) => Promise<T>
  /** The frames to be looked at, the page's own first; that alone when nothing is said. */
  frames?: readonly EnteredFrame[]
}

export type CheckRun = { name: string; ms: number; state: 'ran' | 'out of time' | 'failed'; reason: string | null }

/** Each check with the success criteria that it can say something about. */
const checks: Readonly<Record<string, readonly string[]>> = {
  'text alternatives': ['1.1.1', '1.4.5', '1.4.9'],
  links: ['2.4.4', '2.4.9'],
  structure: ['1.3.3', '2.4.1', '2.4.2', '2.4.6', '4.1.2'],
  tables: ['1.3.1'],
  forms: ['1.3.1', '2.4.6', '3.3.1', '3.3.2', '3.3.3'],
  language: ['3.1.1', '3.1.2'],
  'text direction': ['1.3.2'],
  'text spacing': ['1.4.12'],
  'moving text': ['2.2.2'],
  'changing text': ['2.2.2'],
  media: ['1.2.1', '1.2.2', '1.2.3', '1.2.5', '1.2.8', '1.4.2'],
  listeners: ['2.1.1', '2.5.4'],
  hover: ['2.1.1', '1.4.13'],
  'contrast on pictures': ['1.4.3'],
  zoom: ['1.4.4'],
  reflow: ['1.4.10'],
  focus: ['2.4.7'],
  shortcuts: ['2.1.4'],
  'keyboard traps': ['2.1.2'],
  dialogs: ['2.1.2', '2.4.3'],
}

const lookMs = 5000
const stepMs = 3000
const detachMs = 500

/** What our checks find. None of them failing keeps the others from running; the page is left as far as can be as it was. */
export async function runChecks(
  context: CheckContext,
): Promise<{ findings: Finding[]; runs: CheckRun[]; criteria: string[] }> {
  const { page, standard, within } = context
  const frames = context.frames ?? [{ frame: page.mainFrame(), path: [] }]
  const asked = new Set(standard.criteria.map((criterion) => criterion.id))
  const names = Object.keys(checks).filter((name) => checks[name]?.some((criterion) => asked.has(criterion)))
  const looks = staticChecks.filter(
    ({ tier, criteria }) => tier === 'practice' || criteria.some((criterion) => asked.has(criterion)),
  )
  const about = [...names.flatMap((name) => checks[name] ?? []), ...looks.flatMap((check) => check.criteria)]
  const criteria = [...new Set(about)].filter((id) => asked.has(id)).sort()
  const findings: Finding[] = []
  const runs: CheckRun[] = []

  let opened: Promise<CDPSession> | undefined
  const session = () => {
    opened ??= page.createCDPSession()
    return opened
  }
  let isHanging = false
  const attempt = async <Result>(name: string, work: () => Promise<Result>, ms = stepMs): Promise<Result | null> => {
    const startedAt = performance.now()
    const done = (state: CheckRun['state'], reason: string | null) =>
      runs.push({ name, ms: performance.now() - startedAt, state, reason })
    if (isHanging) {
      done('out of time', 'the page does not answer any more')
      return null
    }
    try {
      const result = await within(work(), ms)
      done('ran', null)
      return result
    } catch (error) {
      isHanging = isOutOfTime(error)
      done(isHanging ? 'out of time' : 'failed', error instanceof Error ? error.message : String(error))
      return null
    }
  }
  const take = async (name: string, work: () => Promise<Found[]>) => {
    const found = await attempt(name, work)
    if (found) findings.push(...pageFindings(found, standard))
  }

  try {
    if (names.length === 0 && looks.length === 0) return { findings, runs, criteria }
    const looked = await attempt(
      'look',
      () => look(frames, [...names, ...looks.map(({ rule }) => rule)], standard),
      lookMs,
    )
    if (!looked) return { findings, runs, criteria }
    findings.push(...looked.findings)
    for (const { name, ms, error } of looked.pass.times) {
      runs.push({ name, ms, state: error === null ? 'ran' : 'failed', reason: error })
    }
    const tools: CheckTools = { page, standard, ask: asker(page), session, outlook: looked.pass.outlook }
    const wanted = (name: string) => names.includes(name)
    const { overImages, hasTightText, hasStops, openers } = tools.outlook

    const heard = wanted('listeners') ? await attempt('listeners', () => hear(tools)) : null
    if (heard) findings.push(...pageFindings(heard.found, standard))
    if (wanted('hover')) await take('hover', () => tools.ask('hover'))
    if (wanted('contrast on pictures') && overImages > 0) await take('contrast on pictures', () => contrast(tools))
    if (wanted('reflow') || (wanted('zoom') && hasTightText)) await take('zoom and reflow', () => resize(tools, names))
    if (wanted('changing text')) await take('changing text', () => tools.ask('changes'))

    const acts: [string, boolean, () => Promise<Found[]>][] = [
      ['focus', hasStops, () => focus(tools)],
      ['shortcuts', (heard?.keySources.length ?? 0) > 0, () => shortcuts(tools, heard?.keySources ?? [])],
      ['keyboard traps', (heard?.traps ?? 0) > 0, () => traps(tools)],
      ['dialogs', openers > 0, () => dialogs(tools)],
    ]
    const due = acts.filter(([name, isDue]) => isDue && wanted(name))
    if (due.length === 0 || isHanging) return { findings, runs, criteria }
    // Nothing that a check does to a page may lead away from it.
    await within(tools.ask('stay'), stepMs).catch(() => undefined)
    for (const [name, , act] of due) await take(name, act)
    await within(tools.ask('leave'), stepMs).catch(() => undefined)
  } finally {
    if (opened)
      await within(
        opened.then((client) => client.detach()),
        detachMs,
      ).catch(() => undefined)
  }
  return { findings, runs, criteria }
}

/** Loads ahead what the first page would wait for; of use too in a blank page whose renderer is kept: it keeps the script compiled. */
export async function warmChecks(page: Page): Promise<void> {
  const [source] = await Promise.all([inPageSource(), loadLanguages()])
  await worldOf(page.mainFrame()).evaluate(source)
}
