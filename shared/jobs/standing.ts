/** Whether a job stands in its queue as processes of ours have put it: what was ordered, with an end that somebody of ours has said. */
import { keptUnbegunDays } from '#db/queries/queue'
import { type Envelope, isEnvelope } from '#shared/jobs/envelope'
import { orderFault } from '#shared/jobs/order'
import { isTaskJobId } from '#shared/jobs/task-job-id'
import type { Sealer } from '#shared/kernel/sealer'

/** Since which generation of seals whoever takes a job back says so in it. */
export const takenBackSince = 10
/** Whether of every job that has ended something has to say so that processes of ours have written. */
export const asksForEnds = ({ sealing }: Pick<Sealer, 'sealing'>): boolean => sealing.generation >= takenBackSince

/** What a process says in a job that it takes back for a caller who went away. */
export const takenBack = ({ kid, seal }: Pick<Sealer, 'kid' | 'seal'>, jobId: string): string =>
  `${kid}.${Buffer.from(seal('job taken back', jobId)).toString('base64url')}`

type Standing = {
  id: string
  state: 'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'
  is_spent: boolean
}

/**
 * Why nobody of ours has ended a job that has no outcome; undefined where somebody may have. The queue itself gives up those alone
 * that were begun as often as they may be. How jobs of tasks end their tasks say.
 */
export function endFault(
  sealer: Sealer,
  { id, state, is_spent: isSpent }: Standing,
  { takenBack: said }: Pick<Envelope, 'takenBack'>,
): string | undefined {
  if (isTaskJobId(id) || !asksForEnds(sealer)) return undefined
  if (state === 'completed') return 'it is said to be done, and nobody says so'
  if (state === 'failed' && !isSpent) return 'it is said to have failed, and was not begun as often as it may be'
  if (state === 'cancelled' && said !== takenBack(sealer, id))
    return 'it was taken out of the queue, and nobody says so'
  return undefined
}

/** Why a job that has no outcome is none that stands as it was put; undefined where it does. */
export function standingFault(
  sealer: Sealer,
  job: Standing & { name: string; data: unknown; is_nobodys: boolean; is_held_off: boolean; keep_until: Date },
): string | undefined {
  const { id, name, state, data } = job
  if (!isEnvelope(data)) return 'it is no order'
  const isOpen = state === 'created' || state === 'retry' || state === 'active'
  return (
    orderFault(sealer, name, id, data) ??
    endFault(sealer, job, data) ??
    (job.is_nobodys ? 'it is said to be done by somebody, and nobody says that, or is given days for it' : undefined) ??
    (isOpen && job.is_held_off ? 'it waits for what nobody has told it to wait for' : undefined) ??
    (isOpen && !isKept(job.keep_until, data) ? 'it goes before it need have been begun' : undefined)
  )
}

/** By when it was sent, as is sealed: when it came in the queue says by itself. */
const isKept = (until: Date, { sentAt }: Envelope): boolean =>
  until.getTime() >= Date.parse(sentAt) + keptUnbegunDays * 86_400_000
