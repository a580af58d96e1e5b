/** HTTP by hand over a socket, for what fetch would not send: odd methods, odd hosts, wrong lengths, chunks. */
import { connect } from 'node:net'

export type RawAnswer = { status: number; headers: Headers; text: string; body: unknown }

/** Head and chunks are sent as they are; answers what came back until the server closed. @throws when it does not within 10 s. */
export function exchange(url: string, parts: readonly (string | Uint8Array)[]): Promise<string> {
  const { hostname, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const socket = connect(Number(port), hostname)
  const received: Buffer[] = []
  socket.setTimeout(10_000, () => {
    socket.destroy()
    reject(new Error(`the server kept the connection open after:\n${Buffer.concat(received)}`))
  })
  const settle = () => resolve(Buffer.concat(received).toString('utf8'))
  socket.on('data', (chunk) => received.push(chunk))
  // A server that has refused may reset the connection while the rest is still being sent.
  socket.on('error', (error) => (received.length > 0 ? settle() : reject(error)))
  socket.on('close', settle)
  for (const part of parts) socket.write(part)
  return promise
}

/** One request and its answer. Without a `host` header the one of the address is sent. */
export async function rawCall(
  url: string,
  what: string,
  { headers = {}, parts = [] }: { headers?: Record<string, string>; parts?: readonly (string | Uint8Array)[] } = {},
): Promise<RawAnswer> {
  const sent = { host: new URL(url).host, connection: 'close', ...headers }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
  return readAnswer(await exchange(url, [`${what} HTTP/1.1\r\n${lines.join('')}\r\n`, ...parts]))
}

/** A body in HTTP's chunked form. */
export function chunked(body: string | Uint8Array, chunkBytes = 65_536): Uint8Array[] {
  const bytes = Buffer.from(body)
  const chunks: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const part = bytes.subarray(at, at + chunkBytes)
    chunks.push(Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]))
  }
  return [...chunks, Buffer.from('0\r\n\r\n')]
}

export function readAnswer(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers()
  for (const line of lines) headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim())
  const content = rest.join('\r\n\r\n')
  const isJson = headers.get('content-type')?.startsWith('application/json') && content !== ''
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    text: content,
    body: isJson ? JSON.parse(content) : undefined,
  }
}
