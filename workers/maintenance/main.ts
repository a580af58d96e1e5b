/** The maintenance process: `script/bun workers/maintenance/main.ts` does what is due by time; any number may run, one of them does it. */
import { openSql } from '#db/client'
import { ordersHeldTo } from '#shared/governance/orders'
import { openBucket } from '#shared/kernel/bucket'
import { readConfig } from '#shared/kernel/config'
import { openSeal } from '#shared/kernel/encryption'
import { giveWay } from '#shared/kernel/process/give-way'
import { endWithSupervisor } from '#shared/kernel/process/parent-watch'
import { openProcess } from '#shared/process/open-process'
import { Maintenance } from '#workers/maintenance/maintenance'

const settings = readConfig(process.env)
endWithSupervisor(process.env)
giveWay()
const self = await openProcess('maintenance', settings, { pool: { poolSize: 4 } })
const { config, log, sql, signer, governance, note, onStop } = self
const leading = openSql({ url: config.databaseUrl, name: self.clientName, poolSize: 1 })
onStop('lead', () => leading.end({ timeout: 5 }))
const maintenance = new Maintenance({
  sql,
  since: new Date(),
  leading,
  log,
  keptDays: config.keptDays,
  signer,
  reportTampered: ordersHeldTo({ signer, governance }).report,
  bucket: config.bucket && openBucket(config.bucket),
  payloadsStayDays: config.payloadsStayDays,
  connections: { itemsKeptDays: config.connections.itemsKeptDays, seal: openSeal(config.sealingKey) },
  onLead: (leads) => note(leads ? { has: { maintenance: 'one process does it' } } : { gone: ['maintenance'] }),
})
onStop('maintenance', () => maintenance.stop(), 20_000)
log.info({ process_id: self.id }, 'maintenance ready')
