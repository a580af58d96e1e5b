/** A queue in memory: all that the runner, the completer and the rescuer ask of the store, and nothing behind it. */
import type { Tx } from '#db/client'
import type { LostClaim, OutcomeToStore } from '#db/queries/jobs'
import type { Envelope } from '#shared/jobs/envelope'
import type { EndingToTell } from '#shared/queue/notify'
import type { Claimed } from '#workers/runtime/next-attempt'
import type { RuntimeStore } from '#workers/runtime/store'

type StubJob = {
  data: unknown
  priority: number
  state: 'created' | 'active' | 'retry' | 'completed' | 'failed'
  retryCount: number
  retryLimit: number
  /** It is taken by nobody before its time has come. */
  isPutOff?: boolean
  output?: object
}
const isWaiting = ({ state, isPutOff = false }: StubJob) => !isPutOff && (state === 'created' || state === 'retry')

type State = {
  jobs: Map<string, StubJob>
  claims: Map<string, { worker: string; attempt: number }>
  outcomes: Map<string, OutcomeToStore>
  told: EndingToTell[]
}
type Heard = Parameters<RuntimeStore['listen']>[0]

// Sound: nothing of this store looks at its transactions.
const tx = {} as Tx

/** What Postgres says when it goes away. */
export const storeAway = () => Object.assign(new Error('the connection was closed'), { code: 'CONNECTION_CLOSED' })

export const anEnvelope = (payload: unknown = {}, odd: Partial<Envelope> = {}): Envelope => ({
  payload,
  requestId: 'r',
  orgId: 'org_test',
  keyId: 'ak_test',
  sentAt: '2026-01-01T00:00:00.000Z',
  ...odd,
})

const orgOf = ({ data }: StubJob) => (data as Envelope).orgId

export class StubStore implements RuntimeStore {
  private readonly state: State = { jobs: new Map(), claims: new Map(), outcomes: new Map(), told: [] }
  private readonly workerId: string
  private heard: Heard | undefined
  /** What was asked for, in its order, with how many jobs it was about. */
  readonly asked: string[] = []
  /** Thrown by what is asked next under this name, once for each. */
  readonly failures = new Map<string, Error[]>()
  /** Workers that have no connection any more. */
  readonly gone = new Set<string>()
  readonly endedSessions: string[] = []

  constructor(workerId = 'here') {
    this.workerId = workerId
  }

  send(id: string, data: unknown = anEnvelope(), odd: Partial<StubJob> = {}): void {
    this.state.jobs.set(id, { data, priority: 0, state: 'created', retryCount: 0, retryLimit: 2, ...odd })
  }

  /** As if a job were done by a worker elsewhere. */
  claimAs(worker: string, id: string): void {
    const job = this.job(id)
    Object.assign(job, { state: 'active' })
    this.state.claims.set(id, { worker, attempt: job.retryCount })
  }

  job(id: string): StubJob {
    const job = this.state.jobs.get(id)
    if (!job) throw new Error(`there is no job ${id}`)
    return job
  }

  outcome = (id: string) => this.state.outcomes.get(id)
  isClaimed = (id: string) => this.state.claims.has(id)
  get told() {
    return this.state.told.map(({ ending, replyTo }) => ({ ...ending, replyTo }))
  }

  /** Another ends a job, before whoever does it. */
  end(id: string, state: OutcomeToStore['state'] = 'canceled'): void {
    const { orgId, keyId, requestId, sentAt } = anEnvelope()
    this.state.outcomes.set(id, {
      job_id: id,
      job: 'test',
      org_id: orgId,
      key_id: keyId,
      request_id: requestId,
      state,
      error: null,
      attempt: 0,
      created_at: sentAt,
      started_at: null,
      finished_at: sentAt,
    })
  }

  get isHeard() {
    return this.heard !== undefined
  }

  tellSent = () => this.heard?.sent()
  tellToStop = (id: string) => this.heard?.stop(id)
  tellListening = () => this.heard?.onListening()

  claim: RuntimeStore['claim'] = async (limit, { minPriority = -Infinity, maxPriority = Infinity }) => {
    this.note('claim', limit)
    const waiting = this.waitingWithin(minPriority, maxPriority)
    const isShared = waiting.length >= limit && new Set(waiting.map(([, job]) => orgOf(job))).size > 1
    return waiting.slice(0, limit).map(([id, job]) => ({ ...this.take(id, job), isShared }))
  }

  claimInTurns: RuntimeStore['claimInTurns'] = async (limit, { minPriority = -Infinity, after }) => {
    this.note('claim in turns', limit)
    const lines = [...Map.groupBy(this.waitingWithin(minPriority, Infinity), ([, job]) => orgOf(job))].toSorted()
    const inTurn = [...lines.filter(([org]) => org > after), ...lines.filter(([org]) => org <= after)]
    const placed = inTurn.flatMap(([org, own], turn) => own.map((entry, nth) => ({ org, entry, turn, nth })))
    const taken = placed.toSorted((a, b) => a.nth - b.nth || a.turn - b.turn).slice(0, limit)
    const claimed = taken.map(({ entry: [id, job] }) => this.take(id, job))
    return { claimed, last: taken.toSorted((a, b) => a.turn - b.turn).at(-1)?.org ?? after }
  }

  private waitingWithin(minPriority: number, maxPriority: number): [string, StubJob][] {
    const within = (priority: number) => priority >= minPriority && priority <= maxPriority
    return [...this.state.jobs]
      .filter(([, job]) => isWaiting(job) && within(job.priority))
      .toSorted(([, a], [, b]) => b.priority - a.priority)
  }

  private take(id: string, job: StubJob): Claimed {
    if (job.state === 'retry') job.retryCount += 1
    job.state = 'active'
    this.state.claims.set(id, { worker: this.workerId, attempt: job.retryCount })
    // Tests send envelopes, or want to see what becomes of what is none.
    return { id, data: job.data as Envelope, retryCount: job.retryCount }
  }

  waitingPriorities: RuntimeStore['waitingPriorities'] = async () => {
    const waiting = [...this.state.jobs.values()].filter(isWaiting)
    const priorities = waiting.map(({ priority }) => priority)
    return waiting.length === 0 ? undefined : { lowest: Math.min(...priorities), highest: Math.max(...priorities) }
  }

  ended: RuntimeStore['ended'] = async (jobIds) => jobIds.filter((id) => this.state.outcomes.has(id))
  noteProgress: RuntimeStore['noteProgress'] = async (_id, done, total) => this.note(`progress ${done}/${total}`)

  listen: RuntimeStore['listen'] = async (heard) => {
    this.heard = heard
    return async () => {
      this.heard = undefined
    }
  }

  /** A transaction at a time, which is kept whole or not at all. */
  begin: RuntimeStore['begin'] = async (act) => {
    const before = structuredClone(this.state)
    try {
      this.note('begin')
      return await act(tx)
    } catch (error) {
      Object.assign(this.state, before)
      throw error
    }
  }

  beginFast: RuntimeStore['beginFast'] = (act) =>
    this.begin(async () => {
      const last = await act(tx)
      await last()
    })

  insertOutcomes: RuntimeStore['insertOutcomes'] = async (_tx, outcomes) => {
    this.note('outcomes', outcomes.length)
    const fresh = outcomes.filter(({ job_id }) => !this.state.outcomes.has(job_id))
    for (const outcome of fresh) this.state.outcomes.set(outcome.job_id, outcome)
    for (const { job_id } of outcomes) this.state.claims.delete(job_id)
    return new Set(fresh.map(({ job_id }) => job_id))
  }

  deleteClaims: RuntimeStore['deleteClaims'] = async (_tx, attempts) => {
    for (const { id, retryCount } of attempts)
      if (this.state.claims.get(id)?.attempt === retryCount) this.state.claims.delete(id)
  }

  complete: RuntimeStore['complete'] = async (_tx, attempts) => {
    this.note('complete', attempts.length)
    for (const attempt of attempts) this.move(attempt, (job) => Object.assign(job, { state: 'completed' }))
  }

  fail: RuntimeStore['fail'] = async (_tx, attempts, output) => {
    this.note('fail', attempts.length)
    for (const attempt of attempts)
      this.move(attempt, (job) =>
        Object.assign(job, { output, isPutOff: true, state: job.retryCount < job.retryLimit ? 'retry' : 'failed' }),
      )
  }

  forgive: RuntimeStore['forgive'] = async (_tx, attempts, afterSeconds) => {
    this.note(`forgive after ${afterSeconds} s`, attempts.length)
    for (const attempt of attempts)
      this.move(attempt, (job) => {
        const data = job.data as Envelope
        return Object.assign(job, {
          state: 'retry',
          isPutOff: true,
          retryLimit: job.retryLimit + 1,
          data: { ...data, lost: (data.lost ?? 0) + 1 },
        })
      })
  }

  handBack: RuntimeStore['handBack'] = async (_tx, attempts) => {
    for (const attempt of attempts) this.move(attempt, (job) => Object.assign(job, { state: 'created' }))
  }

  /** Nobody has known for too long what says so. */
  leave: RuntimeStore['leave'] = async (_tx, attempts) => {
    this.note('leave', attempts.length)
    const forsaken = attempts.filter(({ id }) => (this.job(id).data as Envelope).unknownSince !== undefined)
    for (const attempt of attempts) {
      if (forsaken.includes(attempt)) continue
      this.move(attempt, (job) => Object.assign(job, { state: 'created', isPutOff: true }))
      this.state.claims.delete(attempt.id)
    }
    return new Set(forsaken.map(({ id }) => id))
  }

  announce: RuntimeStore['announce'] = async (_tx, endings) => {
    this.note('announce', endings.length)
    this.state.told.push(...endings)
  }

  lostClaims: RuntimeStore['lostClaims'] = async () => {
    this.note('lost claims')
    return [...this.state.claims].flatMap(([job_id, { worker, attempt }]): LostClaim[] =>
      this.gone.has(worker) ? [{ job_id, worker_id: worker, attempt }] : [],
    )
  }

  endSessions: RuntimeStore['endSessions'] = async (workerIds) => void this.endedSessions.push(...workerIds)
  sent: RuntimeStore['sent'] = async (jobIds) => new Map(jobIds.map((id) => [id, this.state.jobs.get(id)?.data]))
  deleteStaleClaims: RuntimeStore['deleteStaleClaims'] = async () => undefined

  /** As pg-boss fences it: of the delivery that runs, and of no other. */
  private move({ id, retryCount }: { id: string; retryCount: number }, change: (job: StubJob) => unknown): void {
    const job = this.state.jobs.get(id)
    if (job?.state === 'active' && job.retryCount === retryCount) change(job)
  }

  private note(name: string, jobs?: number): void {
    this.asked.push(jobs === undefined ? name : `${name} ${jobs}`)
    const failure = this.failures.get(name)?.shift()
    if (failure) throw failure
  }
}
