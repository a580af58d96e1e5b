/** Our own checks of a page, beyond what rule engines see: first by looking, then by measuring, last by acting on it. */
import type { CDPSession, Page } from 'puppeteer'
import type { Standard } from '#shared/accessibility/standards'
import { worldOf } from '#workers/page/isolated-world'
import { type ActingFrame, actingFrame } from '#workers/scan-page/checks/acting-frame'
import { activation } from '#workers/scan-page/checks/activation'
import { arrows } from '#workers/scan-page/checks/arrows'
import type { CheckMeta } from '#workers/scan-page/checks/check'
import { choices } from '#workers/scan-page/checks/choices'
import { contrastAsPainted } from '#workers/scan-page/checks/contrast'
import { focus } from '#workers/scan-page/checks/focus'
import { focusing } from '#workers/scan-page/checks/focusing'
import { guardPage } from '#workers/scan-page/checks/guard'
import { hover } from '#workers/scan-page/checks/hover'
import { hovering } from '#workers/scan-page/checks/hovering'
import type { Found } from '#workers/scan-page/checks/in-page/found'
import { staticChecks } from '#workers/scan-page/checks/in-page/rules/index'
import { infiniteScrolling } from '#workers/scan-page/checks/infinite-scroll'
import { keyWalk } from '#workers/scan-page/checks/key-walk'
import { shortcuts, traps } from '#workers/scan-page/checks/keyboard'
import { loadLanguages } from '#workers/scan-page/checks/language'
import { listeners } from '#workers/scan-page/checks/listeners'
import type { LiveCheck } from '#workers/scan-page/checks/live-check'
import { look } from '#workers/scan-page/checks/look'
import { findUnbalanced, unbalancedTags } from '#workers/scan-page/checks/markup'
import { otherColors } from '#workers/scan-page/checks/other-colors'
import { passingTime } from '#workers/scan-page/checks/passing'
import { pasting } from '#workers/scan-page/checks/pasting'
import { zoomAndReflow } from '#workers/scan-page/checks/resize'
import { routing } from '#workers/scan-page/checks/routing'
import { linkedScripts } from '#workers/scan-page/checks/scripts'
import { sending } from '#workers/scan-page/checks/sending'
import { shaking } from '#workers/scan-page/checks/shaking'
import { skipping } from '#workers/scan-page/checks/skipping'
import { inPageSource } from '#workers/scan-page/checks/source'
import { states } from '#workers/scan-page/checks/states'
import { steps } from '#workers/scan-page/checks/steps'
import { suggestions } from '#workers/scan-page/checks/suggestions'
import { asker, type CheckTools, type PageTools, pageFindings } from '#workers/scan-page/checks/tools'
import { changingText } from '#workers/scan-page/checks/watch'
import { wayBack } from '#workers/scan-page/checks/way-back'
import { isOutOfTime, within } from '#workers/scan-page/engines/budget'
import type { EnteredFrame } from '#workers/scan-page/engines/frames'
import type { Finding } from '#workers/scan-page/finding'

/** In the order they run: what only measures first, then what acts on the page. */
export const liveChecks: readonly LiveCheck[] = [
  listeners,
  hover,
  // Before anything that gives the page's scripts cause to change it.
  changingText,
  contrastAsPainted,
  otherColors,
  zoomAndReflow,
  // Before anything is pressed that could make an entry of the history.
  wayBack,
  focus,
  shortcuts,
  keyWalk,
  traps,
  activation,
  arrows,
  hovering,
  // Before the buttons that lead on are pressed with nothing filled in.
  steps,
  states,
  focusing,
  choices,
  suggestions,
  pasting,
  sending,
  // Leaves behind what it has changed.
  shaking,
  // May leave the page at another place of itself.
  skipping,
  // Leaves a longer page behind.
  infiniteScrolling,
  // Leaves another view behind.
  routing,
  // Leaves a page behind on which no time passes any more.
  passingTime,
]

/** Checks by looking that need more than a look at each element, each with the success criteria that it can say something about. */
const lookingSteps: Readonly<Record<string, readonly string[]>> = {
  language: ['3.1.1', '3.1.2'],
  'text spacing': ['1.4.12'],
}

export type CheckContext = {
  page: Page
  standard: Standard
  within: <T>(work: Promise<T>, ms: number) => Promise<T>
  /** What all of it may take; what each check may when nothing is said. */
  budgetMs?: number
  /** The frames to be looked at, the page's own first; that alone when nothing is said. */
  frames?: readonly EnteredFrame[]
  /** What the engines found, for what a measurement settles of it. */
  engineFindings?: readonly Finding[]
  /** The page as it was served; what only its source tells is not looked for when nothing is said. */
  source?: string
  /** Whether a rule is looked for; all are when nothing is said. */
  isWanted?: (rule: string) => boolean
  /** Whether the page may be acted on; it may when nothing is said. */
  explore?: boolean
  /** Asks an engine of what has come out on the page. */
  examineAgain?: (within: EnteredFrame) => Promise<Finding[]>
  /** Is told what our checks have found before the first of them acts on the page, which may look otherwise then. */
  beforeActing?: (found: readonly Finding[]) => Promise<unknown>
}

export type CheckRun = { name: string; ms: number; state: 'ran' | 'out of time' | 'failed'; reason: string | null }

export type Checked = {
  findings: Finding[]
  /** Findings of the engines that a measurement settled: what has become of each, null for nothing. */
  settled: ReadonlyMap<Finding, Finding | null>
  runs: CheckRun[]
  criteria: string[]
}

const ofWholePages = /(?:^|\/)(?:landmark-main|landmark-one-main|page-has-heading-one|bypass|region)$/

const lookMs = 5000
const readMs = 3000
const longestRead = 2_000_000
/** What all live checks together may take of one page. */
const liveMs = 12_000
const answerMs = 500
const detachMs = 500

/** What our checks find. None of them failing keeps the others from running; the page is left as far as can be as it was. */
export async function runChecks(context: CheckContext): Promise<Checked> {
  const { standard, isWanted = () => true, explore = true } = context
  const asked = new Set(standard.criteria.map((criterion) => criterion.id))
  const isAsked = ({ rule, tier, criteria, isOnlyIfAsked }: CheckMeta) =>
    isWanted(rule) && ((tier === 'practice' && !isOnlyIfAsked) || criteria.some((criterion) => asked.has(criterion)))
  const stepped = Object.keys(lookingSteps).filter((name) =>
    lookingSteps[name]?.some((criterion) => asked.has(criterion)),
  )
  const looks = staticChecks.filter(isAsked)
  const live = liveChecks.filter(({ metas, acts }) => (explore || !acts) && metas.some(isAsked))
  const about = [
    ...stepped.flatMap((name) => lookingSteps[name] ?? []),
    ...[...looks, ...live.flatMap(({ metas }) => metas)].flatMap((check) => check.criteria),
  ]
  const criteria = [...new Set(about)].filter((id) => asked.has(id)).sort()
  const names = [...stepped, ...looks.map(({ rule }) => rule), ...live.map(({ name }) => name)]
  if (names.length === 0) return { findings: [], settled: new Map(), runs: [], criteria }
  const round = new Round(context)
  try {
    const outlook = await round.look(names)
    if (isAsked(unbalancedTags)) await round.read()
    if (outlook)
      await round.act(
        live,
        outlook,
        looks.map(({ rule }) => rule),
      )
  } finally {
    await round.end()
  }
  return { findings: round.findings, settled: round.settled, runs: round.runs, criteria }
}

/** One page's checks, one after the other. */
class Round {
  readonly findings: Finding[] = []
  readonly settled = new Map<Finding, Finding | null>()
  readonly runs: CheckRun[] = []
  private readonly context: CheckContext
  private opened: Promise<CDPSession> | undefined
  private readonly until: number
  private isHanging = false
  private acting: ActingFrame | undefined

  constructor(context: CheckContext) {
    this.context = context
    this.until = performance.now() + (context.budgetMs ?? Number.POSITIVE_INFINITY)
  }

  private readonly session = (): Promise<CDPSession> => {
    this.opened ??= this.context.page.createCDPSession()
    return this.opened
  }

  /** What only the source tells: the browser has mended it by the time it shows the page. */
  async read(): Promise<void> {
    const { source = '', standard } = this.context
    if (source === '') return
    if (source.length > longestRead) {
      const reason = `the source is longer than ${longestRead} characters`
      this.runs.push({ name: unbalancedTags.rule, ms: 0, state: 'out of time', reason })
      return
    }
    const found = await this.attempt(unbalancedTags.rule, async () => findUnbalanced(source), readMs)
    this.findings.push(...pageFindings(found ?? [], standard))
  }

  async look(names: readonly string[]): Promise<CheckTools['outlook'] | null> {
    const { page, standard, frames = [] } = this.context
    const [top = { frame: page.mainFrame(), path: [] }, ...others] = frames
    const entered = [top, ...others] as const
    const acting = await within(actingFrame(entered), this.leftOf(answerMs), 'the browser').catch(() =>
      actingFrame([top]),
    )
    this.acting = acting
    if (acting.frame !== top.frame) this.leaveToFrame()
    const budgetMs = this.leftOf(lookMs)
    const scripts = await this.scripts(acting)
    const looked = await this.attempt(
      'look',
      () => look(entered, names, { standard, budgetMs, scripts, acting: acting.frame }),
      budgetMs,
    )
    if (!looked) return null
    this.findings.push(...looked.findings)
    for (const { name, ms, error, isLate } of looked.pass.times) {
      const reason = isLate ? 'the time of the checks that look was over' : error
      this.runs.push({ name, ms, state: isLate ? 'out of time' : error === null ? 'ran' : 'failed', reason })
    }
    return looked.pass.outlook
  }

  /** What a page is to have, a frame that is all of it has. */
  private leaveToFrame(): void {
    for (const finding of this.context.engineFindings ?? [])
      if (finding.target.length === 1 && ofWholePages.test(finding.rule)) this.settled.set(finding, null)
  }

  /** None where the browser does not hand them over in time: what looks at them finds less then, and no script of the page is ended for it. */
  private async scripts({ frame }: ActingFrame): Promise<Readonly<Record<string, string>>> {
    const reading = this.session().then((client) => linkedScripts(client, frame))
    return within(reading, this.leftOf(answerMs), 'the browser').catch(() => ({}))
  }

  async act(checks: readonly LiveCheck[], outlook: CheckTools['outlook'], looks: readonly string[]): Promise<void> {
    const { page, standard, within } = this.context
    const { acting } = this
    if (!acting) return
    const asked = new Set(standard.criteria.map(({ id }) => id))
    const heard: CheckTools['heard'] = {
      keySources: [],
      traps: 0,
      pressed: 0,
      isPressedAbove: false,
      hasKeys: false,
      hasFocusing: false,
      hasHovering: false,
      hasChanges: false,
      hasPasting: false,
      hasGoingBack: false,
      isMovedFreely: false,
    }
    const tools: PageTools = {
      page,
      acting,
      standard,
      asksFor: (criterion: string) => asked.has(criterion),
      ask: asker(acting.frame),
      session: this.session,
      outlook,
      heard,
      looks,
      examineAgain: (state) => this.examineAgain(state),
      altered: { isSo: false },
      keep: () => this.keep(),
      engineFindings: this.context.engineFindings ?? [],
    }
    const until = performance.now() + liveMs
    let release: (() => Promise<void>) | undefined
    for (const check of checks) {
      if (!check.isDue(tools)) continue
      if (check.acts && !release && !this.isHanging) {
        await this.keep()
        release = await within(guardPage(tools), answerMs * 2).catch(() => undefined)
        // Nothing is pressed on a page that it might lead away from.
        if (!release) this.isHanging = true
      }
      await this.run(check, tools, until - performance.now())
    }
    if (release) await within(release(), answerMs).catch(() => undefined)
  }

  private async keep(): Promise<void> {
    const { beforeActing } = this.context
    if (beforeActing) await this.attempt('markup', () => beforeActing(this.findings), this.leftOf(readMs))
  }

  /** What it told until its time was over counts. */
  private async run(check: LiveCheck, tools: PageTools, leftMs: number): Promise<void> {
    let isOver = false
    const ask: CheckTools['ask'] = (name, ...args) => {
      if (isOver) throw new Error('its time is over')
      return tools.ask(name, ...args)
    }
    const examineAgain: CheckTools['examineAgain'] = async (state) => {
      if (!isOver) await tools.examineAgain(state)
    }
    const tell = (found: readonly Found[]) => {
      if (!isOver) this.findings.push(...pageFindings(found, this.context.standard, tools.acting.path))
    }
    const settle: CheckTools['settle'] = (finding, now) => {
      if (!isOver) this.settled.set(finding, now)
    }
    const withdraw: CheckTools['withdraw'] = (rule) => {
      if (!isOver) this.findings.splice(0, Infinity, ...this.findings.filter((finding) => finding.rule !== rule))
    }
    const missed: CheckTools['missed'] = (reason) => {
      if (!isOver) this.runs.push({ name: check.name, ms: 0, state: 'out of time', reason })
    }
    const budgetMs = this.leftOf(Math.min(check.budgetMs, leftMs))
    const work = () => check.run({ ...tools, ask, examineAgain, settle, withdraw, missed, budgetMs }, tell)
    await this.attempt(check.name, work, budgetMs)
    isOver = true
  }

  private leftOf(ms: number): number {
    return Math.min(ms, this.until - performance.now())
  }

  private async examineAgain(state: string): Promise<void> {
    const found = (this.acting && (await this.context.examineAgain?.(this.acting))) ?? []
    this.findings.push(...found.map((finding) => ({ ...finding, state })))
  }

  private async attempt<Result>(name: string, work: () => Promise<Result>, ms: number): Promise<Result | null> {
    const startedAt = performance.now()
    const done = (state: CheckRun['state'], reason: string | null): null => {
      this.runs.push({ name, ms: performance.now() - startedAt, state, reason })
      return null
    }
    if (this.isHanging) return done('out of time', 'the page does not answer any more')
    if (ms <= 0) return done('out of time', 'the time of the checks before it was the page’s whole')
    try {
      const result = await this.context.within(work(), ms)
      done('ran', null)
      return result
    } catch (error) {
      const isLate = isOutOfTime(error)
      if (isLate) this.isHanging = !(await this.answers())
      return done(isLate ? 'out of time' : 'failed', error instanceof Error ? error.message : String(error))
    }
  }

  private async answers(): Promise<boolean> {
    const { page, within } = this.context
    return within(worldOf(page.mainFrame()).evaluate('true'), answerMs).then(
      () => true,
      () => false,
    )
  }

  async end(): Promise<void> {
    const { opened } = this
    if (!opened) return
    await this.context
      .within(
        opened.then((client) => client.detach()),
        detachMs,
      )
      .catch(() => undefined)
  }
}

/** Loads ahead what the first page would wait for; of use too in a blank page whose renderer is kept: it keeps the script compiled. */
export async function warmChecks(page: Page): Promise<void> {
  const [source] = await Promise.all([inPageSource(), loadLanguages()])
  await worldOf(page.mainFrame()).evaluate(source)
}
