/** A peer's process for plans: `bun bench/peers/plans-process.ts api|worker PEER`, started by the benches. */
import { makePlanTables, servePlans } from '#bench/peers/plans'
import { openBossPlans, startBossPlans } from '#bench/peers/plans-boss'
import { openGraphilePlans, startGraphilePlans } from '#bench/peers/plans-graphile'
import { openSql } from '#db/client'
import { readConfig } from '#shared/kernel/config'

const { databaseUrl: url } = readConfig(process.env)
process.on('SIGTERM', () => process.exit(0))
const sql = openSql({ url, name: 'assay-bench-plans', poolSize: 1 })
await makePlanTables(sql)
await sql.end()

const processes: Record<string, () => Promise<void>> = {
  'api graphile': async () => servePlans(await openGraphilePlans(url)),
  'api boss': async () => servePlans(await openBossPlans(url)),
  'worker graphile': () => startGraphilePlans(url, false),
  'worker graphile-batched': () => startGraphilePlans(url, true),
  'worker boss': () => startBossPlans(url),
}
const start = processes[process.argv.slice(2).join(' ')]
if (!start) throw new Error(`there is no ${process.argv.slice(2).join(' ')}`)
await start()
