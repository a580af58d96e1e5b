/** Where texts are handed in to be read: by a thread, short ones by another than long ones, one after the other. */
import { Worker } from 'node:worker_threads'
import { isLongText } from '#shared/jobs/analyze-content'
import { fromStoredError } from '#shared/kernel/errors'
import type { ReaderAnswer } from '#workers/analyze-content/read'
import type { DraftOf, ReaderCall, ReadingDraft, ReadingTask, TextReading } from '#workers/analyze-content/reading'
import type { ReaderReply, ReaderSettings } from '#workers/analyze-content/thread'

type Asked = { call: ReaderCall; resolve: (answer: ReaderAnswer) => void; reject: (error: unknown) => void }

/** One thread, and who waits for it. */
class Lane {
  private readonly settings: ReaderSettings
  /** A thread that nobody has asked for so long ends, and gives back what it has taken; 0: it stays. */
  private readonly idleMs: number
  private idleTimer: Timer | undefined
  private thread: Worker | undefined
  private current: Asked | undefined
  private readonly waiting: Asked[] = []
  private isClosed = false

  constructor(settings: ReaderSettings, idleMs = 0) {
    this.settings = settings
    this.idleMs = idleMs
  }

  /** Whether there is a thread, at work or waiting. */
  get hasThread(): boolean {
    return this.thread !== undefined
  }

  /** Begins the thread before anybody asks: it takes a while until it has what it reads by. */
  warm(): void {
    this.thread ??= this.begun()
  }

  /** @param signal ends the thread where it is at this call: nothing else stops what it computes. */
  ask(call: ReaderCall, signal: AbortSignal): Promise<ReaderAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<ReaderAnswer>()
    if (this.isClosed || signal.aborted) {
      reject(signal.reason ?? closed())
      return promise
    }
    const asked = { call, resolve, reject }
    const giveUp = () => this.giveUp(asked, signal.reason)
    signal.addEventListener('abort', giveUp, { once: true })
    this.waiting.push(asked)
    this.next()
    return promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  async close(): Promise<void> {
    this.isClosed = true
    clearTimeout(this.idleTimer)
    for (const { reject } of this.waiting.splice(0)) reject(closed())
    await this.endThread(closed())
  }

  private next(): void {
    if (this.current) return
    clearTimeout(this.idleTimer)
    this.current = this.waiting.shift()
    if (!this.current) {
      if (this.idleMs > 0 && this.thread) {
        this.idleTimer = setTimeout(() => this.endThread(closed()), this.idleMs)
        this.idleTimer.unref()
      }
      return
    }
    this.warm()
    this.thread?.postMessage(this.current.call)
  }

  private giveUp(asked: Asked, reason: unknown): void {
    if (this.current === asked) {
      void this.endThread(reason)
      this.next()
      return
    }
    const at = this.waiting.indexOf(asked)
    if (at < 0) return
    this.waiting.splice(at, 1)
    asked.reject(reason)
  }

  private begun(): Worker {
    const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: this.settings })
    thread.on('message', (reply: ReaderReply) => this.thread === thread && this.settle(reply))
    const end = (error: Error) => {
      if (this.thread !== thread) return
      this.thread = undefined
      this.fail(error)
      this.next()
    }
    thread.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))))
    thread.on('exit', (code) => end(new Error(`the readers’ thread ended with ${code}`)))
    // It holds up no process that has nothing else to do.
    thread.unref()
    return thread
  }

  private settle(reply: ReaderReply): void {
    const asked = this.current
    this.current = undefined
    if ('refused' in reply) asked?.reject(fromStoredError(reply.refused))
    else if ('broken' in reply) asked?.reject(new Error(reply.broken))
    else asked?.resolve(reply)
    this.next()
  }

  private fail(error: unknown): void {
    const asked = this.current
    this.current = undefined
    asked?.reject(error)
  }

  private async endThread(error: unknown): Promise<void> {
    const { thread } = this
    this.thread = undefined
    this.fail(error)
    await thread?.terminate()
  }
}

const closed = () => new Error('the readers’ threads were closed')

/** A text of a megabyte leaves some hundred megabytes behind. */
const longIdleMs = 60_000

export class ReadingDesk {
  private readonly short = new Lane({ isPatient: false })
  private readonly long: Lane

  /** @param settings how long the thread for long texts stays when there are none */
  constructor(settings: { longIdleMs?: number } = {}) {
    this.long = new Lane({ isPatient: true }, settings.longIdleMs ?? longIdleMs)
    this.short.warm()
  }

  /** How many threads there are. */
  get threads(): number {
    return [this.short, this.long].filter(({ hasThread }) => hasThread).length
  }

  /** @throws what the reading was refused with; the signal's reason, as the others do. */
  async read(task: ReadingTask, signal: AbortSignal): Promise<TextReading> {
    return readingIn(await this.ask({ to: 'read', content: task.request.content, task }, signal))
  }

  /** The same up to where anything is taken out of it. */
  async draft<Task extends ReadingTask>(task: Task, signal: AbortSignal): Promise<DraftOf<Task>> {
    const answer = await this.ask({ to: 'draft', content: task.request.content, task }, signal)
    if (!('draft' in answer)) throw unexpected()
    // Sound: the thread drafts what a task asks for.
    return answer.draft as DraftOf<Task>
  }

  /** What is kept of a draft. */
  async finish(content: string, draft: ReadingDraft, signal: AbortSignal): Promise<TextReading> {
    return readingIn(await this.ask({ to: 'finish', content, draft }, signal))
  }

  async close(): Promise<void> {
    await Promise.all([this.short.close(), this.long.close()])
  }

  private ask(call: ReaderCall, signal: AbortSignal): Promise<ReaderAnswer> {
    return (isLongText(call.content) ? this.long : this.short).ask(call, signal)
  }
}

function readingIn(answer: ReaderAnswer): TextReading {
  if (!('reading' in answer)) throw unexpected()
  return answer.reading
}

const unexpected = () => new Error('the readers’ thread answered what it was not asked')
