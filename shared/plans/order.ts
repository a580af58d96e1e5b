/** The order of steps that need one another: which come first, which go round in circles, which rest on which. Pure. */

/** Steps are told by their places; each names the places of those it needs. */
type Needs = readonly (readonly number[])[]

export type Order = {
  /** Each step after all that it needs, without those that are in a circle or rest on one. */
  order: readonly number[]
  /** Each from its first step on: that one needs the second, the last one needs the first. */
  circles: readonly (readonly number[])[]
}

// Further ones show once these are mended.
const circlesTold = 20

export function orderOf(needs: Needs): Order {
  const dependents = dependentsOf(needs)
  const waiting = needs.map(({ length }) => length)
  const isOpen = needs.map(() => true)
  const circles: number[][] = []

  function close(steps: readonly number[]): number[] {
    const closed = [...steps]
    for (const step of closed) isOpen[step] = false
    for (let at = 0; at < closed.length; at += 1) {
      for (const dependent of dependents[closed[at] ?? 0] ?? []) {
        waiting[dependent] = (waiting[dependent] ?? 0) - 1
        if (waiting[dependent] !== 0 || !isOpen[dependent]) continue
        isOpen[dependent] = false
        closed.push(dependent)
      }
    }
    return closed
  }

  const order = close(needs.flatMap(({ length }, step) => (length === 0 ? [step] : [])))
  for (let step = isOpen.indexOf(true); step >= 0 && circles.length < circlesTold; step = isOpen.indexOf(true)) {
    const circle = circleFrom(step, (each) => needs[each]?.find((need) => isOpen[need]))
    circles.push(circle)
    close(circle)
  }
  return { order, circles }
}

/** @param next another open step that this one needs: all that are left have one. */
function circleFrom(start: number, next: (step: number) => number | undefined): number[] {
  const path: number[] = []
  const places = new Map<number, number>()
  let step: number | undefined = start
  while (step !== undefined && !places.has(step)) {
    places.set(step, path.length)
    path.push(step)
    step = next(step)
  }
  const circle = path.slice(step === undefined ? 0 : places.get(step))
  const first = circle.indexOf(Math.min(...circle))
  return [...circle.slice(first), ...circle.slice(0, first)]
}

/** Who needs each step, by their places. */
export function dependentsOf(needs: Needs): number[][] {
  const dependents: number[][] = needs.map(() => [])
  for (const [step, needed] of needs.entries()) for (const need of needed) dependents[need]?.push(step)
  return dependents
}

/** Whether a step rests on another, directly or through others; undefined of a step that is not in the order. */
export function restsOn(needs: Needs, order: readonly number[]): (step: number, other: number) => boolean | undefined {
  let sets: Map<number, Uint32Array> | undefined
  return (step, other) => {
    if (needs[step]?.includes(other)) return true
    sets ??= belowOf(needs, order)
    const below = sets.get(step)
    return below && ((below[other >> 5] ?? 0) & (1 << (other & 31))) !== 0
  }
}

/** What each step rests on, a bit for each. */
function belowOf(needs: Needs, order: readonly number[]): Map<number, Uint32Array> {
  const words = Math.ceil(needs.length / 32)
  const sets = new Map<number, Uint32Array>()
  for (const step of order) {
    const below = new Uint32Array(words)
    for (const need of needs[step] ?? []) {
      const more = sets.get(need)
      for (let word = 0; word < words; word += 1) below[word] = (below[word] ?? 0) | (more?.[word] ?? 0)
      below[need >> 5] = (below[need >> 5] ?? 0) | (1 << (need & 31))
    }
    sets.set(step, below)
  }
  return sets
}
