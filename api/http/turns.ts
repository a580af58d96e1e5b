/**
 * Who may go to the store now: so many at once, the others in line, those for whom the line is too long not at all. Some places stay
 * free for whoever comes next: no organisation has all of them, however much it asks for.
 */
import { Line, type Patience } from '#shared/kernel/line'

/** On whose behalf something is done. */
type Turn = {
  /** The organisation; nobody's where it is not known yet. */
  whose: string
  /** Goes before those of whose requests nothing was done yet. */
  isBegun: boolean
}

export type Turns = {
  /** Does work when it is its turn. @throws OVERLOADED, STORE_UNAVAILABLE when its turn does not come; then it was not begun. */
  take: <T>(work: () => Promise<T>, turn: Turn) => Promise<T>
  /** @throws OVERLOADED when who comes now would wait too long. */
  assertRoom: (whose: string) => void
}

type Waiting = { since: number; whose: string; go: () => void; leave: (why: Error) => void }

/** Of all places one in so many, and one at least, is for others than the organisation that has the rest. */
const oneForOthersIn = 4

/** How many of all places one organisation may have at once. */
export const shareOf = (places: number): number =>
  Math.max(1, places - Math.max(1, Math.floor(places / oneForOthersIn)))

export function openTurns(atOnce: number, patience: Patience): Turns {
  const line = new Line<Waiting>(patience)
  const share = shareOf(atOnce)
  const underWay = new Map<string, number>()
  let places = atOnce

  const of = (whose: string): number => underWay.get(whose) ?? 0
  const mayGo = (whose: string): boolean => of(whose) < share

  function begin(whose: string): void {
    places -= 1
    underWay.set(whose, of(whose) + 1)
  }

  function end(whose: string): void {
    places += 1
    if (of(whose) > 1) underWay.set(whose, of(whose) - 1)
    else underWay.delete(whose)
  }

  async function wait({ whose, isBegun }: Turn): Promise<void> {
    // While places are free, whoever stands in line has its share: nobody is overtaken here.
    if (places > 0 && mayGo(whose)) {
      begin(whose)
      return
    }
    if (!isBegun) line.assertRoom(whose)
    await new Promise<void>((go, leave) => {
      line.join({ since: performance.now(), whose, go, leave }, { isFirst: isBegun })
    })
  }

  function passOn(): void {
    while (places > 0) {
      const [next] = line.next(1, mayGo)
      if (!next) return
      begin(next.whose)
      next.go()
    }
  }

  return {
    assertRoom: (whose) => line.assertRoom(whose),
    async take(work, turn) {
      await wait(turn)
      const startedAt = performance.now()
      let failure: unknown
      try {
        return await work()
      } catch (error) {
        failure = error
        throw error
      } finally {
        line.moved({ places: atOnce, ms: performance.now() - startedAt, error: failure })
        end(turn.whose)
        passOn()
      }
    },
  }
}
