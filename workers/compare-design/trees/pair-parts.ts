/** Finds each part of one tree in the other, also where everything was renamed, moved or wrapped. Sets `partner`. */
import { isLasting } from '#shared/kernel/lasting-name'
import { alignEqual, inOrder } from '#workers/compare-design/trees/align'
import { type Likeness, newLikeness } from '#workers/compare-design/trees/likeness'
import { countedChildren, isElement, type Numbering, type Part } from '#workers/compare-design/trees/parts'

/** Below this, what is the same may be so by chance: a "3" here and a "3" there. */
const tellingWeight = 12

/** Pairs of leftovers that are looked at for all of a page, and below one parent; beyond, they are paired in order. */
const likenessBudget = 1_000_000
const likenessOfOne = 10_000

/** Elements of which a parent has one; whatever was done to what is in it, it is the same. */
const landmarks = new Set([
  'html',
  'body',
  'main',
  'header',
  'footer',
  'nav',
  'aside',
  'thead',
  'tbody',
  'tfoot',
  'svg',
])

/** Linear but for small tables of leftovers. The same trees give the same pairs. */
export function pairParts(before: readonly Part[], after: readonly Part[], numbering: Numbering): void {
  const [root] = before
  const [rootAfter] = after
  if (!root || !rootAfter) return
  pair(root, rootAfter)
  pairFrame(root, rootAfter)
  pairWhatIsUnique(before, after, tellingWeight)
  pairByName(before, after)
  pairContainers(before)
  const likeness = newLikeness(numbering)
  const budget = { left: likenessBudget }
  const holding = holdersOf([...before, ...after])
  pairBelow(root, { likeness, budget, holding })
  pairWhatIsUnique(before, after, tellingWeight / 2)
}

function pair(before: Part, after: Part): void {
  before.partner = after
  after.partner = before
}

/** Document, html and body. */
function pairFrame(before: Part, after: Part): void {
  let one: Part | undefined = before
  let other: Part | undefined = after
  while (one && other) {
    const next: (Part | undefined)[] = [one, other].map((part) =>
      part.children.find((child) => /^(?:#document|html|body)$/.test(child.name)),
    )
    ;[one, other] = next
    if (!one || !other || one.name !== other.name) return
    pair(one, other)
  }
}

/** Whole subtrees that are in each tree once, wherever they are. */
function pairWhatIsUnique(before: readonly Part[], after: readonly Part[], weight: number): void {
  const ones = soleOf(before, weight)
  const others = soleOf(after, weight)
  for (const part of before) {
    if (part.partner || part.weight < weight || ones.get(part.content) !== part) continue
    const other = others.get(part.content)
    if (other && !other.partner) pairSubtrees(part, other)
  }
}

/** Of each content the one part that has it and is free; null where several have. */
function soleOf(parts: readonly Part[], weight: number): Map<number, Part | null> {
  const sole = new Map<number, Part | null>()
  for (const part of parts)
    if (!part.partner && part.weight >= weight && part.name !== '#text')
      sole.set(part.content, sole.has(part.content) ? null : part)
  return sole
}

/** Both hold the same. */
function pairSubtrees(before: Part, after: Part): void {
  pair(likeInLook(before, after), likeInLook(after, before))
  const waiting = contentsOf(before, after)
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [one, other] = next
    if (one.partner || other.partner) continue
    pair(one, other)
    for (const both of contentsOf(one, other)) waiting.push(both)
  }
}

function contentsOf(before: Part, after: Part): [Part, Part][] {
  const children = countedChildren(before)
  const others = countedChildren(after)
  if (children.length !== others.length) return []
  return children.flatMap((child, at): [Part, Part][] => {
    const other = others[at]
    return other && child.content === other.content ? [[child, other]] : []
  })
}

/** What was wrapped in one of its own name is the wrapper, when that is what looks like it. */
function likeInLook(part: Part, other: Part): Part {
  if (part.styles === other.styles) return part
  let outer = part.parent
  for (let level = 0; outer && level < 3; level++, outer = outer.parent) {
    if (outer.partner || outer.name !== other.name || countedChildren(outer).length !== 1) break
    if (outer.styles === other.styles) return outer
  }
  return part
}

/** By an id that is in each tree once. One with a digit in it may count, and then the next build counts otherwise. */
function pairByName(before: readonly Part[], after: readonly Part[]): void {
  const others = soleNames(after)
  for (const [name, part] of soleNames(before)) {
    const other = others.get(name)
    if (part && other && !part.partner && !other.partner) pair(part, other)
  }
}

function soleNames(parts: readonly Part[]): Map<string, Part | null> {
  const sole = new Map<string, Part | null>()
  for (const part of parts) {
    const id = part.attributes.get('id') ?? part.attributes.get('data-testid') ?? ''
    if (!isLasting(id) || /\d/.test(id)) continue
    const name = `${part.name} ${id}`
    sole.set(name, sole.has(name) ? null : part)
  }
  return sole
}

/** An element is the one that most of what is in it went into. From the leaves up. */
function pairContainers(before: readonly Part[]): void {
  for (let at = before.length - 1; at >= 0; at--) {
    const part = before[at]
    if (!part || part.partner || !isElement(part) || part.children.length === 0) continue
    const votes = new Map<Part, number>()
    for (const child of part.children) {
      let above = child.partner?.parent ?? null
      for (let level = 0; above && level < 4; level++) {
        if (!above.partner && above.name === part.name) votes.set(above, (votes.get(above) ?? 0) + child.weight)
        above = above.parent
      }
    }
    let best: Part | null = null
    let most = 0
    for (const [other, weight] of votes) {
      const share = (2 * weight) / (part.weight + other.weight)
      const score = share + (part.styles === other.styles ? 0.3 : 0)
      if (share < 0.3 || score <= most) continue
      best = other
      most = score
    }
    if (best) pair(part, best)
  }
}

/** All that hold something that is paired. */
function holdersOf(parts: readonly Part[]): ReadonlySet<Part> {
  const holding = new Set<Part>()
  for (let at = parts.length - 1; at >= 0; at--) {
    const part = parts[at]
    if (part?.parent && (part.partner || holding.has(part))) holding.add(part.parent)
  }
  return holding
}

type Tools = { likeness: Likeness; budget: { left: number }; holding: ReadonlySet<Part> }

/** What is left below each pair, from the top down. */
function pairBelow(root: Part, tools: Tools): void {
  const waiting = [root]
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    const other = part.partner
    if (other) {
      const lists: Lists = [freeBelow(part, tools.holding), freeBelow(other, tools.holding)]
      if (lists[0].length > 0 && lists[1].length > 0) pairLists(part, lists, tools)
    }
    for (let at = part.children.length - 1; at >= 0; at--) {
      const child = part.children[at]
      if (child && (child.partner || tools.holding.has(child))) waiting.push(child)
    }
  }
}

type Lists = [before: Part[], after: Part[]]

/** Children without a partner, and those of wrappers whose other contents have one. */
function freeBelow(part: Part, holding: ReadonlySet<Part>): Part[] {
  const free: Part[] = []
  const waiting = [...part.children].reverse()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.partner) continue
    free.push(next)
    if (holding.has(next)) for (const child of next.children.toReversed()) waiting.push(child)
  }
  return free
}

function pairLists(parent: Part, lists: Lists, tools: Tools): void {
  const take = (pairs: Iterable<readonly [Part, Part]>, act: (one: Part, other: Part) => void) => {
    for (const [one, other] of pairs) if (!one.partner && !other.partner) act(one, other)
    lists[0] = lists[0].filter((one) => !one.partner)
    lists[1] = lists[1].filter((other) => !other.partner)
  }
  take(equalPairs(lists), pairSubtrees)
  take(wrappedPairs(lists), pairSubtrees)
  take(solePairs(lists, keyOf), pair)
  take(
    solePairs(lists, (part) => (landmarks.has(part.name) || part.name.startsWith('::') ? part.name : null)),
    pair,
  )
  take(solePairs(lists, innerOf), pair)
  if (lists[0].length === 0 || lists[1].length === 0) return
  const asked = lists[0].length * lists[1].length
  if (asked <= likenessOfOne && asked <= tools.budget.left) {
    tools.budget.left -= asked
    take(likePairs(parent, lists, tools.likeness), pair)
  } else take(samePlacePairs(lists), pair)
}

function* equalPairs([before, after]: Lists): Generator<readonly [Part, Part]> {
  const contents = [before, after].map((list) => list.map((part) => part.content))
  for (const [at, other] of alignEqual(contents[0] ?? [], contents[1] ?? [])) {
    const one = before[at]
    const there = after[other]
    if (one && there) yield [one, there]
  }
}

/** What is on one side and, on the other, a little deeper in what is new or gone: something was put around it, or taken. */
function* wrappedPairs([before, after]: Lists): Generator<readonly [Part, Part]> {
  const outer = bare(after)
  for (const [content, inner] of below(before)) {
    const other = outer.get(content)
    if (inner && other) yield [inner, other]
  }
  const outerBefore = bare(before)
  for (const [content, inner] of below(after)) {
    const one = outerBefore.get(content)
    if (inner && one) yield [one, inner]
  }
}

const bare = (parts: readonly Part[]) => {
  const sole = new Map<number, Part | null>()
  for (const part of parts) sole.set(part.content, sole.has(part.content) ? null : part)
  return sole
}

function below(parts: readonly Part[]): Map<number, Part | null> {
  const sole = new Map<number, Part | null>()
  let left = 500
  for (const part of parts) {
    const waiting: [Part, number][] = part.children.map((child) => [child, 1])
    for (let next = waiting.pop(); next && left > 0; next = waiting.pop()) {
      const [child, depth] = next
      left--
      if (!child.partner) sole.set(child.content, sole.has(child.content) ? null : child)
      if (depth < 3) for (const inner of child.children) waiting.push([inner, depth + 1])
    }
  }
  return sole
}

/** Those that are the only one with their mark on either side. */
function* solePairs([before, after]: Lists, markOf: (part: Part) => string | null): Generator<readonly [Part, Part]> {
  const marked = [before, after].map((list) => {
    const sole = new Map<string, Part | null>()
    for (const part of list) {
      const mark = markOf(part)
      if (mark !== null) sole.set(mark, sole.has(mark) ? null : part)
    }
    return sole
  })
  for (const [mark, one] of marked[0] ?? []) {
    const other = marked[1]?.get(mark)
    if (one && other) yield [one, other]
  }
}

function keyOf(part: Part): string | null {
  if (!isElement(part)) return part.name === '#text' ? null : part.name
  for (const name of ['id', 'data-testid', 'data-test', 'data-cy', 'name', 'for']) {
    const value = part.attributes.get(name) ?? ''
    // A number in a name may count; what it stands at then says nothing.
    if (isLasting(value) && !/\d/.test(value)) return `${part.name} ${name} ${value}`
  }
  const address = part.shown.find(([name]) => name === 'href' || name === 'src')?.[1]
  return address === undefined || address === '#' || address === '' ? null : `${part.name} at ${address}`
}

/** An element of another name that holds the same. */
const innerOf = (part: Part): string | null =>
  isElement(part) && part.children.length > 0 && part.weight >= 6 ? `${part.inner}` : null

/** The most alike first. */
function likePairs(parent: Part, [before, after]: Lists, likeness: Likeness): (readonly [Part, Part])[] {
  const gaps = gapsOf(parent)
  const alone = [before, after].map(countNames)
  const found: { one: Part; other: Part; score: number; apart: number }[] = []
  for (const [at, one] of before.entries())
    for (const [there, other] of after.entries()) {
      if (one.name !== other.name) continue
      const score = likeness.of(one, other)
      const isSameGap = gaps.get(one) === gaps.get(other)
      const isLeaf = !one.children.some(isElement) && !other.children.some(isElement)
      const isAlone = isSameGap && alone.every((counts) => counts.get(one.name) === 1)
      const words = likeness.ofWords(one, other) ?? 1
      const least = isLeaf && isAlone ? 0 : isSameGap ? (isLeaf ? 0.35 : 0.45) : 0.6
      if (score < least || (!isSameGap && words < 0.3)) continue
      found.push({ one, other, score: score + (isSameGap ? 0.1 : 0), apart: Math.abs(at - there) })
    }
  found.sort((one, other) => other.score - one.score || one.apart - other.apart)
  return found.map(({ one, other }) => [one, other] as const)
}

const countNames = (parts: readonly Part[]) => {
  const counts = new Map<string, number>()
  for (const { name } of parts) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** After how many of the siblings that stand in both each part comes. */
function gapsOf(parent: Part): Map<Part, number> {
  const gaps = new Map<Part, number>()
  const other = parent.partner
  if (!other) return gaps
  const placeThere = new Map(other.children.map((child, at) => [child, at] as const))
  const kept = inOrder(
    parent.children.flatMap((child, at) => {
      const there = child.partner ? placeThere.get(child.partner) : undefined
      return there === undefined ? [] : [[at, there] as const]
    }),
  )
  for (const [side, children] of [parent.children, other.children].entries()) {
    const anchors = new Set(kept.map((places) => places[side]))
    let passed = 0
    for (const [at, child] of children.entries()) {
      if (anchors.has(at)) passed++
      gaps.set(child, passed)
    }
  }
  return gaps
}

/** Too many to hold each against each: the nth of a kind with the nth. */
function* samePlacePairs([before, after]: Lists): Generator<readonly [Part, Part]> {
  for (const markOf of [(part: Part) => `${part.name} ${part.shape}`, (part: Part) => part.name]) {
    const waiting = new Map<string, Part[]>()
    for (const other of after.toReversed()) {
      const list = waiting.get(markOf(other))
      if (other.partner) continue
      if (list) list.push(other)
      else waiting.set(markOf(other), [other])
    }
    for (const one of before) {
      const other = one.partner ? undefined : waiting.get(markOf(one))?.pop()
      if (other) yield [one, other]
    }
  }
}
