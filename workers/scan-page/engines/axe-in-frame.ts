/**
 * axe inside a frame: runs rule by rule until its time is over, and hands out what came of those that ended.
 * Each of these functions is sent into the page as its text, so it names nothing that stands outside of it.
 */
import type { Kept } from '#workers/scan-page/engines/kept'
import type { UnderWay } from '#workers/scan-page/engines/under-way'
import type { Impact, Target } from '#workers/scan-page/finding'

export type ChildFrame = { selector: string | string[]; context: string }
/** `late`: rules whose time was over before their last element; `broken`: those of which a check threw, and why. */
type FrameRun = { partial: string | null; children: ChildFrame[]; late: string[]; broken: string[] }

export type ReportedNode = {
  rule: string
  isViolation: boolean
  impact: Impact | null
  target: Target
  /** Its number among the elements kept in its frame. */
  kept: number | null
  wrong: string[]
  /** Ways to do it right, none of which was taken. */
  oneOf: string[]
  /** Elements that it stands for. */
  count: number
}

/** Of axe’s own insides as much as is looked at. */
type Spec = {
  selector: (string | string[])[]
  ancestry: string[]
  nodeIndexes: number[]
  fromFrame: boolean
  element: Element
}
type Partial = { frames: Pick<Spec, 'selector'>[] }
type Outcome = { result?: boolean }
type RuleNode = Record<'any' | 'all' | 'none', Outcome[]> & { node: { element?: Element } }
type Step = (...args: unknown[]) => unknown
type Rule = Record<'any' | 'all' | 'none', (string | { id: string })[]> & {
  id: string
  run: (context: unknown, options: unknown, resolve: (result: unknown) => void, reject: Step) => void
  matches: Step
}
type Check = {
  id: string
  after?: Step
  run: (
    node: { actualNode?: Element } | null,
    options: unknown,
    context: unknown,
    resolve: (result: object | null) => void,
    reject: Step,
  ) => void
}
type Axe = {
  _audit: { rules: Rule[]; checks: Record<string, Check> }
  configure: (spec: object) => void
  runPartial: (context: object, options: object) => Promise<Partial>
  utils: {
    nodeSerializer: { update: (serializer: object) => void }
    getFrameContexts: (context: object, options: object) => { frameSelector: string | string[]; frameContext: object }[]
  }
}
type Watch = { until: number; late: Set<string>; broken: Map<string, string>; looksBack: Set<string> }

/** Runs in the page. */
export async function runInFrame(order: string, contextText: string | null, budgetMs: number): Promise<FrameRun> {
  const world = globalThis as unknown as {
    axe: Axe
    assayKept: Kept
    assayUnderWay: UnderWay
    assayAxe?: Watch
    assayPartial: Partial
  }
  const { axe } = world
  world.assayUnderWay.look()

  // The slowest come last, so that whoever runs out of time has all the others.
  const slowest = ['region', 'link-in-text-block', 'target-size', 'color-contrast', 'color-contrast-enhanced']
  const passes = ({ any, all, none }: RuleNode) =>
    (any.length === 0 || any.some(({ result }) => result === true)) &&
    all.every(({ result }) => result === true) &&
    none.every(({ result }) => result === false)

  /** Rules look at the time between two elements, and elements that pass are let go at once. */
  function watchRules(): Watch {
    const watch: Watch = { until: 0, late: new Set(), broken: new Map(), looksBack: new Set() }
    const isOver = () => performance.now() > watch.until
    // Of these some checks were made and others were not, by the end of that time: what is said of them may hang on those.
    const halfLooked = new WeakMap<Element, string>()
    const endOf = (rule: string) => `${rule} ${watch.until}`
    const isWhole = (rule: string, { node: { element } }: RuleNode) =>
      !element || halfLooked.get(element) !== endOf(rule)
    const { rules, checks } = axe._audit
    rules.sort((a, b) => slowest.indexOf(a.id) - slowest.indexOf(b.id))
    let running = ''
    for (const rule of rules) {
      const { run, matches } = rule
      // What such a check finds in the end depends on elements that pass.
      const looksBack = [...rule.any, ...rule.all, ...rule.none].some(
        (check) => checks[typeof check === 'string' ? check : check.id]?.after,
      )
      if (looksBack) watch.looksBack.add(rule.id)
      rule.run = (context, options, resolve, reject) => {
        if (isOver()) {
          watch.late.add(rule.id)
          return resolve(null)
        }
        running = rule.id
        const done = (result: unknown) => {
          const nodes = (result as { nodes?: RuleNode[] } | null)?.nodes
          if (nodes)
            (result as { nodes: RuleNode[] }).nodes = nodes.filter(
              (node) => isWhole(rule.id, node) && (looksBack || !passes(node)),
            )
          resolve(result)
        }
        return run.call(rule, context, options, done, reject)
      }
      rule.matches = (...args) => {
        if (!isOver()) return matches.apply(rule, args)
        watch.late.add(rule.id)
        return false
      }
    }
    for (const check of Object.values(checks)) {
      const { run } = check
      check.run = (node, options, context, resolve) => {
        // One element that a check breaks on is for a person to look at, and its rule goes on with the others.
        const undecided = (thrown: unknown) => {
          watch.broken.set(running, thrown instanceof Error ? thrown.message : String(thrown))
          resolve({ id: check.id, data: null, relatedNodes: [], result: undefined })
        }
        if (!isOver()) return run.call(check, node, options, context, resolve, undecided)
        watch.late.add(running)
        if (node?.actualNode) halfLooked.set(node.actualNode, endOf(running))
        return resolve(null)
      }
    }
    return watch
  }

  // In a document that is no HTML, elements that are made are of no kind at all; axe draws letters on one. Only our world has this.
  if (!(document.createElement('canvas') instanceof HTMLCanvasElement))
    document.createElement = (name: string) => document.createElementNS('http://www.w3.org/1999/xhtml', name)
  // Nothing that the page posts is meant for us.
  axe.configure({ allowedOrigins: [], noHtml: true })
  // Of an element we want the selector and the element itself. Its ancestry is for axe’s own rule on headings, made when that
  // asks for it.
  axe.utils.nodeSerializer.update({
    toSpec: (spec: Spec) => {
      let ancestry: string[] | undefined
      return {
        selector: spec.selector,
        source: '',
        xpath: [],
        get ancestry() {
          ancestry ??= spec.ancestry
          return ancestry
        },
        nodeIndexes: spec.nodeIndexes,
        fromFrame: spec.fromFrame,
        kept: spec.element ? world.assayKept.keep(spec.element) : null,
      }
    },
  })
  world.assayAxe ??= watchRules()
  const watch = world.assayAxe
  watch.until = performance.now() + budgetMs
  watch.late = new Set()
  watch.broken = new Map()
  const options = JSON.parse(order)
  const isTop = contextText === null
  const context = isTop ? document : JSON.parse(contextText)
  const partial = await axe.runPartial(context, options)
  const children = partial.frames.length === 0 ? [] : axe.utils.getFrameContexts(context, options)
  if (isTop) world.assayPartial = partial
  return {
    partial: isTop ? null : JSON.stringify(partial),
    children: children.map(({ frameSelector, frameContext }, index) => ({
      selector: partial.frames[index]?.selector[0] ?? frameSelector,
      context: JSON.stringify(frameContext),
    })),
    late: [...watch.late],
    broken: [...watch.broken].map(([rule, why]) => `${rule} (${why})`),
  }
}

/** Runs in the page. All rules at once where there is little to put together; else those of few elements first, until the time is over. */
export async function finishInFrame(
  order: string,
  partials: (string | null)[],
  limit: number,
  budgetMs: number,
): Promise<{ nodes: ReportedNode[]; broken: string[]; late: string[] }> {
  type Check = { id: string; message?: string; data?: { message?: string } | null }
  type RawNode = {
    node: { selector: Target; kept: number | null }
    impact: Impact | null
    any: Check[]
    all: Check[]
    none: Check[]
  }
  type RawRule = { id: string; violations: RawNode[]; incomplete: RawNode[] }
  type Partial = { results: { id: string; nodes: unknown[] }[] }
  type Axe = { finishRun: (partials: (Partial | null)[], options: object) => Promise<RawRule[]> }
  const { axe, assayAxe, assayPartial } = globalThis as unknown as {
    axe: Axe
    assayAxe?: { looksBack: Set<string> }
    assayPartial: Partial
  }
  // Where each element is held against each, so many are looked at.
  const heldAgainst = 2000
  // So many take no time that anybody would have to look at.
  const fewNodes = 2000
  const until = performance.now() + budgetMs
  const all: (Partial | null)[] = [assayPartial, ...partials.map((partial) => partial && JSON.parse(partial))]
  const counts = new Map<string, number>()
  for (const partial of all)
    for (const { id, nodes } of partial?.results ?? []) counts.set(id, (counts.get(id) ?? 0) + nodes.length)
  const rules: RawRule[] = []
  const late: string[] = []
  const inOrder = [...counts].sort(([, a], [, b]) => a - b)
  const isLittle = inOrder.reduce((sum, [, count]) => sum + count, 0) <= fewNodes
  if (isLittle) {
    const ended = new Map((await axe.finishRun(all, JSON.parse(order))).map((rule) => [rule.id, rule]))
    rules.push(...inOrder.flatMap(([id]) => ended.get(id) ?? []))
  }
  for (const [id, count] of isLittle ? [] : inOrder) {
    if (performance.now() > until || (count > heldAgainst && assayAxe?.looksBack.has(id))) {
      late.push(id)
      continue
    }
    const ofRule = all.map(
      (partial) => partial && { ...partial, results: partial.results.filter((result) => result.id === id) },
    )
    rules.push(...(await axe.finishRun(ofRule, JSON.parse(order))))
  }
  const messages = (checks: Check[]) => checks.flatMap((check) => (check.message ? [check.message] : []))
  const report = (rule: string, nodes: RawNode[], isViolation: boolean) =>
    nodes.slice(0, limit).map((node, at) => ({
      rule,
      isViolation,
      count: at === limit - 1 ? nodes.length - at : 1,
      impact: node.impact,
      target: node.node.selector,
      kept: node.node.kept,
      wrong: messages([...node.all, ...node.none]),
      oneOf: messages(node.any),
    }))
  // Of a rule that threw, axe makes one thing for a person to look at.
  const errorsOf = (rule: RawRule) =>
    (rule.incomplete ?? []).flatMap(({ none }) => none.filter(({ id }) => id === 'error-occurred'))
  return {
    nodes: rules.flatMap((rule) => [
      ...report(rule.id, rule.violations ?? [], true),
      ...report(rule.id, rule.incomplete ?? [], false),
    ]),
    broken: rules.flatMap((rule) =>
      errorsOf(rule)
        .slice(0, 1)
        .map(({ data }) => `${rule.id} (${data?.message?.replace(/ Skipping \S+ rule\.$/, '') ?? 'it threw'})`),
    ),
    late,
  }
}
