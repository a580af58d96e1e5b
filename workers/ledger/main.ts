/** The ledger process: `script/bun workers/ledger/main.ts` writes the evidence log; any number may run, one of them leads. */
import { join } from 'node:path'
import { Gauge } from 'prom-client'
import { openSql } from '#db/client'
import { logStatus } from '#db/queries/log'
import { knownToLedger } from '#shared/evidence/known-to-ledger'
import { readConfig } from '#shared/kernel/config'
import { every } from '#shared/kernel/process/every'
import { giveWay } from '#shared/kernel/process/give-way'
import { endWithSupervisor } from '#shared/kernel/process/parent-watch'
import { openProcess } from '#shared/process/open-process'
import { openLogFiles } from '#shared/tlog/files'
import { baseOrigin } from '#shared/verification/epochs'
import { openOutside } from '#shared/verification/outside'
import { openContinuous } from '#workers/ledger/continuous'
import { startFollower } from '#workers/ledger/follower'
import { openFsck } from '#workers/ledger/fsck'
import { type LedgerStanding, startLedger } from '#workers/ledger/ledger'
import { localWitness, openWitnesses } from '#workers/ledger/witnesses'

const settings = readConfig(process.env)
endWithSupervisor(process.env)
// No call waits for its node's leaf.
giveWay()
const pool = { poolSize: settings.workerPoolSize }
const self = await openProcess('ledger', settings, { pool, has: knownToLedger })
const { config, log, sql, signer, governance, metrics, note, onStop } = self
const leading = openSql({ url: config.databaseUrl, name: self.clientName, poolSize: 1 })
onStop('lead', () => leading.end({ timeout: 5 }))
// By sessions in which little else has run: what somebody left there deceives no look for longer than one takes.
const looking = openSql({ url: config.databaseUrl, name: self.clientName, poolSize: 3, lifetimeSeconds: 60 })
onStop('looks', () => looking.end({ timeout: 5 }))

const gauge = (what: string, help: string) =>
  new Gauge({ name: `assay_log_${what}`, help, registers: [metrics.registry] })
const gauges = {
  size: gauge('size', 'Nodes that have their place in the evidence log.'),
  pending: gauge('pending', 'Nodes that are not in the evidence log yet.'),
  lag: gauge('lag_seconds', 'Age of the oldest node that is not in the evidence log yet.'),
  fresh: gauge('witnesses_fresh', 'Witnesses that cosigned the evidence log in the last minute.'),
  broken: gauge('broken', '1 while the evidence log is not the one that was published.'),
}

const { witnesses: listed } = config.evidence
const files = openLogFiles(join(config.dataDir, 'log'))
const witnesses = openWitnesses({
  sql,
  log,
  files,
  find: () => (listed === 'local' ? localWitness(config.dataDir) : listed),
})
onStop('witnesses', () => witnesses.stop())
let standing: LedgerStanding = { leads: false, origin: undefined, fault: undefined }
const ledger = startLedger({
  sql,
  leading,
  signer,
  base: baseOrigin(config.evidence.origin, signer),
  dataDir: config.dataDir,
  files,
  witnesses,
  log,
  onChange(news) {
    const leadsNow = news.leads && !standing.leads
    standing = news
    say()
    if (leadsNow) void continuous.round()
  },
})

const filesWord = 'files of the log'
let lastSaid = ''
/** What /readyz and `doctor` show of the log. Only who leads has something to say. */
function say(): void {
  gauges.broken.set(standing.fault ? 1 : 0)
  if (!standing.leads) return
  const { configured, fresh, why } = witnesses.freshness()
  gauges.fresh.set(fresh)
  const isWitnessed = configured > 0 && fresh === configured
  const files = ledger.filesProblem()
  const said = JSON.stringify([standing, configured, fresh, why, files])
  if (said === lastSaid) return
  lastSaid = said
  const lacks = {
    ...(standing.fault && { ledger: `writes nothing: ${standing.fault}` }),
    ...(!isWitnessed && { witness: `${fresh} of ${configured} cosigned in the last minute${why && `: ${why}`}` }),
    ...(files !== undefined && { [filesWord]: `cannot be written: ${files}` }),
  }
  const has = {
    ...(!standing.fault && { ledger: `writes ${standing.origin}` }),
    ...(isWitnessed && { witness: `${fresh} of ${configured} cosigned in the last minute` }),
  }
  note({ has, lacks, gone: files === undefined ? [filesWord] : [] })
}

const sayEveryMs = 2000
async function sayAgain(): Promise<void> {
  say()
  const status = await logStatus(sql)
  if (!status || !standing.leads) return
  gauges.size.set(status.tree_size)
  gauges.pending.set(status.pending)
  gauges.lag.set(status.lag_ms / 1000)
}
const saying = every(sayEveryMs, 'standing of the log', sayAgain, { log })
const leads = () => standing.leads
const continuous = openContinuous({ sql, signer, log, governance, leads })
const fsck = openFsck({
  sql: looking,
  signer,
  log,
  governance,
  leads,
  outside: openOutside({ dataDir: config.dataDir, witnesses: listed }),
})
const follower = startFollower({
  sql,
  signer,
  governance,
  log,
  leads: () => standing.leads && standing.fault === undefined,
})
onStop('log', () => Promise.all([fsck.stop(), continuous.stop(), follower.stop(), ledger.stop()]), 20_000)
onStop('standing', () => saying.stop())
log.info({ process_id: self.id }, 'ledger ready')
