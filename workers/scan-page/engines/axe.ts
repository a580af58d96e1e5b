/** axe-core, whose verdict counts: run in our own world of every frame, other origins' too. */
import axe from 'axe-core'
import type { Frame, Page } from 'puppeteer'
import type { Standard } from '#shared/accessibility/standards'
import { oneOfThese } from '#shared/accessibility/wording'
import { worldOf } from '#workers/page/isolated-world'
import { type ChildFrame, finishInFrame, type ReportedNode, runInFrame } from '#workers/scan-page/engines/axe-in-frame'
import { within } from '#workers/scan-page/engines/budget'
import type { AxeRule, EngineWork } from '#workers/scan-page/engines/engines'
import { addressOf, bringEngines, childFrame, type EnteredFrame } from '#workers/scan-page/engines/frames'
import { elementsListed, type Finding, type Target } from '#workers/scan-page/finding'

/** What axe knows of its rules, from its own metadata. */
export function axeRules(): AxeRule[] {
  return axe.getRules().map((rule) => ({
    id: rule.ruleId,
    tags: rule.tags,
    help: rule.help,
    helpUrl: rule.helpUrl,
    actIds: rule.actIds ?? [],
  }))
}

export type AxeRun = {
  findings: Finding[]
  /** The page's own frame first, then every frame that answered. */
  frames: EnteredFrame[]
  /** Frames that did not answer, and why. */
  skipped: string[]
  /** Rules that failed on this page, and why. */
  broken: string[]
  /** Rules whose time was over before their last element. */
  late: string[]
  /** Whether a rule was asked for and came to its end on every element. */
  hasDecided: (rule: string) => boolean
}

type Options = EngineWork & {
  page: Page
  /** What it may take at the most where a step of it cannot be ended half-way: without axe nobody decided anything. */
  limitMs?: number
}

/** What a frame may take, so that a stuck advertisement does not cost the page its scan. */
const frameBudgetMs = 5000
/** What of its time axe may take to look; the rest is for putting together what it saw. */
const lookShare = 0.5
/** More frames than this are not entered. */
const frameLimit = 50

/** @throws when axe does not come to an end in the page's own frame. */
export async function runAxe(options: Options): Promise<AxeRun> {
  const { page, engines, standard, isWanted, budgetMs, limitMs = budgetMs } = options
  const plan = planAxe(engines.rules.axe, standard).filter((planned) => isWanted(planned.id))
  const deadline = performance.now() + budgetMs
  const limit = performance.now() + limitMs
  const order = JSON.stringify({
    runOnly: { type: 'rule', values: plan.map((planned) => planned.id) },
    // Style sheets and media of other origins are read for three rules; a slow host must not hold the scan.
    preload: { assets: ['cssom', 'media'], timeout: 1500 },
    elementRef: false,
    reporter: 'raw',
  })
  const main = page.mainFrame()
  const run: AxeRun = {
    findings: [],
    frames: [{ frame: main, path: [] }],
    skipped: [],
    broken: [],
    late: [],
    hasDecided: (rule) =>
      plan.some(({ id }) => id === rule) &&
      !run.late.includes(rule) &&
      !run.broken.some((broken) => broken.startsWith(`${rule} (`)),
  }
  if (plan.length === 0) {
    await within(bringEngines(main, engines.source), budgetMs)
    return run
  }

  const enter = async (frame: Frame, path: Target, context: string | null): Promise<(string | null)[]> => {
    await bringEngines(frame, engines.source)
    const ms = Math.max(1, (deadline - performance.now()) * lookShare)
    const { partial, children, late, broken } = await worldOf(frame).evaluate(
      runInFrame,
      order,
      context,
      context === null ? ms : Math.min(ms, frameBudgetMs * lookShare),
    )
    run.late.push(...late.filter((rule) => !run.late.includes(rule)))
    run.broken.push(...broken.filter((rule) => !run.broken.includes(rule)))
    const below = await Promise.all(
      children.map(async (child) => {
        const target = [...path, child.selector]
        try {
          const left = Math.min(frameBudgetMs, (deadline - performance.now()) / 2)
          return await within(enterChild(frame, target, child), left)
        } catch (error) {
          run.skipped.push(`${target.flat().join(' >>> ')}: ${error instanceof Error ? error.message : String(error)}`)
          return [null]
        }
      }),
    )
    return [partial, ...below.flat()]
  }
  const enterChild = async (parent: Frame, target: Target, child: ChildFrame): Promise<(string | null)[]> => {
    if (run.frames.length >= frameLimit) throw new Error(`a page’s frames are entered up to the ${frameLimit}th`)
    const frame = await childFrame(parent, child.selector)
    if (!frame) throw new Error('it holds no document')
    // In place of a document that did not come, Chromium shows one of its own.
    if (frame.url().startsWith('chrome-error:'))
      throw new Error(`${await addressOf(parent, child.selector)} did not load`)
    const partials = await enter(frame, target, child.context)
    run.frames.push({ frame, path: target })
    return partials
  }

  const [, ...partials] = await within(enter(main, [], null), limitMs, 'axe-core')
  const left = Math.max(1, limit - performance.now())
  const finishMs = Math.max(deadline - performance.now(), left / 2) * lookShare
  const { nodes, broken, late } = await within(
    worldOf(main).evaluate(finishInFrame, order, partials, elementsListed, finishMs),
    left,
    'axe-core',
  )
  const planned = new Map(plan.map((each) => [each.id, each]))
  run.broken.push(...broken.filter((rule) => !run.broken.includes(rule)))
  run.late.push(...late.filter((rule) => !run.late.includes(rule)))
  run.findings = nodes.flatMap((node) => {
    const rule = planned.get(node.rule)
    return rule && saysSomething(node) ? [findingOf(node, rule)] : []
  })
  return run
}

type PlannedRule = AxeRule & {
  criteria: string[]
  /** What axe calls a violation of it is. An experiment's is for a person to look at. */
  breaks: 'criterion' | 'practice' | 'perhaps'
}

/** Experimental by axe’s account, yet without a false positive on the published cases of its ACT rule, b33eff. */
const soundExperiments = ['css-orientation-lock']
/** Best practice by axe’s account, yet each carries out a rule of the W3C’s that fails what it finds: ffd0e9 and 46ca7f. */
const soundPractices = ['empty-heading', 'presentation-role-conflict']

/** The rules that say something about the standard, and those of best practice. Pure. */
export function planAxe(rules: readonly AxeRule[], standard: Standard): PlannedRule[] {
  return rules.flatMap((rule) => {
    if (rule.tags.includes('deprecated') || rule.tags.includes('review-item')) return []
    const isPractice = rule.tags.includes('best-practice')
    if (!isPractice && !rule.tags.some((tag) => standard.tags.includes(tag))) return []
    const isExperiment = rule.tags.includes('experimental') && !soundExperiments.includes(rule.id)
    const isMere = isPractice && !soundPractices.includes(rule.id)
    const breaks = isExperiment ? 'perhaps' : isMere ? 'practice' : 'criterion'
    return [{ ...rule, criteria: criteriaOfTags(rule.tags), breaks }]
  })
}

/** wcag143 is 1.4.3, wcag1412 is 1.4.12; wcag2a and the like name no criterion. */
function criteriaOfTags(tags: readonly string[]): string[] {
  return tags.flatMap((tag) => {
    const [, principle, guideline, number] = /^wcag(\d)(\d)(\d+)$/.exec(tag) ?? []
    return principle ? [`${principle}.${guideline}.${number}`] : []
  })
}

/**
 * Not: an orientation lock that axe is unsure of, which it is of every document without a style sheet;
 * nor a way past the repeated blocks that it misses in a frame, which is no page of its own; nor that it cannot tell the words of
 * signs, or the cells of a header, which ours tell by geometry.
 */
function saysSomething({ rule, isViolation, target, wrong, oneOf }: ReportedNode): boolean {
  if (rule === 'bypass') return target.length === 1
  return isViolation || !(undecidedForNothing[rule]?.test([...wrong, ...oneOf].join(' ')) ?? false)
}

/** Of rules that axe left open, what it says where there is nothing to look at. */
const undecidedForNothing: Record<string, RegExp> = {
  'css-orientation-lock': /^/,
  'th-has-data-cells': /^/,
  'color-contrast': /only non-text characters/,
  'color-contrast-enhanced': /only non-text characters/,
  'label-content-name-mismatch': /^Unable to determine/,
}

const verdicts = { criterion: 'violation', practice: 'practice', perhaps: 'review' } as const

export function findingOf(node: ReportedNode, rule: PlannedRule): Finding {
  const verdict = node.isViolation ? verdicts[rule.breaks] : 'review'
  return {
    engine: 'axe-core',
    rule: rule.id,
    verdict,
    impact: node.impact ?? 'moderate',
    criteria: rule.criteria,
    target: node.target,
    ...(node.kept !== null && { kept: node.kept }),
    message: textOf(node, rule),
    recommendation: asSentence(rule.help),
    helpUrl: rule.helpUrl,
    confidence: verdict !== 'review' ? 'high' : rule.breaks === 'criterion' ? 'medium' : 'low',
    ...(node.count > 1 && { count: node.count }),
  }
}

/** axe’s remarks on one element, as one text: what is wrong, and of what any one thing would set it right. */
function textOf({ wrong, oneOf }: ReportedNode, rule: PlannedRule): string {
  const ways = plainly(oneOf)
  const [way] = ways
  const parts = [...plainly(wrong), ...(ways.length > 1 ? [oneOfThese(ways)] : way ? [way] : [])]
  return asSentence(parts.length > 0 ? parts.join('. ') : rule.help)
}

const withoutStop = (text: string) => text.trim().replace(/\.+$/, '')

/** axe ends some of its sentences with a full stop, and others not. */
const asSentence = (text: string) => `${withoutStop(text)}.`

function plainly(messages: readonly string[]): string[] {
  return [...new Set(messages.map(withoutStop))]
}
