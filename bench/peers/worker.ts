/** A peer's worker process: `bun bench/peers/worker.ts PEER`, started by the benches. */
import { startBossWorker } from '#bench/peers/boss'
import { startFloorWorker } from '#bench/peers/floor'
import { graphileConnections, startGraphileWorker } from '#bench/peers/graphile'
import { openWork } from '#bench/peers/work'
import { readConfig } from '#shared/kernel/config'

const config = readConfig(process.env)
process.on('SIGTERM', () => process.exit(0))
// As many connections as any of them has transactions at once.
const work = await openWork(config, graphileConnections)
const peers: Record<string, () => Promise<void>> = {
  graphile: () => startGraphileWorker(config.databaseUrl, work, false),
  'graphile-batched': () => startGraphileWorker(config.databaseUrl, work, true),
  boss: () => startBossWorker(config.databaseUrl, work, false),
  'boss-batched': () => startBossWorker(config.databaseUrl, work, true),
  floor: () => startFloorWorker(config.databaseUrl, work),
}
const start = peers[process.argv[2] ?? '']
if (!start) throw new Error(`there is no peer ${process.argv[2]}`)
await start()
