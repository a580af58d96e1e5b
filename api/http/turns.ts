/** Who may write now: so many at once, the others in line, those for whom the line is too long not at all. */
import { Line, type Patience } from '#shared/kernel/line'

export type Turns = {
  /**
   * Does work when it is its turn. @param isBegun goes before those of whose requests nothing was done yet.
   * @throws OVERLOADED, STORE_UNAVAILABLE when its turn does not come; then it was not begun.
   */
  take: <T>(work: () => Promise<T>, more: { isBegun: boolean }) => Promise<T>
  /** @throws OVERLOADED when who comes now would wait too long. */
  assertRoom: () => void
}

type Waiting = { since: number; go: () => void; leave: (why: Error) => void }

export function openTurns(atOnce: number, patience: Patience): Turns {
  const line = new Line<Waiting>(patience)
  let underWay = 0

  async function wait(isBegun: boolean): Promise<void> {
    if (underWay < atOnce) {
      underWay += 1
      return
    }
    if (!isBegun) line.assertRoom()
    await new Promise<void>((go, leave) => line.join({ since: performance.now(), go, leave }, { isFirst: isBegun }))
  }

  function passOn(): void {
    const [next] = line.next(1)
    if (next) next.go()
    else underWay -= 1
  }

  return {
    assertRoom: () => line.assertRoom(),
    async take(work, { isBegun }) {
      await wait(isBegun)
      const startedAt = performance.now()
      let failure: unknown
      try {
        return await work()
      } catch (error) {
        failure = error
        throw error
      } finally {
        line.moved({ places: atOnce, ms: performance.now() - startedAt, error: failure })
        passOn()
      }
    },
  }
}
