/** A load generator that costs little: raw keep-alive connections, one request in flight on each, closed loop. */

export type Load = { perSecond: number; p50: number; p95: number; p99: number; requests: number; errors: number; statuses: Record<number, number> }

/**
 * Sends requests for `seconds` over `connections`. `next` gives the bytes of each request.
 * Latencies in ms, from the write to the last byte of the answer.
 */
export async function load({
  url,
  connections,
  seconds,
  next,
}: {
  url: string
  connections: number
  seconds: number
  next: () => Uint8Array
}): Promise<Load> {
  const { hostname, port } = new URL(url)
  const latencies: number[] = []
  const statuses: Record<number, number> = {}
  let errors = 0
  const startedAt = performance.now()
  const deadline = startedAt + seconds * 1000

  const connect = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let sentAt = 0
    let expected = -1
    let received = 0
    let head = ''
    void Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open(socket) {
          sentAt = performance.now()
          socket.write(next())
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
          const now = performance.now()
          latencies.push(now - sentAt)
          head = ''
          expected = -1
          if (now >= deadline) {
            socket.end()
            return resolve()
          }
          sentAt = now
          socket.write(next())
        },
        close: () => resolve(),
        error: () => {
          errors += 1
          resolve()
        },
      },
    })
    return promise
  }
  await Promise.all(Array.from({ length: connections }, connect))
  const elapsed = (performance.now() - startedAt) / 1000
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN
  return { perSecond: latencies.length / elapsed, p50: at(0.5), p95: at(0.95), p99: at(0.99), requests: latencies.length, errors, statuses }
}

/** A request's bytes. */
export function requestBytes(method: string, path: string, key: string, body?: unknown): Uint8Array {
  const content = body === undefined ? '' : JSON.stringify(body)
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', `Authorization: Bearer ${key}`]
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(content)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${content}`)
}
