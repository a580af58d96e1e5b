/** Answers that go on: how many of them a key may have open, and that none outlives its key. */
import type { Caller } from '#api/http/endpoint'
import type { Store } from '#api/http/store'
import { usableKeys } from '#db/queries/keys'
import { keyFault } from '#shared/evidence/proven-keys'
import type { Signer } from '#shared/evidence/signing'
import type { Area } from '#shared/kernel/areas'
import { tooManyStreamsOfKey } from '#shared/kernel/errors/limits'
import type { Log } from '#shared/kernel/logger'
import { every } from '#shared/kernel/process/every'

export type Streams = {
  /**
   * The content, ended when its reader leaves or its key may no longer be used: behind the farewell where it has one, else cut
   * off, so that it never looks whole.
   * @throws RATE_LIMIT_EXCEEDED when the key has too many open.
   */
  hold: (
    content: ReadableStream<Uint8Array>,
    caller: Caller,
    more: { area?: Area; farewell?: string },
  ) => ReadableStream<Uint8Array>
  close: () => Promise<void>
}

type Next = { done: boolean; value?: Uint8Array | undefined }
type Held = { keyId: string; area: Area | undefined; revoke: () => void }

// A stream is to end within a second of its key.
const lookEveryMs = 400
/** What may still go out after the last look. */
const pieceBytes = 64 * 1024

export function openStreams(
  { read, onBehalfOf }: Pick<Store, 'read' | 'onBehalfOf'>,
  signer: Signer,
  limit: number,
  log: Log,
): Streams {
  const open = new Set<Held>()

  async function look(): Promise<void> {
    if (open.size === 0) return
    // What is opened meanwhile is looked for the next time.
    const asked = [...open]
    const ids = [...new Set(asked.map(({ keyId }) => keyId))]
    const usable = new Map((await read((sql) => usableKeys(sql, ids))).map((key) => [key.id, key]))
    for (const held of asked) {
      const key = usable.get(held.keyId)
      const isHeld = key && !keyFault(signer, key) && (!held.area || key.areas.includes(held.area))
      if (!isHeld) held.revoke()
    }
  }
  const looks = every(lookEveryMs, 'keys of open streams', look, { log })

  return {
    hold(content, { keyId, orgId }, { area, farewell }) {
      const count = [...open].filter((held) => held.keyId === keyId).length
      if (count >= limit) {
        content.cancel().catch((error) => log.debug({ err: error }, 'a stream was not called off'))
        throw tooManyStreamsOfKey(limit)
      }
      const held: Held = { keyId, area, revoke: () => undefined }
      open.add(held)
      const reader = content.getReader()
      // Its next piece is made while the connection pulls, which knows nothing of whose request that was.
      const next = () => onBehalfOf(orgId, () => reader.read())
      return untilRevoked({ next, cancel: (reason) => reader.cancel(reason) }, farewell, held, () => open.delete(held))
    },
    close: () => looks.stop(),
  }
}

type Pieces = { next: () => Promise<Next>; cancel: (reason?: unknown) => Promise<void> }

function untilRevoked(
  content: Pieces,
  farewell: string | undefined,
  held: Held,
  over: () => void,
): ReadableStream<Uint8Array> {
  let rest: Uint8Array = new Uint8Array()
  let isRevoked = false
  let wake: () => void = () => undefined
  held.revoke = () => {
    isRevoked = true
    wake()
  }

  /** What comes next; undefined when the key is gone before it has come. */
  function read(): Promise<Next | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<Next | undefined>()
    wake = () => resolve(undefined)
    content.next().then(resolve, reject)
    return promise
  }

  function end(controller: ReadableStreamDefaultController<Uint8Array>): void {
    over()
    content.cancel().catch(() => undefined)
    if (farewell === undefined) controller.error(new Error('the key may no longer be used'))
    else {
      controller.enqueue(new TextEncoder().encode(farewell))
      controller.close()
    }
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (rest.length === 0 && !isRevoked) {
            const next = await read()
            if (next?.done) {
              over()
              return controller.close()
            }
            rest = next?.value ?? rest
          }
          if (isRevoked) return end(controller)
          controller.enqueue(rest.subarray(0, pieceBytes))
          rest = rest.subarray(pieceBytes)
        } catch (error) {
          over()
          controller.error(error)
        }
      },
      async cancel(reason) {
        over()
        await content.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
