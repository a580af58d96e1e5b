/** Stands between an adapter and its server, ends TLS, writes down all that is asked, and spoils the answers as it is told. */
import { connect, createServer, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

export const faults = [
  'ok',
  'slow',
  'refused',
  'unauthorised',
  'limited',
  'upstream',
  'malformed',
  'truncated',
  'stale_token',
  'renumbered',
] as const
export type Fault = (typeof faults)[number]

export type FaultProxy = {
  port: number
  /** From now on. What is open is cut. */
  set: (fault: Fault) => Promise<void>
  /** Each line that was asked, in order: request lines and bodies of HTTP, every line of a client of IMAP. */
  wireLog: () => string
  stop: () => Promise<void>
}

export type FaultyServer = {
  /** Without TLS, on loopback. */
  port: number
  /** TLS on this side. */
  tls?: { key: string; cert: string }
  spoil: Spoiler
}

/** One connection: `client` is what an adapter opened; what comes of it is the spoiler's. */
export type Spoiling = {
  client: Socket
  openServer: () => Socket
  fault: Fault
  log: (line: string) => void
}
export type Spoiler = (connection: Spoiling) => void

export async function startFaultProxy({ port: target, tls, spoil }: FaultyServer): Promise<FaultProxy> {
  const open = new Set<Socket>()
  const lines: string[] = []
  let fault: Fault = 'ok'
  let server: Server | undefined

  function keep(socket: Socket): Socket {
    open.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => open.delete(socket))
    return socket
  }

  async function listen(port: number): Promise<number> {
    const listening = createServer((raw) => {
      keep(raw)
      const client = tls ? keep(new TLSSocket(raw, { isServer: true, ...tls })) : raw
      spoil({
        client,
        fault,
        log: (line) => lines.push(line),
        openServer: () => keep(connect({ host: '127.0.0.1', port: target })),
      })
    })
    await new Promise<void>((give, fail) => {
      listening.once('error', fail)
      listening.listen(port, '127.0.0.1', give)
    })
    server = listening
    const address = listening.address()
    return address && typeof address === 'object' ? address.port : port
  }

  async function close(): Promise<void> {
    const listening = server
    server = undefined
    const closed = new Promise<void>((give) => (listening ? listening.close(() => give()) : give()))
    for (const socket of open) socket.destroy()
    await closed
  }

  const port = await listen(0)
  return {
    port,
    set: async (next) => {
      await close()
      fault = next
      if (next !== 'refused') await listen(port)
    },
    wireLog: () => lines.join('\n'),
    stop: close,
  }
}

/** Hands on what comes, and ends both when one ends. */
export function join(from: Socket, to: Socket, change: (chunk: Buffer) => Buffer | null = (chunk) => chunk): void {
  from.on('data', (chunk: Buffer) => {
    const changed = change(chunk)
    if (changed && !to.destroyed) to.write(changed)
  })
  from.on('end', () => to.end())
  from.on('close', () => to.destroy())
}
