/** What the runner, the completer and the rescuer of one queue ask of the store. */
import type { PgBoss } from 'pg-boss'
import { bossDatabase } from '#db/boss-database'
import { type Sql, type Tx, transaction, writerOf } from '#db/client'
import {
  deleteClaims,
  type LostClaim,
  lostClaims,
  noteProgress,
  type OutcomeToStore,
  workerName,
} from '#db/queries/jobs'
import { hearNodes, nodesThere } from '#db/queries/nodes'
import {
  claimInTurns,
  claimingFetch,
  deleteStaleClaims,
  findQueuedJobs,
  forgiveLosses,
  handBackJobs,
  leaveJobs,
  queueChannel,
  waitingPriorities,
} from '#db/queries/queue'
import { endSilentSessions } from '#db/queries/sessions'
import type { JobContract } from '#shared/jobs/contract'
import type { Envelope } from '#shared/jobs/envelope'
import { cancelChannel } from '#shared/queue/completions'
import { announce, type EndingToTell } from '#shared/queue/notify'
import { keepOutcomes, missedDays, type OutcomeSigner, outcomesAmong } from '#shared/queue/outcomes'
import { callPriority } from '#shared/queue/send'
import type { Claimed } from '#workers/runtime/next-attempt'

type Attempt = Pick<Claimed, 'id' | 'retryCount'>

export type RuntimeStore = {
  // The runner's.
  /** Claims jobs that wait, up to `limit`, the first in line first. */
  claim: (limit: number, among: { minPriority?: number; maxPriority?: number }) => Promise<Claimed[]>
  /**
   * Claims jobs that wait, up to `limit`, one of each organisation in turn, those first that somebody waits for. It may be fewer while
   * there are more. @param after whose turn was last. @returns `last` whose it is now.
   */
  claimInTurns: (
    limit: number,
    from: { minPriority?: number; after: string },
  ) => Promise<{ claimed: Claimed[]; last: string }>
  /** The least and the greatest priority of the jobs that may be taken; undefined where there are none. */
  waitingPriorities: () => Promise<{ lowest: number; highest: number } | undefined>
  /** Of these jobs those that have ended, as processes of ours have written it. */
  ended: (jobIds: readonly string[]) => Promise<string[]>
  noteProgress: (jobId: string, done: number, total: number) => Promise<void>
  /** Hears that jobs were sent to this queue, and that a job is to stop. @param onListening what was said before was not heard. */
  listen: (heard: {
    sent: () => void
    stop: (jobId: string) => void
    onListening: () => void
  }) => Promise<() => Promise<void>>

  // The completer's.
  /** All that an act sends is kept, or none of it. */
  begin: <T>(act: (tx: Tx) => Promise<T>) => Promise<T>
  /** The same in as few round trips as it can be; what `act` answers goes with the COMMIT. */
  beginFast: (act: (tx: Tx) => Promise<() => Promise<unknown>>) => Promise<void>
  /** Writes outcomes and lets go of the claims; answers the jobs whose outcome this is. */
  insertOutcomes: (tx: Tx, outcomes: readonly OutcomeToStore[]) => Promise<ReadonlySet<string>>
  deleteClaims: (tx: Tx, attempts: readonly Attempt[]) => Promise<void>
  complete: (tx: Tx, attempts: readonly Attempt[]) => Promise<unknown>
  /** Broken: it waits again, if the queue has further attempts for it. */
  fail: (tx: Tx, attempts: readonly Attempt[], output: object) => Promise<unknown>
  /** It waits again, and the delivery that was lost costs it nothing. */
  forgive: (tx: Tx, attempts: readonly Attempt[], afterSeconds: number) => Promise<void>
  /** It waits again as if this attempt had not been. */
  handBack: (tx: Tx, attempts: readonly Attempt[]) => Promise<void>
  /** Left to a later release for a while; answers those that nobody has known for too long. */
  leave: (tx: Tx, attempts: readonly Attempt[], atMostSeconds: number) => Promise<ReadonlySet<string>>
  announce: (tx: Tx, endings: readonly EndingToTell[]) => Promise<void>

  // The rescuer's.
  lostClaims: () => Promise<LostClaim[]>
  /** Ends what is left of the sessions of workers that are gone. */
  endSessions: (workerIds: readonly string[]) => Promise<void>
  /** What was sent as these jobs. */
  sent: (jobIds: readonly string[]) => Promise<ReadonlyMap<string, unknown>>
  deleteStaleClaims: () => Promise<void>
}

type Turn = { whose: string; turn: number }

/** Of integers in Postgres. */
const leastPriority = -(2 ** 31)

type StoreTools = {
  boss: PgBoss
  contract: Pick<JobContract, 'name' | 'streams'>
  /** What was saved through this is on the disk before the caller hears of it. */
  sql: Sql
  /** Claims through this: a claim lost in a crash only means that the job is taken again. */
  hasty: Sql
  signer: OutcomeSigner
  workerId: string
  /** Takes note of a node that was committed. */
  noteNode?: (id: string) => void
}

export function openRuntimeStore({ boss, contract, sql, hasty, signer, workerId, noteNode }: StoreTools): RuntimeStore {
  const { name, streams = [] } = contract
  // pg-boss fences by these two, and takes nothing else of a job.
  const fenced = (attempts: readonly Attempt[]) => attempts.map(({ id, retryCount }) => ({ id, retryCount }))
  let claimedSoFar = 1
  // The plan is made anew whenever this process has claimed eight times as many: one that was made for an empty queue joins the
  // whole queue for every claim, 60 ms instead of 0.3, and Postgres would keep it until the next ANALYZE. A plan takes three times as long as
  // a claim, and there is one for each limit.
  const claiming = () => ({
    workerId,
    streams,
    missedDays,
    plan: Math.floor(Math.log2(claimedSoFar) / 3),
  })
  return {
    async claim(limit, among) {
      const db = claimingFetch(hasty, claiming(), { name, limit })
      // Sound: the statement gives these of each.
      const claimed = (await boss.fetch<Envelope>(name, { batchSize: limit, db, ...among })) as unknown as Claimed[]
      claimedSoFar += claimed.length
      return claimed
    },
    async claimInTurns(limit, { minPriority = leastPriority, after }) {
      const asked = { name, limit, minPriority, calls: callPriority, after }
      // Sound: the statement gives these of each.
      const rows = [...(await claimInTurns(hasty, claiming(), asked))] as unknown as (Claimed & Turn)[]
      const inTurn = rows.toSorted((a, b) => a.turn - b.turn)
      claimedSoFar += inTurn.length
      return { claimed: inTurn, last: inTurn.at(-1)?.whose ?? after }
    },
    waitingPriorities: () => waitingPriorities(hasty, name),
    ended: async (jobIds) => (await outcomesAmong(sql, signer, jobIds)).map(({ job_id }) => job_id),
    noteProgress: (jobId, done, total) => noteProgress(hasty, jobId, done, total),
    async listen({ sent, stop, onListening }) {
      const onStop = await sql.listen(cancelChannel, stop, onListening)
      const onSent = await sql.listen(queueChannel, (queue) => (queue === name ? sent() : undefined), sent)
      return async () => {
        await Promise.allSettled([onStop.unlisten(), onSent.unlisten()])
      }
    },

    async begin(act) {
      let nodes: string[] = []
      const made = await writerOf(sql).begin(async (tx) => {
        const ids = hearNodes(tx)
        const value = await act(tx)
        nodes = await nodesThere(tx, [...ids])
        return value
      })
      for (const id of nodes) noteNode?.(id)
      return made
    },
    async beginFast(act) {
      let nodes: string[] = []
      await transaction(sql, async (tx) => {
        const ids = hearNodes(tx)
        const last = await act(tx)
        return async () => {
          ;[nodes] = await Promise.all([nodesThere(tx, [...ids]), last()])
        }
      })
      for (const id of nodes) noteNode?.(id)
    },
    insertOutcomes: (tx, outcomes) => keepOutcomes(tx, signer, outcomes),
    deleteClaims,
    complete: (tx, attempts) => boss.complete(name, fenced(attempts), undefined, { db: bossDatabase(tx) }),
    fail: (tx, attempts, output) => boss.fail(name, fenced(attempts), output, { db: bossDatabase(tx) }),
    forgive: (tx, attempts, afterSeconds) => forgiveLosses(tx, name, attempts, afterSeconds),
    handBack: (tx, attempts) => handBackJobs(tx, name, attempts),
    leave: (tx, attempts, atMostSeconds) => leaveJobs(tx, name, attempts, atMostSeconds),
    announce: (tx, endings) => announce(tx, signer, endings),

    lostClaims: () => lostClaims(sql, name),
    endSessions: (workerIds) => endSilentSessions(sql, workerIds.map(workerName)),
    sent: async (jobIds) => new Map((await findQueuedJobs(sql, [name], jobIds)).map(({ id, data }) => [id, data])),
    deleteStaleClaims: () => deleteStaleClaims(sql, name),
  }
}
