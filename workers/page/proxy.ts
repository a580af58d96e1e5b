/**
 * The way out of one visit: a forward proxy on a loopback port of its own, so that each byte and each refusal is surely
 * this visit's. Speaks HTTP in absolute form and CONNECT, which also carries WebSockets; a browser on it has no other way.
 */
import { createServer, type Server } from 'node:net'
import type { EgressPolicy } from '#shared/egress/resolve'
import { every } from '#shared/kernel/process/every'
import { type EgressLimits, type EgressRecord, egressDefaults, emptyRecord } from '#workers/page/egress'
import { ProxyConnection, type VisitEgress } from '#workers/page/proxy-connection'

export type EgressProxy = {
  /** For `proxyServer`. */
  url: string
  readonly record: EgressRecord
  /** May be changed while it works. */
  limits: EgressLimits
  /** For the next visit: a record of its own, and every name is resolved anew. */
  renew(): void
  close(): void
}

export async function openProxy(policy: EgressPolicy, limits: Partial<EgressLimits> = {}): Promise<EgressProxy> {
  const visit: VisitEgress = {
    policy,
    limits: { ...egressDefaults, ...limits },
    record: emptyRecord(),
    connections: new Set(),
    targets: new Map(),
  }
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    visit.connections.add(new ProxyConnection(client, visit))
  })
  const port = await listen(server)
  const sweeps = every(Math.max(50, visit.limits.idleMs / 4), 'idle connections of a visit', () => cutIdle(visit))
  return {
    url: `http://127.0.0.1:${port}`,
    get record() {
      return visit.record
    },
    renew() {
      visit.record = emptyRecord()
      visit.targets.clear()
    },
    limits: visit.limits,
    close() {
      void sweeps.stop()
      server.close()
      for (const connection of visit.connections) connection.cut()
    },
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject)
      server.on('error', () => undefined)
      const address = server.address()
      if (address && typeof address === 'object') resolve(address.port)
      else reject(new Error('the proxy has no port'))
    })
  })
}

function cutIdle({ connections, limits }: VisitEgress): void {
  const oldest = performance.now() - limits.idleMs
  for (const connection of connections) if (connection.movedAt < oldest) connection.cut()
}
