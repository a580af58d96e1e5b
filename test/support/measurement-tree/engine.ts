/** The general measurement-tree engine, the reference that served trees are held to: a definition and records in, a value with bounds and uncertainty at every node out. Pure. */
import { type Aggregation, aggregate, isMonotone } from '#test/support/measurement-tree/aggregation'
import { childContributions } from '#test/support/measurement-tree/contributions'
import { seededIndices } from '#test/support/statistics'
import { largest, mean } from '#workers/generate-tree/aggregate'
import { percentileInterval, sampleSd } from '#workers/generate-tree/statistics'

/**
 * A measurement tree as data: a strict tree whose leaves read records and whose inner nodes summarise their children.
 * Source: measurand (H, F), arXiv 2509.26632. Risks, 0 best to 10 worst. Immutable once used: a change is a new version.
 */
export type TreeDefinition = {
  readonly id: string
  readonly version: string
  readonly scale: readonly [0, 10]
  readonly orientation: 'risk'
  readonly root: TreeNode
}

export type TreeNode = InnerNode | LeafNode

type InnerNode = NodeCommon & {
  readonly aggregation: Aggregation
  readonly children: readonly TreeNode[]
}

/** A leaf summarises what its selector finds in each record; the mean, unless it says otherwise. */
type LeafNode = NodeCommon & {
  readonly aggregation?: Aggregation
  readonly selector: Selector
}

type NodeCommon = {
  readonly id: string
  readonly construct?: string
  readonly level?: 1 | 2 | 3 | 4 | 5 | 6
  readonly missing?: MissingPolicy
  readonly gate?: Gate
}

/** What a node is when some of its children have no value. Without a policy they are omitted (NIST). */
export type MissingPolicy =
  | { readonly policy: 'omit' | 'propagate' | 'worst' | 'best' }
  | { readonly policy: 'min_coverage'; readonly min_coverage: number }

/** A floor that the node's risk has as soon as one record shows the value. */
type Gate = { readonly pointer: string; readonly equals: Json; readonly floor: number }

/** Where a leaf reads (RFC 6901 pointers into a record), and how what it reads becomes a risk. */
type Selector = {
  readonly pointer: string
  /** Where the standard uncertainty of a single reading stands. */
  readonly uncertainty?: string
  readonly transform?: Transform
  readonly filter?: { readonly pointer: string; readonly equals: Json }
}

type Transform =
  | { readonly kind: 'linear'; readonly factor: number; readonly offset: number }
  | { readonly kind: 'invert' }
  /** 1 to `points`, the highest being good: 10 (points - x) / (points - 1). */
  | { readonly kind: 'likert'; readonly points: number }
  /** 0 up to `free`, 10 from `free * worst` on, logarithmic between. */
  | { readonly kind: 'log'; readonly free: number; readonly worst: number }
  /** Answers as words; null for those that are no evidence ("Unable to Determine"). */
  | { readonly kind: 'map'; readonly values: Readonly<Record<string, number | null>> }
  | { readonly kind: 'boolean'; readonly yes: number; readonly no: number }

type Json = string | number | boolean | null

export type NodeResult = {
  id: string
  /** Null: no evidence, or not enough for the node's policy. Never a number in disguise. */
  value: number | null
  /** Missing evidence at 0 and at 10; null where the summary is not monotone and the ends prove nothing. */
  bounds: readonly [number, number] | null
  /** GUM standard uncertainty; null where a child's is unknown. */
  u: number | null
  n: number
  nMissing: number
  /** Weight of the children (readings, for a leaf) with a value over the weight of all. */
  coverage: number
  /** What each child adds, in risk units, adding up to the value before the gate; null above the limit of exact Shapley values. */
  contributions: readonly number[] | null
  gated: boolean
  children: readonly NodeResult[]
}

export type TreeResult = { root: NodeResult; driverPath: string[] }

export type EvaluationOptions = {
  /** How the uncertainties of children go together: independent, or fully correlated (the cautious sum). */
  readonly correlation?: 0 | 1
}

const limits = { depth: 12, nodes: 10_000, readings: 5_000_000 } as const

/**
 * Evaluates a tree over records. Evaluation is bounded by nodes times records, since a pure function has no clock.
 * @throws Error naming every fault of the definition; see {@link faultsOf}.
 */
export function evaluateTree(
  definition: TreeDefinition,
  records: readonly unknown[],
  options: EvaluationOptions = {},
): TreeResult {
  const faults = faultsOf(definition)
  if (faults.length > 0) throw new Error(`tree ${definition.id}: ${faults.join('; ')}`)
  if (countNodes(definition.root) * records.length > limits.readings)
    throw new Error(`tree ${definition.id}: more than ${limits.readings} readings`)

  const root = evaluateNode(definition.root, records, options)
  return { root, driverPath: driverPathOf(root) }
}

/** What is wrong with a definition: cycles, repeated ids, size, depth, parameters that do not fit. Empty when sound. */
export function faultsOf({ root }: TreeDefinition): string[] {
  const faults: string[] = []
  const ids = new Set<string>()
  const open = new Set<TreeNode>()
  let nodes = 0
  const visit = (node: TreeNode, depth: number) => {
    nodes += 1
    if (nodes > limits.nodes) return
    if (open.has(node)) {
      faults.push(`cycle at ${node.id}`)
      return
    }
    if (depth > limits.depth) {
      faults.push(`deeper than ${limits.depth} at ${node.id}`)
      return
    }
    if (ids.has(node.id)) faults.push(`duplicate id ${node.id}`)
    ids.add(node.id)
    faults.push(...nodeFaults(node))
    if (!isInner(node)) return
    open.add(node)
    for (const child of node.children) visit(child, depth + 1)
    open.delete(node)
  }
  visit(root, 1)
  if (nodes > limits.nodes) faults.push(`more than ${limits.nodes} nodes`)
  return faults
}

/**
 * Bootstrap of the root: records resampled (sessions whole, where `cluster` points at one) and the whole tree recomputed.
 * `maxBias` is the mean of the resampled roots minus the root: what a maximum overstates. Null where no root has a value.
 */
export function bootstrapTree(
  definition: TreeDefinition,
  records: readonly unknown[],
  options: { replicates: number; seed: number; cluster?: string },
): { interval: readonly [number, number]; maxBias: number } | null {
  const point = evaluateTree(definition, records).root.value
  const clusters = clustersBy(records, options.cluster)
  if (point === null || clusters.length < 2) return null

  const index = seededIndices(options.seed)
  const roots: number[] = []
  for (let replicate = 0; replicate < options.replicates; replicate += 1) {
    const sample = Array.from(clusters, () => clusters[index(clusters.length)] ?? []).flat()
    const { value } = evaluateNode(definition.root, sample, {})
    if (value !== null) roots.push(value)
  }
  const { lo, hi } = percentileInterval(Float64Array.from(roots))
  return { interval: [lo, hi], maxBias: mean(roots) - point }
}

/**
 * How much the order of systems hangs on the choice of summaries: the root of each under every change of one node's
 * summary to `alternatives`, and whether the order stays.
 */
export function aggregationRobustness(
  definition: TreeDefinition,
  systems: ReadonlyMap<string, readonly unknown[]>,
  alternatives: readonly Aggregation[],
): { node: string; fn: Aggregation['fn']; order: string[]; isSameOrder: boolean }[] {
  const orderUnder = (root: TreeNode) =>
    [...systems]
      .map(([name, records]) => ({ name, value: evaluateTree({ ...definition, root }, records).root.value }))
      .sort((a, b) => (a.value ?? 11) - (b.value ?? 11) || (a.name < b.name ? -1 : 1))
      .map(({ name }) => name)
  const base = orderUnder(definition.root)
  return innerNodes(definition.root).flatMap((node) =>
    alternatives
      .filter(({ fn }) => fn !== node.aggregation.fn)
      .map((aggregation) => {
        const order = orderUnder(withAggregation(definition.root, node.id, aggregation))
        const isSameOrder = order.every((name, rank) => name === base[rank])
        return { node: node.id, fn: aggregation.fn, order, isSameOrder }
      }),
  )
}

/** What each leaf adds to the root, in risk units; adds up to the root's value while no gate lifts a node. */
export function leafContributions(root: NodeResult): Map<string, number> | null {
  const found = new Map<string, number>()
  const visit = (node: NodeResult, amount: number): boolean => {
    if (node.children.length === 0) {
      found.set(node.id, amount)
      return true
    }
    if (node.contributions === null && amount !== 0) return false
    const scale = node.value === null || node.value === 0 ? 0 : amount / node.value
    return node.children.every((child, index) => visit(child, scale * (node.contributions?.[index] ?? 0)))
  }
  return visit(root, root.value ?? 0) ? found : null
}

/** A child of a node, or a reading of a leaf. */
type Part = { value: number | null; bounds: readonly [number, number] | null; u: number | null; weight: number }
/** A part that enters the summary, with its place among the parts. */
type Entry = { value: number; u: number | null; weight: number; index: number }

function evaluateNode(node: TreeNode, records: readonly unknown[], options: EvaluationOptions): NodeResult {
  const result = isInner(node) ? evaluateInner(node, records, options) : evaluateLeaf(node, records, options)
  return node.gate === undefined ? result : gated(result, node.gate, records)
}

function evaluateInner(node: InnerNode, records: readonly unknown[], options: EvaluationOptions): NodeResult {
  const children = node.children.map((child) => evaluateNode(child, records, options))
  const weights = node.aggregation.fn === 'weighted_mean' ? node.aggregation.weights : null
  const parts = children.map(({ value, bounds, u }, index) => ({ value, bounds, u, weight: weights?.[index] ?? 1 }))
  return summarised(node, node.aggregation, parts, children, options)
}

function evaluateLeaf(node: LeafNode, records: readonly unknown[], options: EvaluationOptions): NodeResult {
  const { filter, pointer, transform, uncertainty } = node.selector
  const aggregation = node.aggregation ?? plainMean
  const parts: Part[] = []
  for (const record of records) {
    if (filter !== undefined && pointed(record, filter.pointer) !== filter.equals) continue
    const value = riskFrom(pointed(record, pointer), transform)
    const u = uncertainty === undefined ? null : pointed(record, uncertainty)
    parts.push({
      value,
      bounds: value === null ? null : [value, value],
      u: typeof u === 'number' ? u : null,
      weight: 1,
    })
  }
  const result = summarised(node, aggregation, parts, [], options)
  return result.u === null && aggregation.fn === 'mean' ? { ...result, u: standardError(parts) } : result
}

function summarised(
  node: TreeNode,
  aggregation: Aggregation,
  parts: readonly Part[],
  children: readonly NodeResult[],
  { correlation = 0 }: EvaluationOptions,
): NodeResult {
  const all = parts.reduce((sum, { weight }) => sum + weight, 0)
  const known = parts.filter(({ value }) => value !== null)
  const coverage = all > 0 ? known.reduce((sum, { weight }) => sum + weight, 0) / all : 0
  const entries = entriesOf(parts, coverage, node.missing ?? omit)
  const value = summaryOf(aggregation, entries)
  return {
    id: node.id,
    value,
    bounds: boundsOf(aggregation, parts),
    u: value === null ? null : uncertaintyOf(aggregation, entries, correlation),
    n: known.length,
    nMissing: parts.length - known.length,
    coverage,
    contributions: value === null ? null : contributionsOf(aggregation, entries, parts.length),
    gated: false,
    children,
  }
}

/** What enters the summary under the policy; nothing where the policy makes the node null. */
function entriesOf(parts: readonly Part[], coverage: number, missing: MissingPolicy): Entry[] {
  const isComplete = parts.every(({ value }) => value !== null)
  if (missing.policy === 'propagate' && !isComplete) return []
  if (missing.policy === 'min_coverage' && coverage < missing.min_coverage) return []

  const filler = missing.policy === 'worst' ? 10 : missing.policy === 'best' ? 0 : null
  return parts.flatMap(({ value, u, weight }, index) => {
    const entered = value ?? filler
    return entered === null ? [] : [{ value: entered, u, weight, index }]
  })
}

function summaryOf(aggregation: Aggregation, entries: readonly Entry[]): number | null {
  if (entries.every(({ weight }) => weight === 0)) return null
  return aggregate(
    aggregation,
    entries.map(({ value }) => value),
    entries.map(({ weight }) => weight),
  )
}

function boundsOf(aggregation: Aggregation, parts: readonly Part[]): readonly [number, number] | null {
  if (!isMonotone(aggregation) || parts.some(({ value, bounds }) => value !== null && bounds === null)) return null
  if (parts.every(({ weight }) => weight === 0)) return [0, 10]
  const weights = parts.map(({ weight }) => weight)
  return [
    aggregate(
      aggregation,
      parts.map(({ bounds }) => bounds?.[0] ?? 0),
      weights,
    ),
    aggregate(
      aggregation,
      parts.map(({ bounds }) => bounds?.[1] ?? 10),
      weights,
    ),
  ]
}

/** GUM: u² = Σ (∂f/∂x)² u², the derivatives taken numerically; Σ |∂f/∂x| u under full correlation. */
function uncertaintyOf(aggregation: Aggregation, entries: readonly Entry[], correlation: 0 | 1): number | null {
  let squares = 0
  let sum = 0
  for (const entry of entries) {
    if (entry.u === null) return null
    const part = sensitivityTo(entry, aggregation, entries) * entry.u
    squares += part * part
    sum += Math.abs(part)
  }
  return correlation === 1 ? sum : Math.sqrt(squares)
}

function sensitivityTo(entry: Entry, aggregation: Aggregation, entries: readonly Entry[]): number {
  const at = (step: number) =>
    summaryOf(
      aggregation,
      entries.map((other) => (other.index === entry.index ? { ...other, value: other.value + step } : other)),
    ) ?? 0
  return (at(sensitivityStep) - at(-sensitivityStep)) / (2 * sensitivityStep)
}

function contributionsOf(aggregation: Aggregation, entries: readonly Entry[], count: number): number[] | null {
  const shares = childContributions(
    aggregation,
    entries.map(({ value }) => value),
    entries.map(({ weight }) => weight),
  )
  if (shares === null) return null
  const contributions = new Array<number>(count).fill(0)
  entries.forEach(({ index }, place) => {
    contributions[index] = shares[place] ?? 0
  })
  return contributions
}

/** A leaf's own readings tell their spread: s / √n; null under two. */
function standardError(parts: readonly Part[]): number | null {
  const values = parts.flatMap(({ value }) => (value === null ? [] : [value]))
  const sd = sampleSd(values)
  return sd === null ? null : sd / Math.sqrt(values.length)
}

function gated(result: NodeResult, { pointer, equals, floor }: Gate, records: readonly unknown[]): NodeResult {
  if (!records.some((record) => pointed(record, pointer) === equals)) return result
  const { bounds, value } = result
  return {
    ...result,
    value: value === null ? null : Math.max(floor, value),
    bounds: bounds && [Math.max(floor, bounds[0]), Math.max(floor, bounds[1])],
    gated: value !== null && value < floor,
  }
}

/** What a pointer (RFC 6901) finds; undefined where it finds nothing. Own members only. */
function pointed(record: unknown, pointer: string): unknown {
  let at = record
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    at = Reflect.get(at, key)
  }
  return at
}

/** A reading as a risk; null where it is none, or lies off the scale: it is counted as missing, not bent into range. */
function riskFrom(reading: unknown, transform: Transform | undefined): number | null {
  const risk = transformed(reading, transform)
  return risk !== null && risk >= 0 && risk <= 10 ? risk : null
}

function transformed(reading: unknown, transform: Transform | undefined): number | null {
  if (transform?.kind === 'map')
    return typeof reading === 'string' && Object.hasOwn(transform.values, reading)
      ? (transform.values[reading] ?? null)
      : null
  if (transform?.kind === 'boolean')
    return typeof reading === 'boolean' ? (reading ? transform.yes : transform.no) : null
  if (typeof reading !== 'number') return null
  switch (transform?.kind) {
    case undefined:
      return reading
    case 'linear':
      return transform.factor * reading + transform.offset
    case 'invert':
      return 10 - reading
    case 'likert':
      return (10 * (transform.points - reading)) / (transform.points - 1)
    case 'log':
      return reading <= transform.free
        ? 0
        : Math.min(10, (10 * Math.log(reading / transform.free)) / Math.log(transform.worst))
  }
}

function driverPathOf(root: NodeResult): string[] {
  const path: string[] = []
  for (let node: NodeResult | undefined = root; node !== undefined; node = drivingChild(node)) path.push(node.id)
  return path
}

function drivingChild({ children, contributions }: NodeResult): NodeResult | undefined {
  const amounts = children.map((child, index) => contributions?.[index] ?? child.value ?? -1)
  return children[amounts.indexOf(largest(amounts))]
}

function nodeFaults(node: TreeNode): string[] {
  const faults: string[] = []
  if (isInner(node)) {
    if (node.children.length === 0) faults.push(`${node.id} has no children`)
    faults.push(...aggregationFaults(node.id, node.aggregation, node.children.length))
    if (node.aggregation.fn === 'owa' && !fillsIn.has((node.missing ?? omit).policy))
      faults.push(`${node.id}: ordered weights need every child; say propagate, worst or best`)
  } else if (node.aggregation !== undefined) {
    if (node.aggregation.fn === 'weighted_mean' || node.aggregation.fn === 'owa')
      faults.push(`${node.id}: readings of a leaf have no weights`)
    else faults.push(...aggregationFaults(node.id, node.aggregation, 1))
  }
  return faults
}

function aggregationFaults(id: string, aggregation: Aggregation, children: number): string[] {
  switch (aggregation.fn) {
    case 'weighted_mean':
    case 'owa': {
      const { weights } = aggregation
      const isSound = weights.every((weight) => weight >= 0) && weights.some((weight) => weight > 0)
      if (weights.length !== children || !isSound) return [`${id}: needs one weight of at least 0 for each child`]
      return aggregation.fn === 'owa' && weights[0] === 0 ? [`${id}: the first weight must not be 0`] : []
    }
    case 'trimmed_mean':
      return aggregation.share >= 0 && aggregation.share < 0.5 ? [] : [`${id}: share must lie in [0, 0.5)`]
    case 'quantile':
      return aggregation.q >= 0 && aggregation.q <= 1 ? [] : [`${id}: q must lie in [0, 1]`]
    case 'hurwicz':
      return aggregation.a >= 0 && aggregation.a <= 1 ? [] : [`${id}: a must lie in [0, 1]`]
    case 'kth_largest':
      return Number.isInteger(aggregation.k) && aggregation.k >= 1 ? [] : [`${id}: k must be a whole number from 1`]
    default:
      return []
  }
}

function clustersBy(records: readonly unknown[], cluster: string | undefined): unknown[][] {
  if (cluster === undefined) return records.map((record) => [record])
  const clusters: unknown[][] = []
  const byKey = new Map<unknown, unknown[]>()
  for (const record of records) {
    const key = pointed(record, cluster)
    const known = key === undefined ? undefined : byKey.get(key)
    if (known !== undefined) known.push(record)
    else {
      const fresh = [record]
      clusters.push(fresh)
      if (key !== undefined) byKey.set(key, fresh)
    }
  }
  return clusters
}

function innerNodes(node: TreeNode): InnerNode[] {
  return isInner(node) ? [node, ...node.children.flatMap(innerNodes)] : []
}

function withAggregation(node: TreeNode, id: string, aggregation: Aggregation): TreeNode {
  if (!isInner(node)) return node
  const children = node.children.map((child) => withAggregation(child, id, aggregation))
  return { ...node, children, aggregation: node.id === id ? aggregation : node.aggregation }
}

function countNodes(node: TreeNode): number {
  return isInner(node) ? node.children.reduce((count, child) => count + countNodes(child), 1) : 1
}

function isInner(node: TreeNode): node is InnerNode {
  return 'children' in node
}

const plainMean: Aggregation = { fn: 'mean' }
/** Policies under which the summary always has all of its children, or none. */
const fillsIn = new Set<MissingPolicy['policy']>(['propagate', 'worst', 'best'])
const omit: MissingPolicy = { policy: 'omit' }
const sensitivityStep = 1e-4
