/** Has snapshots verified, several at once, and gives what came of each in the order in which they were named. */
import { createHash, randomBytes } from 'node:crypto'
import { askJob, patiently } from '#cli/commands/ask-job'
import type { Client, ServiceReply } from '#cli/commands/client'
import type { Snapshot } from '#cli/commands/snapshot-files'
import { isUnreachable } from '#cli/terminal/exit'
import { inLineWords } from '#cli/terminal/line-words'
import { isRefusal } from '#cli/terminal/refusal'
import type { DesignReport } from '#db/documents/design-report'

export type Verified = { kind: 'verified'; pageId: string; file: string; report: DesignReport }
export type Unverified = {
  kind: 'unverified'
  pageId: string
  file: string
  /** The service's own, or UNREACHABLE, or UNREADABLE where the file is at fault. */
  code: string
  message: string
}
export type PageOutcome = Verified | Unverified

export type Asked = {
  /** Of the request, beside page and snapshot. */
  options: Record<string, unknown>
  patience: number
  /** Pages at once. */
  atOnce: number
}

/**
 * One outcome per snapshot, in their order, each as soon as it and those before it are there. Where nothing answers, or the
 * key is none, the pages after it are not asked for again.
 */
export async function* verifyPages(
  client: Client,
  snapshots: readonly Snapshot[],
  asked: Asked,
): AsyncGenerator<PageOutcome> {
  // The same snapshot may be judged anew later, when its baseline is another: only this one command's repeats are the same.
  const command = randomBytes(16).toString('hex')
  const outcomes = snapshots.map(() => Promise.withResolvers<PageOutcome>())
  let end: Unverified | undefined
  let next = 0
  const work = async () => {
    while (next < snapshots.length) {
      const at = next
      next += 1
      const snapshot = snapshots[at]
      if (snapshot === undefined) return
      const { pageId, file } = snapshot
      const outcome: PageOutcome =
        end === undefined ? await verifyPage(client, snapshot, asked, command) : { ...end, pageId, file }
      if (outcome.kind === 'unverified' && concernsAll.includes(outcome.code)) end ??= outcome
      outcomes[at]?.resolve(outcome)
    }
  }
  const workers = Array.from({ length: Math.min(asked.atOnce, snapshots.length) }, work)
  for (const { promise } of outcomes) yield await promise
  await Promise.all(workers)
}

const nobodyThere = 'UNREACHABLE'
const concernsAll = [nobodyThere, 'INVALID_API_KEY']

async function verifyPage(client: Client, snapshot: Snapshot, asked: Asked, command: string): Promise<PageOutcome> {
  const { pageId, file } = snapshot
  try {
    const bytes = await snapshot.read()
    const body = { pageId, snapshot: Buffer.from(bytes).toString('base64'), ...asked.options }
    const headers = {
      'idempotency-key': createHash('sha256').update(command).update(JSON.stringify(body)).digest('hex'),
    }
    const work = { body, headers, patience: asked.patience, thing: 'verification' }
    const answer = await patiently(() => askJob(client, 'POST /api/verify-design', work))
    const verificationId = answer.headers.get('x-verification-id') ?? ''
    const report = await patiently(() => client.call(`GET /api/verify-design/${verificationId}`))
    return { kind: 'verified', pageId, file, report: asDesignReport(report) }
  } catch (error) {
    if (isRefusal(error)) return { kind: 'unverified', pageId, file, code: 'UNREADABLE', message: error.message }
    const told = inLineWords(error)
    if (!isUnreachable(told)) throw error
    return { kind: 'unverified', pageId, file, code: told.code || nobodyThere, message: told.message }
  }
}

/** Made by the service from a DesignReport. */
const asDesignReport = (reply: ServiceReply): DesignReport => reply.body as DesignReport
