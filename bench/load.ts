/** A load generator that costs little: raw keep-alive connections, one request in flight on each, closed loop. */

export type Load = {
  perSecond: number
  p50: number
  p95: number
  p99: number
  /** Answers inside the measured window; the figures above are about these. */
  requests: number
  /** Answers by status, warm-up included. */
  statuses: Record<number, number>
  /** Connections that broke, could not be made, or had no answer when the patience was over. */
  errors: number
  /** By how much each meter moved inside the window. */
  used: number[]
}

const patienceMs = 15_000
const attemptsToConnect = 20

/**
 * Sends requests over `connections` for `warmUpSeconds` unmeasured, then for `seconds` and until `atLeast` answers have
 * come, but no longer than `atMostSeconds`. `next` gives the bytes of each request, `meters` what to read at both ends of
 * the window.
 * Latencies in ms, from the write to the last byte of the answer.
 * @throws Error when nobody listens.
 */
export async function load({
  url,
  connections,
  seconds,
  warmUpSeconds = 0,
  atLeast = 0,
  atMostSeconds = 300,
  next,
  meters = () => [],
}: {
  url: string
  connections: number
  seconds: number
  warmUpSeconds?: number
  atLeast?: number
  atMostSeconds?: number
  next: () => Uint8Array
  meters?: () => number[]
}): Promise<Load> {
  const { hostname, port } = new URL(url)
  const latencies: number[] = []
  const statuses: Record<number, number> = {}
  const sockets = new Set<Bun.Socket>()
  let phase: 'warming' | 'measuring' | 'over' = 'warming'
  let errors = 0

  function connect(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let attempts = 0
    let sentAt = 0
    let expected = -1
    let received = 0
    let head = ''
    let unsent: Uint8Array = new Uint8Array()

    function send(socket: Bun.Socket): void {
      const bytes = next()
      sentAt = performance.now()
      unsent = bytes.subarray(Math.max(0, socket.write(bytes)))
    }
    function broken(socket: Bun.Socket): void {
      if (!sockets.delete(socket)) return
      errors += 1
      head = ''
      expected = -1
      if (phase === 'over') resolve()
      else setTimeout(open, 20)
    }
    function open(): void {
      attempts += 1
      Bun.connect({
        hostname,
        port: Number(port),
        socket: {
          open(socket) {
            attempts = 0
            sockets.add(socket)
            send(socket)
          },
          drain(socket) {
            if (unsent.length > 0) unsent = unsent.subarray(Math.max(0, socket.write(unsent)))
          },
          data(socket, chunk) {
            if (expected < 0) {
              head += chunk.toString('latin1')
              const end = head.indexOf('\r\n\r\n')
              if (end < 0) return
              const status = Number(head.slice(9, 12))
              statuses[status] = (statuses[status] ?? 0) + 1
              expected = end + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(head.slice(0, end))?.[1] ?? 0)
              received = head.length
            } else received += chunk.length
            if (received < expected) return
            if (phase === 'measuring') latencies.push(performance.now() - sentAt)
            head = ''
            expected = -1
            if (phase !== 'over') return send(socket)
            sockets.delete(socket)
            socket.end()
            resolve()
          },
          close: broken,
          error: broken,
        },
      }).catch((error) => {
        if (phase === 'over') return resolve()
        if (attempts >= attemptsToConnect) return reject(error)
        errors += 1
        setTimeout(open, 50)
      })
    }
    open()
    return promise
  }

  const ended = Promise.all(Array.from({ length: connections }, connect))
  await Promise.race([Bun.sleep(warmUpSeconds * 1000), ended])
  const before = meters()
  const startedAt = performance.now()
  phase = 'measuring'
  await Promise.race([Bun.sleep(seconds * 1000), ended])
  while (latencies.length < atLeast && performance.now() - startedAt < atMostSeconds * 1000) {
    await Promise.race([Bun.sleep(50), ended])
  }
  phase = 'over'
  const elapsedSeconds = (performance.now() - startedAt) / 1000
  const after = meters()
  const impatience = setTimeout(() => {
    for (const socket of sockets) socket.terminate()
  }, patienceMs)
  await ended
  clearTimeout(impatience)

  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? NaN
  return {
    perSecond: latencies.length / elapsedSeconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    requests: latencies.length,
    statuses,
    errors,
    used: after.map((value, index) => value - (before[index] ?? NaN)),
  }
}

/** A request's bytes. */
export function requestBytes(method: string, path: string, key: string, body?: unknown): Uint8Array {
  const content = body === undefined ? '' : JSON.stringify(body)
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${key}`]
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(content)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${content}`)
}

/** Gives the items one after another, again and again. */
export function inTurn<T>(items: readonly T[]): () => T {
  let turn = 0
  return () => {
    const item = items[turn++ % items.length]
    if (item === undefined) throw new Error('there is nothing to take turns with')
    return item
  }
}
