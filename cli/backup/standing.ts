/** Whether a restored log goes on or was set back: what is known of it outside of the database has seen more, or has not. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Places } from '#cli/backup/kept-files'
import type { BackupLog } from '#cli/backup/manifest'
import { openSql } from '#db/client'
import { storedHashes } from '#shared/evidence/log'
import type { Config } from '#shared/kernel/config'
import { base64, parseCheckpoint } from '#shared/tlog/checkpoint'
import { openLogFiles } from '#shared/tlog/files'
import { frontierAt, rootOf } from '#shared/tlog/merkle'
import { askWitness } from '#shared/tlog/witnessing'

/** What somebody outside of the database has seen. `root` in base64, where it was said. */
type Seen = { who: string; epoch: number; size: number; root: string | undefined }

/** Why the ledger will not go on, a sentence for each who knows better; nothing where it will. */
export async function whoKnowsMore(
  databaseUrl: string,
  log: BackupLog,
  { places, witnesses }: { places: Places; witnesses: Config['evidence']['witnesses'] },
): Promise<{ contradictions: string[]; unasked: string[] }> {
  const asked = await askAll(log, witnesses)
  const seen = [...inFiles(places), ...inWitness(places, log), ...asked.seen]
  const sql = openSql({ url: databaseUrl, name: 'assay-restore', poolSize: 1 })
  try {
    const contradictions: string[] = []
    for (const each of seen) {
      if (each.epoch > log.epoch)
        contradictions.push(`${each.who} know of log ${each.epoch}, the database of ${log.epoch}`)
      else if (each.epoch < log.epoch) continue
      else if (each.size > log.size)
        contradictions.push(`${each.who} saw ${each.size} leaves, the database has ${log.size}`)
      else if (each.root !== undefined && each.size > 0) {
        const stored = base64(rootOf(await frontierAt(each.size, storedHashes(sql))))
        if (stored !== each.root) contradictions.push(`${each.who} saw other leaves among the first ${each.size}`)
      }
    }
    return { contradictions, unasked: asked.unasked }
  } finally {
    await sql.end({ timeout: 1 })
  }
}

function inFiles({ dataDir }: Places): Seen[] {
  const folder = join(dataDir, 'log')
  const kept = existsSync(folder) ? openLogFiles(folder).newest() : undefined
  if (!kept) return []
  const { size, root } = parseCheckpoint(kept.note.slice(0, kept.note.lastIndexOf('\n\n') + 1))
  return [{ who: `the log's files in ${folder}`, epoch: kept.epoch, size, root: base64(root) }]
}

/** The witness of this machine, by its own memory: it does not run now. */
function inWitness({ witnessDir }: Places, { origin, epoch }: BackupLog): Seen[] {
  const path = join(witnessDir, 'state.json')
  if (!existsSync(path)) return []
  const logs: Record<string, { size: number; root: string }> = JSON.parse(readFileSync(path, 'utf8'))
  const known = logs[origin]
  return known ? [{ who: `the witness in ${witnessDir}`, epoch, ...known }] : []
}

/** Witnesses elsewhere say what they know when they are asked to cosign from another size. */
async function askAll(
  { epoch, size, note }: BackupLog,
  witnesses: Config['evidence']['witnesses'],
): Promise<{ seen: Seen[]; unasked: string[] }> {
  const seen: Seen[] = []
  const unasked: string[] = []
  for (const witness of witnesses === 'local' ? [] : witnesses) {
    const answer = await askWitness(witness, { oldSize: size, proof: [], note })
    const who = `the witness ${witness.verifier.name}`
    if (answer.kind === 'conflict') seen.push({ who, epoch, size: answer.size, root: undefined })
    else if (answer.kind === 'inconsistent') seen.push({ who, epoch, size: size + 1, root: undefined })
    else if (answer.kind === 'refused') unasked.push(`${who} could not be asked: ${answer.why}`)
  }
  return { seen, unasked }
}
