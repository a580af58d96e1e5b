/** Has pages verified, several at once, and gives what came of each in the order in which they were named. */
import { createHash, randomBytes } from 'node:crypto'
import { askJob, patiently } from '#cli/commands/ask-job'
import type { Client, ServiceReply } from '#cli/commands/client'
import { isUnreachable } from '#cli/terminal/exit'
import { inLineWords } from '#cli/terminal/line-words'
import { isRefusal } from '#cli/terminal/refusal'
import type { DesignReport } from '#db/documents/design-report'

/** What is asked of one page; `file` and `name` as of a snapshot. */
export type PageToVerify = { pageId: string; file: string; name: string; request: () => Promise<PageRequest> }
type PageRequest = { path: string; body: Record<string, unknown> }

export type Verified = { kind: 'verified'; pageId: string; file: string; name: string; report: DesignReport }
export type Unverified = {
  kind: 'unverified'
  pageId: string
  file: string
  name: string
  /** The service's own, or UNREACHABLE, or UNREADABLE where the file is at fault. */
  code: string
  message: string
}
export type DesignOutcome = Verified | Unverified

export type Asked = {
  patience: number
  /** Pages at once. */
  atOnce: number
}

/**
 * One outcome per page, in their order, each as soon as it and those before it are there. Where nothing answers, or the
 * key is none, the pages after it are not asked for again.
 */
export async function* verifyPages(
  client: Client,
  pages: readonly PageToVerify[],
  asked: Asked,
): AsyncGenerator<DesignOutcome> {
  // The same snapshot may be judged anew later, when its baseline is another: only this one command's repeats are the same.
  const command = randomBytes(16).toString('hex')
  const outcomes = pages.map(() => Promise.withResolvers<DesignOutcome>())
  // A fault of our own is met where its page is told.
  for (const { promise } of outcomes) promise.catch(() => undefined)
  let end: Unverified | undefined
  let next = 0
  const work = async () => {
    while (next < pages.length) {
      const at = next
      next += 1
      const page = pages[at]
      if (page === undefined) return
      const { pageId, file, name } = page
      try {
        const outcome: DesignOutcome =
          end === undefined ? await verifyPage(client, page, asked, command) : { ...end, pageId, file, name }
        if (outcome.kind === 'unverified' && concernsAll.includes(outcome.code)) end ??= outcome
        outcomes[at]?.resolve(outcome)
      } catch (error) {
        outcomes[at]?.reject(error)
      }
    }
  }
  const workers = Array.from({ length: Math.min(asked.atOnce, pages.length) }, work)
  for (const { promise } of outcomes) yield await promise
  await Promise.all(workers)
}

const nobodyThere = 'UNREACHABLE'
const concernsAll = [nobodyThere, 'INVALID_API_KEY']

async function verifyPage(client: Client, page: PageToVerify, asked: Asked, command: string): Promise<DesignOutcome> {
  const { pageId, file, name } = page
  try {
    const { path, body } = await page.request()
    const headers = {
      'idempotency-key': createHash('sha256')
        .update(command)
        .update(JSON.stringify([path, body]))
        .digest('hex'),
    }
    const work = { body, headers, patience: asked.patience, thing: 'verification' }
    const answer = await patiently(() => askJob(client, `POST ${path}`, work))
    const verificationId = answer.headers.get('x-verification-id') ?? ''
    const report = await patiently(() => client.call(`GET /api/verify-design/${verificationId}`))
    return { kind: 'verified', pageId, file, name, report: asDesignReport(report) }
  } catch (error) {
    if (isRefusal(error)) return { kind: 'unverified', pageId, file, name, code: 'UNREADABLE', message: error.message }
    const told = inLineWords(error)
    if (!isUnreachable(told)) throw error
    return { kind: 'unverified', pageId, file, name, code: told.code || nobodyThere, message: told.message }
  }
}

/** Made by the service from a DesignReport. */
const asDesignReport = (reply: ServiceReply): DesignReport => reply.body as DesignReport
