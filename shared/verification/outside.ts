/** What is known of the log outside of the database: the ledger's files, where they can be read, and what witnesses have seen. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reader } from '#db/client'
import { currentLog } from '#db/queries/log'
import { lackingCheckpoints, lackingCosignatures, newestCosigned } from '#db/queries/registers'
import { latestCheckpoint } from '#shared/evidence/log'
import { cache } from '#shared/kernel/cache'
import type { Config } from '#shared/kernel/config'
import { type CosignedMilestone, type LogFiles, openLogFiles } from '#shared/tlog/files'
import { readWitness, type Witness } from '#shared/tlog/witnessing'
import { cosign, type WitnessOutcome } from '#shared/verification/ask-witness'
import type { Findings } from '#shared/verification/findings'
import { checkKept, type LogTrust } from '#shared/verification/log-checks'

export type Outside = {
  /**
   * The newest checkpoint in the ledger's files, how large the greatest was that a witness cosigned, the milestones of its log, and who
   * cosigned which of them. Undefined where there are none to be read.
   */
  kept: () =>
    | {
        epoch: number
        note: string
        cosigned: number
        milestones: () => string[]
        cosignedMilestones: () => CosignedMilestone[]
      }
    | undefined
  /** How the log looks to each witness, asked lately. */
  asked: (sql: Reader) => Promise<{ witness: string; outcome: WitnessOutcome }[]>
}

/** A witness that is asked by many at once answers one of them. */
const answerKeptMs = 2000
const logsKept = 8

export function openOutside({
  dataDir,
  witnesses,
}: Pick<Config, 'dataDir'> & { witnesses: Config['evidence']['witnesses'] }): Outside {
  const answers = cache<Promise<{ witness: string; outcome: WitnessOutcome }[]>>(logsKept, answerKeptMs)
  const files = readable(join(dataDir, 'log'))
  return {
    kept() {
      const newest = orUndefined(() => files()?.newest())
      if (!newest) return undefined
      const cosigned = orUndefined(() => files()?.cosigned(newest.epoch)) ?? 0
      return {
        ...newest,
        cosigned,
        milestones: () => orUndefined(() => files()?.milestones(newest.epoch)) ?? [],
        cosignedMilestones: () => orUndefined(() => files()?.cosignedMilestones(newest.epoch)) ?? [],
      }
    },
    async asked(sql) {
      const newest = await latestCheckpoint(sql)
      if (!newest) return []
      const known = answers.get(newest.origin)
      if (known) return known
      const listed = witnesses === 'local' ? localWitness(dataDir) : witnesses
      const asking = Promise.all(
        listed.map(async (witness) => ({ witness: witness.verifier.name, outcome: await askTwice(sql, witness) })),
      )
      answers.set(newest.origin, asking)
      return asking
    },
  }
}

/** What the log was when it was read, the witness may have been shown grown by the time that it answered. */
async function askTwice(sql: Reader, witness: Witness): Promise<WitnessOutcome> {
  const ask = async () => {
    const newest = await latestCheckpoint(sql)
    if (!newest) return { problem: 'there is no checkpoint', seen: 0 }
    return cosign(sql, witness, newest, 0).catch((error: unknown) => {
      // What has a code is the store's own; anything else is what the log lacks.
      if (!(error instanceof Error) || 'code' in error) throw error
      return { fault: error.message, seen: 0 }
    })
  }
  const outcome = await ask()
  return 'fault' in outcome ? ask() : outcome
}

function localWitness(dataDir: string): Witness[] {
  const published = join(dataDir, 'witness.pub')
  return existsSync(published) ? [readWitness(readFileSync(published, 'utf8'))] : []
}

/** Files of a log that began since, too. */
function readable(dir: string): () => LogFiles | undefined {
  let files: LogFiles | undefined
  return () => {
    files ??= existsSync(dir) ? openLogFiles(dir) : undefined
    return files
  }
}

/** Files of another account, or of another machine, say nothing here. */
function orUndefined<T>(read: () => T | undefined): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/**
 * V10 and V11 by what is known outside of the store.
 * @param kept as it was before the store was looked at: files follow it.
 */
export async function checkOutside(
  sql: Reader,
  outside: Outside,
  kept: ReturnType<Outside['kept']>,
  trust: LogTrust,
  found: Findings,
  { isWhole }: { isWhole: boolean },
): Promise<void> {
  if (kept) await checkFiles(sql, kept, trust, found, isWhole)
  for (const { witness, outcome } of await outside.asked(sql)) {
    if ('fault' in outcome)
      found.fail('V11', undefined, `${witness}: ${outcome.fault}: the log was set back, or is another`)
    else if ('line' in outcome && outcome.seen > 0 && (await newestCosigned(sql, witness)) === 0)
      found.fail('V11', undefined, `${witness} cosigned ${outcome.seen} leaves, and nothing that it cosigned is there`)
    else if ('line' in outcome) found.note('V11', `${witness} has seen nothing else`)
  }
}

async function checkFiles(
  sql: Reader,
  { epoch, note, cosigned, milestones, cosignedMilestones }: NonNullable<ReturnType<Outside['kept']>>,
  trust: LogTrust,
  found: Findings,
  isWhole: boolean,
): Promise<void> {
  const log = await currentLog(sql)
  // A log that began since has nothing in files yet.
  if (log && log.epoch > epoch) return
  if (!log || log.epoch < epoch)
    return found.fail(
      'V10',
      undefined,
      `log ${epoch} had begun, now log ${log?.epoch ?? 'none'} is in force: it was set back`,
    )
  await checkKept(sql, note, trust, found)
  const ofRow = (table: string, size: number) => ({
    ...{ id: null, stream: null, pos: null, at: Number.MAX_VALUE, org: null },
    row: { table, key: `${log.origin} ${size}` },
  })
  // The newest stays, whatever its age.
  if (cosigned > (await newestCosigned(sql)))
    found.fail('V11', ofRow('edg_cosignatures', cosigned), `what a witness cosigned of ${cosigned} leaves is gone`)
  if (!isWhole) return
  for (const { size } of await lackingCheckpoints(sql, log.origin, milestones()))
    found.fail(
      'V10',
      ofRow('edg_checkpoints', size),
      `the checkpoint of ${size} leaves that was published is gone, or is another`,
    )
  for (const { size, witness } of await lackingCosignatures(sql, log.origin, cosignedMilestones()))
    found.fail(
      'V11',
      {
        ...ofRow('edg_cosignatures', size),
        row: { table: 'edg_cosignatures', key: `${log.origin} ${size} ${witness}` },
      },
      `what ${witness} cosigned of ${size} leaves is gone`,
    )
}
