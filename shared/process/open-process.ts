/** What every process of the service opens first and closes last: the store, its key, the constitution, and what it says of itself. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type ClientOptions, openDb, sessionsLiveSeconds } from '#db/client'
import { newestMigration } from '#db/migrate'
import { assertOwnSessions } from '#db/own-session'
import { sayTables, tablesWord } from '#shared/evidence/release-tables'
import { openSealing } from '#shared/evidence/sealing'
import { openSigner } from '#shared/evidence/signing'
import { registerKey } from '#shared/evidence/signing-keys'
import { unlock } from '#shared/evidence/unlock'
import { openGovernance } from '#shared/governance/governance'
import type { Settings } from '#shared/kernel/config'
import { openLog } from '#shared/kernel/logger'
import { openMetrics, startReporting } from '#shared/kernel/metrics'
import { endInOrder } from '#shared/kernel/process/shutdown'
import { endWithoutKey } from '#shared/kernel/process/without-key'
import { newestSeals, wordOfSeals } from '#shared/kernel/sealer'
import { Standstills } from '#shared/kernel/standstills'

/** What a process of this release says of itself, and one of a release before does not. */
export const knownToAll = { seals: 'made and asked for', [wordOfSeals(newestSeals)]: 'made and asked for' } as const

type Role = 'api' | 'worker' | 'ledger' | 'maintenance'

/**
 * From here on the process ends in order, and its keys are open, in the `config` that comes back: `onStop` says what comes before the end of what is opened here.
 * @param name in its log and its metrics, where that is not its role. @param has what it says of itself from its first report on.
 */
export async function openProcess(
  role: Role,
  settings: Settings,
  {
    name = role,
    jobs = [],
    pool,
    has = {},
  }: {
    name?: string
    jobs?: string[]
    pool: Pick<ClientOptions, 'poolSize' | 'statementTimeoutMs' | 'isPlanFixed'>
    has?: Readonly<Record<string, string>>
  },
) {
  const log = openLog(name, settings.logLevel)
  const onStop = endInOrder(log)
  const id = randomUUID()
  const clientName = `assay-${role}:${id}`
  await assertOwnSessions(settings.databaseUrl)
  const db = openDb({ url: settings.databaseUrl, name: clientName, lifetimeSeconds: sessionsLiveSeconds, ...pool })
  onStop('store', () => db.close())
  const { sql } = db
  const config = await unlock(settings, sql).catch(endWithoutKey(log))
  const signer = openSigner(config.signingKey)
  await registerKey(sql, signer)
  const sealing = await openSealing({ sql, signer, dataDir: config.dataDir, log })
  onStop('sealing', () => sealing.stop())
  const governance = await openGovernance({ sql, signer, config, log })
  onStop('governance', () => governance.close())
  const metrics = openMetrics(`${name}:${process.pid}`)
  const standstills = new Standstills()
  const self = { process_id: id, role, jobs, host: hostname(), pid: process.pid }
  const reporting = startReporting(sql, log, metrics, self, standstills, {
    ...has,
    ...knownToAll,
    [tablesWord]: sayTables(signer, newestMigration()),
  })
  onStop('reports', () => reporting.stop())
  return {
    config,
    id,
    clientName,
    log,
    db,
    sql,
    signer,
    governance,
    metrics,
    standstills,
    note: reporting.note,
    onStop,
  }
}
