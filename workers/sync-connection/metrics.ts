/** What an operator sees of syncs: by kind of connection, never by whose it is. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export type SyncSeen = { kind: string; failure: string | undefined; brought: number; gone: number; seconds: number }

/** @returns counts a piece of a sync that was saved. */
export function openSyncMetrics(registry: Registry, watches: () => number): (seen: SyncSeen) => void {
  const registers = [registry]
  const syncs = new Counter({
    name: 'assay_syncs_total',
    help: 'Pieces of syncs that ended, by kind of connection and how: ok, or why it could not be read.',
    labelNames: ['kind', 'outcome'] as const,
    registers,
  })
  const items = new Counter({
    name: 'assay_sync_items_total',
    help: 'Items that syncs brought or found gone, by kind of connection.',
    labelNames: ['kind', 'what'] as const,
    registers,
  })
  const seconds = new Histogram({
    name: 'assay_sync_seconds',
    help: 'Time that a piece of a sync took, by kind of connection.',
    labelNames: ['kind'] as const,
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  })
  new Gauge({
    name: 'assay_watched_connections',
    help: 'Connections at which this process waits for what is new.',
    registers,
    collect() {
      this.set(watches())
    },
  })
  return (seen) => {
    syncs.inc({ kind: seen.kind, outcome: seen.failure ?? 'ok' })
    items.inc({ kind: seen.kind, what: 'brought' }, seen.brought)
    items.inc({ kind: seen.kind, what: 'gone' }, seen.gone)
    seconds.observe({ kind: seen.kind }, seen.seconds)
  }
}
