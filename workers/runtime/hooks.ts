/** The hooks that a runner was handed, as one. A job without a context passes none of them. */
import type { Tx } from '#db/client'
import { contextOf } from '#shared/jobs/envelope'
import type { StoredError } from '#shared/kernel/errors'
import type {
  EndedDelivery,
  HeldDeliveries,
  JobDelivery,
  JobHooks,
  JobTerms,
  KnownOfJob,
  ReplyJudgement,
} from '#shared/queue/hooks'
import { attemptOf, type Claimed } from '#workers/runtime/next-attempt'

export type AllHooks = ReturnType<typeof joinHooks>

/** What each hook has said when an attempt was begun, in the hooks' order. */
type Beginnings = readonly unknown[]

/** What each hook has said of a result, in the hooks' order. */
export type Judgements = readonly (ReplyJudgement | undefined)[]

const noTerms: JobTerms = { isKnown: true, logged: {} }

const nobody: HeldDeliveries = {
  counts: () => true,
  end: async () => undefined,
  retry: async () => undefined,
}

/** A job as hooks see it; undefined where it is none of theirs. */
export function deliveryOf(claimed: Claimed): JobDelivery | undefined {
  const { id: jobId, data, retryCount: lease } = claimed
  const { orgId, keyId, requestId } = data
  const context = contextOf(data)
  if (context === undefined) return undefined
  return { jobId, orgId, keyId, requestId, context, lease, attempt: attemptOf(claimed) }
}

export const deliveriesOf = (jobs: readonly Claimed[]): JobDelivery[] =>
  jobs.flatMap((claimed) => deliveryOf(claimed) ?? [])

export function joinHooks(hooks: readonly JobHooks[]) {
  return {
    terms({ data }: Claimed): JobTerms {
      const context = contextOf(data)
      if (context === undefined) return noTerms
      return hooks.map((hook) => hook.terms?.(context) ?? noTerms).reduce(joinTerms, noTerms)
    },
    /** Undefined when nobody waits for it any more. */
    async begin(delivery: JobDelivery): Promise<Beginnings | undefined> {
      const begun: unknown[] = []
      for (const hook of hooks) {
        const own = (await hook.begin?.(delivery)) ?? true
        if (own === false) return undefined
        begun.push(own === true ? undefined : own.told)
      }
      return begun
    },
    async known(tx: Tx, jobIds: readonly string[]): Promise<ReadonlyMap<string, KnownOfJob>> {
      const known = new Map<string, KnownOfJob>()
      for (const hook of hooks) for (const [id, of] of (await hook.known?.(tx, jobIds)) ?? []) known.set(id, of)
      return known
    },
    judge: (delivery: JobDelivery, reply: string, begun: Beginnings): Judgements =>
      hooks.map((hook, at) => hook.judge?.(delivery, reply, begun[at])),
    redact: (error: StoredError): StoredError =>
      hooks.reduce((redacted, hook) => hook.redact?.(redacted) ?? redacted, error),
    async hold(tx: Tx, deliveries: readonly JobDelivery[]): Promise<HeldDeliveries> {
      if (deliveries.length === 0) return nobody
      const held: (HeldDeliveries | undefined)[] = []
      for (const hook of hooks) held.push(await hook.hold?.(tx, deliveries))
      return {
        counts: (delivery, state) => held.every((each) => each?.counts(delivery, state) ?? true),
        async end(ended) {
          for (const [at, each] of held.entries()) await each?.end(ended.map((one) => toldOf(one, at)))
        },
        async retry(broken, code) {
          for (const each of held) await each?.retry(broken, code)
        },
      }
    },
  }
}

const joinTerms = (a: JobTerms, b: JobTerms): JobTerms => ({
  isKnown: a.isKnown && b.isKnown,
  logged: { ...a.logged, ...b.logged },
  timeout: !b.timeout || (a.timeout && a.timeout.seconds <= b.timeout.seconds) ? a.timeout : b.timeout,
  attempts: a.attempts ?? b.attempts,
})

/** An ending with what this hook has said of its result. */
function toldOf(ended: EndedDelivery, hook: number): EndedDelivery {
  // Made by `judge` above, and by nobody else.
  const judgements = ended.told as Judgements | undefined
  return { ...ended, told: judgements?.[hook]?.told }
}
