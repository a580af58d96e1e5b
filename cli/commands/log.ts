/** The evidence log from the command line: how it stands, and how another begins when one is lost. */
import { join } from 'node:path'
import type { Command } from 'commander'
import { withSql } from '#cli/store/with-sql'
import { refusal } from '#cli/terminal/refusal'
import { logStatus } from '#db/queries/log'
import { openHalts } from '#db/queries/watched-violations'
import { openSigner } from '#shared/evidence/signing'
import { registerKey, revokeSigningKey } from '#shared/evidence/signing-keys'
import { unlock } from '#shared/evidence/unlock'
import { readConfig } from '#shared/kernel/config'
import { parseCheckpoint } from '#shared/tlog/checkpoint'
import { openLogFiles } from '#shared/tlog/files'
import { baseOrigin, beginNextLog } from '#shared/verification/epochs'

/** Adds `log status|new-epoch|revoke-key`. @param environment with DATABASE_URL and DATA_DIR settled. */
export function addLogCommands(
  program: Command,
  environment: () => Record<string, string | undefined>,
  print: (line: string) => void,
): void {
  const log = program.command('log').description('the log over all evidence')

  log
    .command('status')
    .description('says, as JSON, how far it is and who cosigned it')
    .action(() =>
      withSql(readConfig(environment()), async (sql) => {
        const status = await logStatus(sql)
        if (!status) throw refusal('no log has begun: the ledger has not run on this database')
        print(JSON.stringify(status, null, 2))
      }),
    )

  log
    .command('new-epoch')
    .description('gives up a log that is lost, and begins another over every node that is there')
    .requiredOption('--reason <text>', 'what happened; it becomes evidence', reasonText)
    .action(({ reason }: { reason: string }) =>
      withSql(readConfig(environment()), async (sql, settings) => {
        const config = await unlock(settings, sql, { mayReplace: true })
        const signer = openSigner(config.signingKey)
        const base = baseOrigin(config.evidence.origin, signer)
        const begun = await beginNextLog(sql, signer, { base, reason, known: lastKept(config.dataDir) })
        print(`log ${begun.origin} begins`)
        for (const id of begun.resolved) print(`violation ${id} is resolved`)
        for (const { id, article, message } of await openHalts(sql))
          print(`violation ${id} of ${article} still halts all writes: ${message}`)
      }),
    )

  log
    .command('revoke-key <kid>')
    .description('takes back the word of a key that was replaced: what it signs from now on is no evidence')
    .requiredOption('--reason <text>', 'why; it becomes evidence', reasonText)
    .action((kid: string, { reason }: { reason: string }) =>
      withSql(readConfig(environment()), async (sql, settings) => {
        const signer = openSigner((await unlock(settings, sql)).signingKey)
        if (kid === signer.kid) throw refusal(`${kid} is the key in use: put another in its place first`)
        await registerKey(sql, signer)
        const node = await revokeSigningKey(sql, signer, kid, reason)
        if (!node) throw refusal(`no key ${kid} is registered, or it was revoked before`)
        print(`key ${kid} is revoked by node ${node}`)
      }),
    )
}

/** What the files say of the log that is given up. Who signed it no longer matters. */
function lastKept(dataDir: string): { epoch: number; size: number; root: string } | undefined {
  const kept = openLogFiles(join(dataDir, 'log')).newest()
  if (!kept) return undefined
  const { size, root } = parseCheckpoint(kept.note.slice(0, kept.note.lastIndexOf('\n\n') + 1))
  return { epoch: kept.epoch, size, root: Buffer.from(root).toString('hex') }
}

function reasonText(text: string): string {
  const reason = text.trim()
  if (reason.length < 3 || reason.length > 500) throw refusal('a reason has 3 to 500 characters')
  return reason
}
