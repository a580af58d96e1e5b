/**
 * Takes tasks in: those of many callers in one transaction, each with its nodes, its payload and its first jobs, or not at all.
 *
 *   made by its request --> small: waits for the next batch of this process --\
 *                      \--> many steps, or pages: a transaction of its own ----> room? stored, sent, counted
 *
 * Nothing is locked for long: what a key has left is looked at first, and taken last.
 */
import { isOutcomeUnknown, isStoreAway, type Tx, type Writer } from '#db/client'
import { insertTasks, type NewTask } from '#db/queries/plans'
import { type AskedWork, claimPages, countWork, type Limits, refusalsOf } from '#shared/agents/rights'
import type { Governance } from '#shared/governance/governance'
import type { JobContract } from '#shared/jobs/contract'
import { batcher } from '#shared/kernel/batcher'
import { ServiceError } from '#shared/kernel/errors'
import type { Patience } from '#shared/kernel/line'
import { Standstills } from '#shared/kernel/standstills'
import type { Writing } from '#shared/kernel/writing'
import type { BatchJob, SendBatch, Sender } from '#shared/queue/send'

/** A job, on whose behalf it is done, and the queue that it goes to. */
export type TaskJob = { contract: JobContract; job: BatchJob<JobContract> & { by: Sender } }

/** A task that its request has made and permitted. */
export type Admission = AskedWork & {
  made: NewTask
  /** @param queued pages that its organisation has queued before. */
  jobs: (queued: number) => readonly TaskJob[]
}

/** True when it was stored by this, false when a task of its id was there; or what it is refused with, and then nothing is. */
type Admitted = boolean | ServiceError

export type Admit = (admission: Admission) => Promise<Admitted>

export type AdmissionTools = {
  governance: Pick<Governance, 'assertOpen'>
  sendBatch: SendBatch
  limits: Limits
}

/** A step comes with its node, its edges, its job and its evidence; a batch of so many of so many is still written at once. */
const together = { tasks: 64, steps: 8 }

/** Takes in what is small, with others' of this process. @param patience how long one waits for its turn. */
export function openAdmissions(
  writer: Writer,
  tools: AdmissionTools,
  patience?: Patience,
  standstills = new Standstills(),
): Admit {
  return batcher<Admission, Admitted>(
    (admissions) =>
      standstills.watch('tasks', () => {
        tools.governance.assertOpen()
        return untilCounted(() => writer.begin((tx) => admitTogether(tx, tools, admissions)))
      }),
    {
      maxItems: together.tasks,
      whose: ({ by }) => by.orgId,
      // One that cannot be stored must not take the others with it; what the service refuses, it refuses to each.
      alone: (error) => !isStoreAway(error) && !isOutcomeUnknown(error) && !(error instanceof ServiceError),
      ...(patience ? { patience } : {}),
    },
  )
}

/**
 * Whether it was stored by this; false when a task of its id was there.
 * @throws RATE_LIMIT_EXCEEDED, GOVERNANCE_HALT; then nothing was begun.
 */
export async function admitOne(
  writing: Writing,
  tools: AdmissionTools & { admit: Admit },
  admission: Admission,
): Promise<boolean> {
  const { made, types } = admission
  const isSmall = made.steps.length <= together.steps && !types.some(({ isPage }) => isPage)
  if (isSmall) return writing.noting(async () => orThrow(await tools.admit(admission)))
  tools.governance.assertOpen()
  return untilCounted(() =>
    writing.begin(async (tx) => {
      const [admitted = false] = await admitTogether(tx, tools, [admission])
      return orThrow(admitted)
    }),
  )
}

function orThrow(admitted: Admitted): boolean {
  if (admitted instanceof ServiceError) throw admitted
  return admitted
}

/** What had room when it was looked at had none when it was counted: somebody else has taken it meanwhile. */
class RoomTaken extends Error {}

/** Each time somebody is refused who was not before, so this ends. */
async function untilCounted<T>(admitting: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await admitting()
    } catch (error) {
      if (!(error instanceof RoomTaken)) throw error
    }
  }
}

/** @throws RoomTaken */
async function admitTogether(
  tx: Tx,
  { sendBatch, limits }: AdmissionTools,
  admissions: readonly Admission[],
): Promise<Admitted[]> {
  // The same request may have come twice: that is one task, and is counted once.
  const different = [...Map.groupBy(admissions, idOf).values()].flatMap(([first]) => first ?? [])
  const refused = await refusalsOf(tx, limits, different)
  const refusals = new Map(different.map((each, at) => [idOf(each), refused[at]]))
  const permitted = different.filter((each) => refusals.get(idOf(each)) === undefined)
  if (permitted.length === 0) return admissions.map((each) => refusals.get(idOf(each)) ?? false)
  const jobs: { of: Admission; jobs: readonly TaskJob[] }[] = []
  for (const each of permitted)
    jobs.push({ of: each, jobs: each.jobs(await claimPages(tx, limits, each.by, each.types)) })
  const stored = await insertTasks(
    tx,
    permitted.map(({ made }) => made),
  )
  // Those that were there came under the same Idempotency-Key, a moment ago: they have their jobs.
  const isStored = (each: Admission) => stored.has(idOf(each))
  await sendAll(
    tx,
    sendBatch,
    jobs.flatMap((each) => (isStored(each.of) ? each.jobs : [])),
  )
  if (!(await countWork(tx, limits, permitted.filter(isStored)))) throw new RoomTaken()
  return admissions.map((each) => refusals.get(idOf(each)) ?? (permitted.includes(each) && isStored(each)))
}

const idOf = ({ made }: Admission): string => made.task.id

/** Sends jobs, whosever they are: one statement for each queue. */
export async function sendAll(tx: Tx, sendBatch: SendBatch, jobs: readonly TaskJob[]): Promise<void> {
  for (const [contract, group] of Map.groupBy(jobs, (each) => each.contract)) {
    const [first] = group
    const sent = group.map(({ job }) => job)
    if (first) await sendBatch(tx, contract, sent, first.job.by)
  }
}
