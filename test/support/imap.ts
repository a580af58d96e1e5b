/** For tests of mailboxes: letters, a tap in the wire that may change what a server says, and servers that behave badly. */
import { connect, createServer, type Server, type Socket } from 'node:net'
import { openPolicy } from '#shared/egress/resolve'
import { readEgressAllow } from '#shared/kernel/addresses'
import type { AdapterContext, OpenConnection, SyncDelta, SyncState } from '#workers/sync-connection/adapters/adapter'
import type { SourceItem } from '#workers/sync-connection/adapters/source-item'

/** A mail as it lies on a server. */
export function letter({
  id,
  subject = 'A letter',
  from = 'ada@example.com',
  text = 'Hello.',
}: {
  id: string
  subject?: string
  from?: string
  text?: string
}): Uint8Array {
  const lines = [
    `From: ${from}`,
    'To: me@example.com',
    `Subject: ${subject}`,
    `Message-ID: <${id}@example.com>`,
    'Date: Thu, 19 Nov 2026 10:00:00 +0000',
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
    '',
  ]
  return Buffer.from(lines.join('\r\n'))
}

/** Loopback may be dialled, and the names that are given lead there. */
export function syncContext(
  over: Partial<AdapterContext> & { names?: Record<string, string[]>; allow?: string } = {},
): AdapterContext {
  const { names = {}, allow = '127.0.0.1/32:*', ...rest } = over
  return {
    policy: openPolicy({ allow: readEgressAllow(allow), resolve: async (name) => names[name] ?? [] }),
    signal: AbortSignal.timeout(60_000),
    at: new Date('2026-11-20T08:00:00Z'),
    backDays: 30,
    limit: 200,
    ...rest,
  }
}

type Sync = (connection: OpenConnection<'imap'>, state: SyncState, context: AdapterContext) => Promise<SyncDelta>

/** One round: until there is no more to fetch. */
export async function syncRound(
  sync: Sync,
  connection: OpenConnection<'imap'>,
  from: SyncState,
  context: AdapterContext,
): Promise<{ state: SyncState; items: SourceItem[]; gone: string[]; isReset: boolean; calls: number }> {
  const items: SourceItem[] = []
  const gone: string[] = []
  let isReset = false
  let state = from
  for (let calls = 1; ; calls += 1) {
    const delta = await sync(connection, state, context)
    // As it is kept: as text.
    state = JSON.parse(JSON.stringify(delta.state))
    items.push(...delta.items)
    gone.push(...delta.gone)
    isReset ||= delta.isReset
    if (!delta.hasMore) return { state, items, gone, isReset, calls }
    if (calls > 1000) throw new Error('a sync without an end')
  }
}

export type WireServer = { port: number; connections: number; sent: string; stop: () => Promise<void> }

/** Between a client and a server, `edit` changing what the server says; `sent` is what the client said. */
export async function openWireTap(target: number, edit = (said: string): string => said): Promise<WireServer> {
  return opened((client, wire) => {
    const server = connect(target, '127.0.0.1')
    client.on('data', (bytes) => {
      wire.sent += bytes.toString('latin1')
      server.write(bytes)
    })
    server.on('data', (bytes) => client.write(Buffer.from(edit(bytes.toString('latin1')), 'latin1')))
    server.on('close', () => client.destroy())
    server.on('error', () => client.destroy())
    client.on('close', () => server.destroy())
  })
}

/** A server that greets and then answers each line a client says; what it gives is sent, null hangs up. */
export async function scriptedServer(
  greeting: string | null,
  answer: (tag: string, command: string, socket: Socket) => string | null = () => '',
): Promise<WireServer> {
  return opened((socket, wire) => {
    if (greeting === null) {
      socket.resetAndDestroy()
      return
    }
    if (greeting !== '') socket.write(greeting)
    let rest = ''
    socket.on('data', (bytes) => {
      wire.sent += bytes.toString('latin1')
      const lines = `${rest}${bytes.toString('latin1')}`.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const [tag = '', ...words] = line.split(' ')
        const said = answer(tag, words.join(' '), socket)
        if (said === null) socket.destroy()
        else if (said !== '' && !socket.destroyed) socket.write(said)
      }
    })
  })
}

async function opened(serve: (socket: Socket, wire: WireServer) => void): Promise<WireServer> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    wire.connections += 1
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    serve(socket, wire)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const address = server.address()
  const wire: WireServer = {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    connections: 0,
    sent: '',
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
  return wire
}
