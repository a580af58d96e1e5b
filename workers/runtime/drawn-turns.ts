/** Whose turn it is: mostly the first in line, and now and then one behind, so that none waits for ever while others go before it. */
import type { Clock } from '#shared/kernel/clock'
import { callPriority } from '#shared/queue/send'
import type { RuntimeStore } from '#workers/runtime/store'

/** One job in so many is not the first in line. */
const byLotEvery = 16
const byLotPauseMs = 250

type TurnTools = {
  store: Pick<RuntimeStore, 'waitingPriorities'>
  /** Whether places are kept for calls: then no call waits for one that was drawn. */
  isReserving: boolean
  clock: Clock
  /** From 0 to below 1. */
  random: () => number
}

export class DrawnTurns {
  private readonly tools: TurnTools
  private claimedInOrder = 0
  private drawnAt = Number.NEGATIVE_INFINITY

  constructor(tools: TurnTools) {
    this.tools = tools
  }

  /**
   * Now and then the priority up to which the next job is taken, drawn from all that wait behind the first: each has its turn in
   * the end, however many that go before it keep coming.
   */
  async draw(): Promise<number | undefined> {
    const { store, isReserving, clock, random } = this.tools
    if (this.claimedInOrder < byLotEvery || clock.now() < this.drawnAt + byLotPauseMs) return undefined
    this.drawnAt = clock.now()
    const waiting = await store.waitingPriorities()
    if (!waiting || waiting.lowest === waiting.highest) return undefined
    if (isReserving && waiting.highest >= callPriority) return undefined
    return waiting.lowest + Math.floor(random() * (waiting.highest - waiting.lowest))
  }

  /** @param isDrawn whether they were taken out of turn. */
  took(jobs: number, isDrawn: boolean): void {
    this.claimedInOrder = isDrawn ? 0 : this.claimedInOrder + jobs
  }
}
