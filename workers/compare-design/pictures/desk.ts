/** Where pictures are handed in to be compared: a thread decodes them, keeps baselines, and says what differs. */
import { Worker } from 'node:worker_threads'
import type { ArtifactNote } from '#db/documents/page-artifact'
import { fromStoredError } from '#shared/kernel/errors'
import type { PictureComparison } from '#workers/compare-design/pictures/compare'
import type { ComparerAnswer, ComparerAsked, ComparerTask } from '#workers/compare-design/pictures/comparer'
import type { ThreadCall, ThreadReply } from '#workers/compare-design/pictures/thread'

export type PicturesToCompare = {
  /** The baseline: the SHA-256 of its file, and where its bytes are had from when they are not kept any more. */
  before: { digest: string; read: () => Promise<Uint8Array> }
  after: Uint8Array
  asked: ComparerAsked
}

type Waiting = { resolve: (answer: ComparerAnswer) => void; reject: (error: Error) => void }

export class PictureDesk {
  private thread: Worker | undefined
  private readonly waiting = new Map<number, Waiting>()
  private calls = 0

  /** Decodes a picture that has no baseline yet. @throws UNSUPPORTED_SNAPSHOT where it cannot be. */
  async check(after: Uint8Array): Promise<ArtifactNote[]> {
    const answer = await this.call({ kind: 'check', after })
    if (answer.kind !== 'checked') throw unexpected(answer)
    return answer.notes
  }

  /** @throws UNSUPPORTED_SNAPSHOT where the new picture is none. */
  async compare(pictures: PicturesToCompare): Promise<PictureComparison & { notes: ArtifactNote[] }> {
    const answer = await this.callWithBaseline('compare', pictures)
    if (answer.kind !== 'compared') throw unexpected(answer)
    const { kind: _, ...comparison } = answer
    return comparison
  }

  /** A PNG to lay over the new picture: clear where nothing changed. @throws UNSUPPORTED_SNAPSHOT likewise. */
  async mask(pictures: PicturesToCompare): Promise<Uint8Array> {
    const answer = await this.callWithBaseline('mask', pictures)
    if (answer.kind !== 'masked') throw unexpected(answer)
    return answer.mask
  }

  /** Ends the thread; who still waits is told that it ended. */
  async close(): Promise<void> {
    const thread = this.thread
    this.thread = undefined
    this.failAll(new Error('the pictures’ thread was closed'))
    await thread?.terminate()
  }

  private async callWithBaseline(kind: 'compare' | 'mask', pictures: PicturesToCompare): Promise<ComparerAnswer> {
    const { before, after, asked } = pictures
    const task = { kind, digest: before.digest, after, asked }
    const answer = await this.call({ ...task, before: null })
    if (answer.kind !== 'baseline-needed') return answer
    return await this.call({ ...task, before: await before.read() })
  }

  private call(task: ComparerTask): Promise<ComparerAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<ComparerAnswer>()
    this.calls += 1
    const id = this.calls
    this.waiting.set(id, { resolve, reject })
    const call: ThreadCall = { id, task }
    this.running().postMessage(call)
    return promise
  }

  private running(): Worker {
    if (this.thread) return this.thread
    const thread = new Worker(new URL('./thread.ts', import.meta.url))
    thread.on('message', (reply: ThreadReply) => this.settle(reply))
    const end = (error: Error) => {
      if (this.thread !== thread) return
      this.thread = undefined
      this.failAll(error)
    }
    thread.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))))
    thread.on('exit', (code) => end(new Error(`the pictures’ thread ended with ${code}`)))
    // It holds up no process that has nothing else to do.
    thread.unref()
    this.thread = thread
    return thread
  }

  private settle(reply: ThreadReply): void {
    const waiting = this.waiting.get(reply.id)
    this.waiting.delete(reply.id)
    if ('answer' in reply) waiting?.resolve(reply.answer)
    else waiting?.reject('refused' in reply ? fromStoredError(reply.refused) : new Error(reply.broken))
  }

  private failAll(error: Error): void {
    for (const { reject } of this.waiting.values()) reject(error)
    this.waiting.clear()
  }
}

const unexpected = ({ kind }: ComparerAnswer) => new Error(`the pictures’ thread answered "${kind}"`)
