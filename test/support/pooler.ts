/** Stands between a client and Postgres as poolers do: logins open sessions, and transactions are given to whichever is free. */
import type { Socket } from 'bun'

/** What it does with the settings that a client asks for when it logs in. */
export type PoolerKind = 'keeps settings' | 'drops settings' | 'refuses settings'
export type Pooler = { url: string; stop: () => void }

type Session = { socket: Socket<unknown>; unread: Buffer; client: Client | undefined; owed: number }
type Client = {
  socket: Socket<unknown>
  unread: Buffer
  isStarted: boolean
  /** While it logs in, and in the middle of a transaction. */
  session: Session | undefined
  isIn: boolean
  waiting: Buffer[]
}

/** What every pooler passes on. */
const common = ['user', 'database', 'application_name', 'client_encoding']
const ready = 'Z'.charCodeAt(0)
const idle = 'I'.charCodeAt(0)

/** @param isRotating takes the session that has been free for the longest, instead of the one that was last used. */
export function openPooler(databaseUrl: string, kind: PoolerKind, isRotating = false): Pooler {
  const target = new URL(databaseUrl)
  const sessions = new Set<Session>()
  const free: Session[] = []
  const inLine: Client[] = []

  /** Whole messages out of what has come so far. */
  function whole(from: { unread: Buffer }, data: Buffer, isTyped: () => boolean): Buffer[] {
    from.unread = Buffer.concat([from.unread, data])
    const messages: Buffer[] = []
    for (;;) {
      const at = isTyped() ? 1 : 0
      if (from.unread.length < at + 4) return messages
      const length = at + from.unread.readInt32BE(at)
      if (from.unread.length < length) return messages
      messages.push(Buffer.from(from.unread.subarray(0, length)))
      from.unread = from.unread.subarray(length)
      if (at === 0) return messages
    }
  }

  async function login(client: Client, message: Buffer): Promise<void> {
    const words = message.subarray(8).toString('utf8').split('\0')
    const pairs = words.flatMap((word, index) =>
      index % 2 === 0 && word !== '' ? [[word, words[index + 1] ?? '']] : [],
    )
    const odd = pairs.find(([key = '']) => !common.includes(key))
    if (odd && kind === 'refuses settings') {
      client.socket.write(refusal(`unsupported startup parameter: ${odd[0]}`))
      client.socket.end()
      return
    }
    const kept = kind === 'drops settings' ? pairs.filter(([key = '']) => common.includes(key)) : pairs
    const session = await openSession()
    session.client = client
    session.owed = 1
    client.session = session
    session.socket.write(startup(kept))
  }

  async function openSession(): Promise<Session> {
    const session = { unread: Buffer.alloc(0), client: undefined, owed: 0 } as unknown as Session
    session.socket = await Bun.connect({
      hostname: target.hostname,
      port: Number(target.port),
      socket: {
        data(_, data) {
          for (const message of whole(session, Buffer.from(data), () => true)) answer(session, message)
        },
        error: () => undefined,
      },
    })
    sessions.add(session)
    return session
  }

  function answer(session: Session, message: Buffer): void {
    const { client } = session
    client?.socket.write(message)
    if (message[0] !== ready || --session.owed > 0 || message[5] !== idle) return
    if (client) {
      client.session = undefined
      client.isIn = true
    }
    session.client = undefined
    free.push(session)
    serve()
  }

  function serve(): void {
    while (inLine.length > 0 && free.length > 0) {
      const client = inLine.shift()
      const session = isRotating ? free.shift() : free.pop()
      if (!client || !session) return
      client.session = session
      session.client = client
      for (const message of client.waiting.splice(0)) send(session, message)
    }
  }

  function send(session: Session, message: Buffer): void {
    // Query and Sync are answered by a ReadyForQuery each.
    if ('QS'.includes(String.fromCharCode(message[0] ?? 0))) session.owed += 1
    session.socket.write(message)
  }

  function take(client: Client, message: Buffer): void {
    if (message[0] === 'X'.charCodeAt(0)) {
      client.socket.end()
      return
    }
    if (client.session) {
      if (client.isIn) send(client.session, message)
      else client.session.socket.write(message)
      return
    }
    client.waiting.push(message)
    if (!inLine.includes(client)) inLine.push(client)
    serve()
  }

  const clients = new Map<Socket<unknown>, Client>()
  const listener = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        const client = {
          socket,
          unread: Buffer.alloc(0),
          isStarted: false,
          session: undefined,
          isIn: false,
          waiting: [],
        }
        clients.set(socket, client)
      },
      data(socket, data) {
        const client = clients.get(socket)
        if (!client) return
        for (const message of whole(client, Buffer.from(data), () => client.isStarted)) {
          if (client.isStarted) take(client, message)
          else {
            client.isStarted = true
            void login(client, message)
            for (const more of whole(client, Buffer.alloc(0), () => true)) take(client, more)
          }
        }
      },
      close: (socket) => void clients.delete(socket),
      error: () => undefined,
    },
  })

  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(listener.port)
  return {
    url: url.href,
    stop() {
      listener.stop(true)
      for (const { socket } of sessions) socket.terminate()
    },
  }
}

function startup(pairs: string[][]): Buffer {
  const words = Buffer.from(`${pairs.flat().join('\0')}\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(8 + words.length, 0)
  head.writeInt32BE(196_608, 4)
  return Buffer.concat([head, words])
}

function refusal(message: string): Buffer {
  const words = Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(4 + words.length, 1)
  return Buffer.concat([head, words])
}
