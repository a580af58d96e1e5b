/** Waits for tasks to move: one look at the store for all that are waited for, however many wait. */
import { isTerminal, type TaskStatus } from '#shared/contracts/task-states'

/** How far a task has come: the place of its newest node. */
export type TaskStanding = { id: string; status: TaskStatus; version: number }

export type TaskWatch = {
  /** How a task stands once it has come beyond a place; undefined when the wait ends before. */
  moved: (id: string, after: number, waitMs: number, signal: AbortSignal) => Promise<TaskStanding | undefined>
  /** How it stands once nothing of it moves unless somebody does something, or as it is when the wait ends. */
  rested: (now: TaskStanding, waitMs: number, signal: AbortSignal) => Promise<TaskStanding>
}

type Waiter = { id: string; after: number; since: number; dueAt: number; wake: (standing?: TaskStanding) => void }

const soonestMs = 10
const latestMs = 500
/** Those that are due so soon are looked for at once. */
const togetherMs = 10

const pauseOf = (ageMs: number) => Math.min(latestMs, Math.max(soonestMs, ageMs / 10))

/** Nothing changes any more unless somebody does something. */
export const isAtRest = (status: TaskStatus): boolean =>
  isTerminal(status) || status === 'input-required' || status === 'auth-required'

/** @param isOver whether nobody is to be kept waiting any more. */
export function openTaskWatch({
  look,
  isOver = () => false,
}: {
  look: (ids: readonly string[]) => Promise<readonly TaskStanding[]>
  isOver?: () => boolean
}): TaskWatch {
  const waiters = new Set<Waiter>()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false

  function setTimer(): void {
    clearTimeout(timer)
    if (isLooking || waiters.size === 0) return
    const dueAt = Math.min(...[...waiters].map((waiter) => waiter.dueAt))
    timer = setTimeout(() => void lookNow(), Math.max(0, dueAt - performance.now()))
  }

  async function lookNow(): Promise<void> {
    isLooking = true
    const due = [...waiters].filter(({ dueAt }) => dueAt <= performance.now() + togetherMs)
    const standings = new Map((await seen(due)).map((standing) => [standing.id, standing]))
    const now = performance.now()
    for (const waiter of due) {
      const standing = standings.get(waiter.id)
      if (isOver()) waiter.wake()
      else if (standing && standing.version > waiter.after) waiter.wake(standing)
      else waiter.dueAt = now + pauseOf(now - waiter.since)
    }
    isLooking = false
    setTimer()
  }

  async function seen(due: readonly Waiter[]): Promise<readonly TaskStanding[]> {
    try {
      return await look([...new Set(due.map(({ id }) => id))])
    } catch {
      // The store is away, as the look itself has told: it is looked at again, until the wait is over.
      return []
    }
  }

  async function moved(
    id: string,
    after: number,
    waitMs: number,
    signal: AbortSignal,
  ): Promise<TaskStanding | undefined> {
    if (signal.aborted || waitMs <= 0) return undefined
    const { promise, resolve } = Promise.withResolvers<TaskStanding | undefined>()
    const since = performance.now()
    const waiter: Waiter = { id, after, since, dueAt: since + soonestMs, wake: resolve }
    const leave = () => resolve(undefined)
    const timeout = setTimeout(leave, waitMs)
    signal.addEventListener('abort', leave, { once: true })
    waiters.add(waiter)
    setTimer()
    try {
      return await promise
    } finally {
      waiters.delete(waiter)
      if (waiters.size === 0) clearTimeout(timer)
      clearTimeout(timeout)
      signal.removeEventListener('abort', leave)
    }
  }

  return {
    moved,
    async rested(first, waitMs, signal) {
      const deadline = performance.now() + waitMs
      let now = first
      while (!isAtRest(now.status)) {
        const next = await moved(now.id, now.version, deadline - performance.now(), signal)
        if (!next) break
        now = next
      }
      return now
    },
  }
}
