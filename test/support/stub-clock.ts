/** A clock that stands still until a test lets time pass. */
import type { Clock } from '#shared/kernel/clock'

export type StubClock = Clock & {
  /** Lets `ms` pass: what falls due within them is done in its order, and what follows from each before the next. */
  pass: (ms: number) => Promise<void>
  /** How many wait for their time. */
  waiting: () => number
}

type Appointment = { at: number; act: () => void }

export function stubClock(): StubClock {
  let now = 1_000_000
  const appointments = new Set<Appointment>()

  const after = (ms: number, act: () => void) => {
    const appointment = { at: now + ms, act }
    appointments.add(appointment)
    return () => void appointments.delete(appointment)
  }

  return {
    now: () => now,
    sleep: (ms) => new Promise((resolve) => after(ms, resolve)),
    after,
    async pass(ms) {
      const end = now + ms
      await settled()
      for (let next = earliest(appointments, end); next; next = earliest(appointments, end)) {
        appointments.delete(next)
        now = Math.max(now, next.at)
        next.act()
        await settled()
      }
      now = end
    },
    waiting: () => appointments.size,
  }
}

const earliest = (appointments: ReadonlySet<Appointment>, end: number): Appointment | undefined =>
  [...appointments].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0]

/** When every promise that can go on without time or the world has gone on. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
