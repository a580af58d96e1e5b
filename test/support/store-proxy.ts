/** Stands between an API and Postgres, knows the statements that requests send, and lets one of them wait, or its answer. */
import type { Socket } from 'bun'

/** What becomes of a statement: it waits, its answer waits, or its connection is cut once it has passed. */
export type Disturbance = 'held' | 'muted' | 'cut'

export type StoreProxy = {
  url: string
  /** Texts of the statements that requests have sent since the last look. */
  sent: () => string[]
  /** Disturbs the n-th statement of requests from now on, counted from 1. */
  disturb: (n: number, how: Disturbance) => void
  /** Whether that statement has come. */
  isMet: () => boolean
  /** Everything that waits goes on. */
  release: () => void
  /** All that comes from now on waits so long on its way there. */
  slow: (ms: number) => void
  /** The network goes without a word for connections that are open now: nothing of them arrives, and nobody is told. */
  blackHole: () => void
  /** How many connections in the black hole their client still believes in. */
  believedIn: () => number
  stop: () => void
}

type Peer = {
  client: Socket<unknown>
  server: Socket<unknown> | undefined
  /** Of the connections that requests use. */
  isOfRequests: boolean
  isStarted: boolean
  unread: Buffer
  texts: Map<string, string>
  /** Waits on the way to Postgres, and back. */
  held: Buffer[] | undefined
  muted: Buffer[] | undefined
  isLost: boolean
  toServer: Promise<void>
}

/** What postgres.js asks for itself, what doors remember or count, and who works, which is looked at by the clock. */
const passedOver = /b\.typarray|api_keys|rate_windows|from process_reports/

export async function openStoreProxy(databaseUrl: string): Promise<StoreProxy> {
  const target = new URL(databaseUrl)
  const peers = new Set<Peer>()
  const peerOf = new Map<Socket<unknown>, Peer>()
  let texts: string[] = []
  let plan: { left: number; how: Disturbance } | undefined
  let met = false
  let delayMs = 0

  function write(socket: Socket<unknown> | undefined, data: Uint8Array): void {
    // Small enough for what tests send; what the kernel does not take is sent again.
    let rest = data
    const go = () => {
      if (!socket || socket.readyState <= 0) return
      const taken = socket.write(rest)
      rest = rest.subarray(Math.max(0, taken))
      if (rest.length > 0) setTimeout(go, 1)
    }
    go()
  }

  /** Whole messages from the client, one after the other. */
  function take(peer: Peer, data: Buffer): void {
    peer.unread = Buffer.concat([peer.unread, data])
    for (;;) {
      const { unread } = peer
      const at = peer.isStarted ? 1 : 0
      if (unread.length < at + 4) return
      const length = at + unread.readInt32BE(at)
      if (unread.length < length) return
      const message = Buffer.from(unread.subarray(0, length))
      peer.unread = unread.subarray(length)
      if (peer.isStarted) pass(peer, message)
      else start(peer, message)
    }
  }

  function start(peer: Peer, message: Buffer): void {
    peer.isStarted = true
    const words = message.subarray(8).toString('utf8').split('\0')
    peer.isOfRequests = (words[words.indexOf('application_name') + 1] ?? '').endsWith(':requests')
    send(peer, message)
  }

  function pass(peer: Peer, message: Buffer): void {
    const text = textOf(peer, message)
    if (text !== undefined && peer.isOfRequests && !passedOver.test(text)) {
      texts.push(text)
      if (plan && --plan.left === 0) disturb(peer, plan.how)
    }
    send(peer, message)
  }

  function disturb(peer: Peer, how: Disturbance): void {
    plan = undefined
    met = true
    if (how === 'held') peer.held = []
    else peer.muted = []
    if (how === 'cut') setTimeout(() => peer.client.terminate(), 20)
  }

  function send(peer: Peer, message: Buffer): void {
    if (peer.isLost) return
    if (peer.held) peer.held.push(message)
    else if (delayMs === 0) write(peer.server, message)
    else {
      const dueAt = performance.now() + delayMs
      peer.toServer = peer.toServer
        .then(() => Bun.sleep(Math.max(0, dueAt - performance.now())))
        .then(() => write(peer.server, message))
    }
  }

  const listener = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(client) {
        const peer: Peer = {
          client,
          server: undefined,
          isOfRequests: false,
          isStarted: false,
          unread: Buffer.alloc(0),
          texts: new Map(),
          held: [],
          muted: undefined,
          isLost: false,
          toServer: Promise.resolve(),
        }
        peers.add(peer)
        peerOf.set(client, peer)
        Bun.connect({
          hostname: target.hostname,
          port: Number(target.port),
          socket: {
            open(server) {
              peer.server = server
              flush(peer)
            },
            data(_, data) {
              if (peer.isLost) return
              if (peer.muted) peer.muted.push(Buffer.from(data))
              else write(client, Buffer.from(data))
            },
            close() {
              peers.delete(peer)
              if (!peer.isLost) client.end()
            },
            error: () => undefined,
          },
        }).catch(() => client.end())
      },
      data(client, data) {
        const peer = peerOf.get(client)
        if (peer) take(peer, data)
      },
      close(client) {
        const peer = peerOf.get(client)
        peerOf.delete(client)
        // What is held is on its way still, as in a network that is slow.
        if (peer && !peer.held && !peer.isLost) peer.server?.end()
      },
      error: () => undefined,
    },
  })

  function flush(peer: Peer): void {
    const { held, muted } = peer
    peer.held = undefined
    peer.muted = undefined
    for (const message of held ?? []) write(peer.server, message)
    for (const data of muted ?? []) write(peer.client, data)
    if (!peerOf.has(peer.client)) setTimeout(() => peer.server?.end(), 20)
  }

  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(listener.port)
  return {
    url: url.href,
    sent() {
      const seen = texts
      texts = []
      return seen
    },
    disturb(n, how) {
      plan = { left: n, how }
      met = false
    },
    isMet: () => met,
    release() {
      plan = undefined
      for (const peer of peers) flush(peer)
    },
    slow(ms) {
      delayMs = ms
    },
    blackHole() {
      for (const peer of peers) peer.isLost = true
    },
    believedIn: () => [...peerOf.values()].filter(({ isLost }) => isLost).length,
    stop() {
      listener.stop(true)
      for (const { server } of peers) server?.terminate()
    },
  }
}

/** The text of what a message begins to do; undefined of one that begins nothing. */
function textOf(peer: Peer, message: Buffer): string | undefined {
  const kind = String.fromCharCode(message[0] ?? 0)
  const words = message.subarray(5)
  const word = (from: number) => words.toString('utf8', from, words.indexOf(0, from))
  if (kind === 'Q') return word(0)
  const name = kind === 'P' || kind === 'B' ? word(kind === 'P' ? 0 : words.indexOf(0) + 1) : ''
  if (kind === 'P') peer.texts.set(name, word(words.indexOf(0) + 1))
  return kind === 'B' ? (peer.texts.get(name) ?? '') : undefined
}
