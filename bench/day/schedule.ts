/** What goes wrong when, in a day: the same for the same seed. */
import { seeded } from '#test/support/plan-faults'

export const machineNames = [
  'api',
  'trees-1',
  'trees-2',
  'tasks',
  'scans',
  'ledger-1',
  'ledger-2',
  'witness',
  'maintenance',
] as const
export type MachineName = (typeof machineNames)[number]

export type Disturbance = {
  /** Milliseconds after the day began, and how long it lasts. */
  at: number
  forMs: number
} & (
  | { what: 'black hole' | 'cable pulled' | 'machine lost' | 'process frozen'; whom: MachineName | 'leading ledger' }
  | { what: 'Postgres restarted' | 'Postgres killed' }
)

export type Times = {
  /** Nothing is counted before this. */
  warm: number
  /** The noisy one and the disturbances begin; until then the others are alone. */
  noise: number
  /** Processes of the commit before run beside the others. */
  mixFrom: number
  mixTo: number
  /** The last disturbance is over. */
  calm: number
  end: number
}

export function timesOf(totalMs: number): Times {
  const at = (share: number) => Math.round(totalMs * share)
  return { warm: at(0.03), noise: at(0.18), mixFrom: at(0.45), mixTo: at(0.62), calm: at(0.97), end: at(1) }
}

/** How long after its end a disturbance may still be felt: dead connections are found within ten seconds. */
export const aftermathMs = 12_000

/** Machines are lost early and late, so that processes in between live long enough to see whether they grow. */
const losesMachines = ({ noise, mixFrom, mixTo, calm }: Times, at: number): boolean =>
  at < noise + (mixFrom - noise) / 2 || at > calm - (calm - mixTo) / 3

/** @param everyMs from one disturbance to the next. */
export function scheduleOf(times: Times, everyMs: number, seed: number): Disturbance[] {
  const random = seeded(seed)
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const drawn: Disturbance[] = []
  const lost = shuffledForEver(
    ['leading ledger', 'trees-2', 'scans', 'leading ledger', 'tasks', 'maintenance'] as const,
    random,
  )
  const other = shuffledForEver(
    ['black hole', 'black hole', 'cable pulled', 'process frozen', 'Postgres restarted', 'Postgres killed'] as const,
    random,
  )
  const whom = shuffledForEver(['api', 'leading ledger', 'trees-1', 'tasks', 'scans', 'maintenance'] as const, random)
  for (let at = times.noise + everyMs / 2; at < times.calm - aftermathMs; at += everyMs) {
    const begins = Math.round(at + (random() - 0.5) * everyMs * 0.2)
    if (losesMachines(times, begins) && random() < 0.6) {
      drawn.push({ at: begins, forMs: 8000, what: 'machine lost', whom: lost() })
      continue
    }
    const what = other()
    if (what === 'Postgres restarted' || what === 'Postgres killed') drawn.push({ at: begins, forMs: 1000, what })
    else if (what === 'process frozen') drawn.push({ at: begins, forMs: 15_000, what, whom: 'leading ledger' })
    else drawn.push({ at: begins, forMs: what === 'black hole' ? 0 : pick([2000, 5000, 8000]), what, whom: whom() })
  }
  return drawn
}

/** One after another in an order that is drawn anew each time round. */
function shuffledForEver<T>(items: readonly T[], random: () => number): () => T {
  let left: T[] = []
  return () => {
    if (left.length === 0) {
      left = items
        .map((item) => ({ item, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item)
    }
    return left.pop() as T
  }
}
