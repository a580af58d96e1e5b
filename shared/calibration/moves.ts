/** Ways to go on a grid: one parameter alone, or two at once, so that a sum they share stays as it is. Pure. */
import type { GridMove, JointConstraint } from '#shared/calibration/grid'

/** Every way: of each parameter its own, of each two that a constraint joins one that leaves its sum alone. */
export function movesOf(parameters: number, joints: readonly Pick<JointConstraint, 'terms'>[]): GridMove[] {
  const found = new Map<string, GridMove>()
  const add = (parts: GridMove['parts']) => {
    const name = parts.map(({ at, by }) => `${at} ${by}`).join(' ')
    if (!found.has(name)) found.set(name, { parts, shifts: shiftsOf(parts, joints) })
  }
  for (let at = 0; at < parameters; at += 1) add([{ at, by: 1 }])
  for (const { terms } of joints)
    for (const [index, one] of terms.entries())
      for (const other of terms.slice(index + 1)) {
        const shared = greatestDivisor(Math.abs(one.factor), Math.abs(other.factor))
        const sign = other.factor < 0 ? -1 : 1
        add([
          { at: one.at, by: (sign * other.factor) / shared },
          { at: other.at, by: (-sign * one.factor) / shared },
        ])
      }
  return [...found.values()]
}

/** Euclid's. */
export const greatestDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestDivisor(other, one % other)

const shiftsOf = (parts: GridMove['parts'], joints: readonly Pick<JointConstraint, 'terms'>[]): GridMove['shifts'] =>
  joints.flatMap(({ terms }, joint) => {
    const by = parts.reduce((sum, part) => sum + part.by * (terms.find(({ at }) => at === part.at)?.factor ?? 0), 0)
    return by === 0 ? [] : [{ joint, by }]
  })

/** How often a move may be made from a point, backwards (negative) and forwards, inside the box and the constraints. */
export function rangeOf(
  { parts, shifts }: GridMove,
  {
    point,
    sums,
    low,
    high,
    joints,
  }: {
    point: readonly number[]
    sums: readonly number[]
    low: readonly number[]
    high: readonly number[]
    joints: readonly Pick<JointConstraint, 'low' | 'high'>[]
  },
): { least: number; most: number } {
  let [least, most] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
  const hold = (now: number, from: number, to: number, by: number) => {
    const [back, on] = by > 0 ? [from - now, to - now] : [to - now, from - now]
    least = Math.max(least, Math.ceil(back / by))
    most = Math.min(most, Math.floor(on / by))
  }
  for (const { at, by } of parts) hold(point[at] ?? 0, low[at] ?? 0, high[at] ?? 0, by)
  for (const { joint, by } of shifts) {
    const bounds = joints[joint]
    if (bounds) hold(sums[joint] ?? 0, bounds.low, bounds.high, by)
  }
  return { least: least + 0, most: most + 0 }
}
