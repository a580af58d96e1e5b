/** What a restore has to say when the rows are back: of them, of the keys, and of how the log goes on. */
import type { Installation } from '#cli/backup/installation'
import { isThere, type Places } from '#cli/backup/kept-files'
import { type BackupManifest, isManifestSignedBy } from '#cli/backup/manifest'
import type { PutBack } from '#cli/backup/put-back'
import { whoKnowsMore } from '#cli/backup/standing'
import type { Signer } from '#shared/evidence/signing'

export function* howRowsCame({ rows, handedBack, aside }: PutBack): Generator<string> {
  yield `${rows} rows are back, and read back byte for byte as they were backed up`
  if (handedBack > 0) yield `${handedBack} jobs that were running are queued again, at no cost of an attempt`
  if (aside.length > 0)
    yield `what the database held before is in ${aside.join(' and ')}: drop schema … cascade ends it`
}

export function* howKeysAre(manifest: BackupManifest, signer: Signer | undefined, places: Places): Generator<string> {
  const { keys, signature } = manifest
  const missing = keys.files.filter((key) => key.path.startsWith('keys/') && isThere(places, key) === 'none')
  if (missing.length > 0)
    yield `before anything starts put back ${missing.map(({ path }) => path).join(' and ')} in ${places.dataDir}: new ones are made otherwise, which cannot go on with the log nor open what is sealed`
  if (!signer) return
  if (signature === null) yield 'the manifest is not signed: that nobody changed the backup rests on its digests alone'
  else if (isManifestSignedBy(manifest, signer.publicKey)) yield "the manifest is signed by this service's own key"
  else yield 'the signing key here is not the one that signed the backup: the log cannot go on with it'
}

/** Which of the two it is: a log that goes on, or one that was set back, and what to do then. */
export async function howLogGoesOn(
  databaseUrl: string,
  { log, taken_at }: BackupManifest,
  { places, witnesses }: Installation,
): Promise<string[]> {
  if (!log) return ['no log had begun: the ledger begins it']
  const { contradictions, unasked } = await whoKnowsMore(databaseUrl, log, { places, witnesses })
  if (contradictions.length === 0)
    return [
      ...unasked,
      `the log goes on from its ${log.size} leaves: nothing that is known here has seen more of it. What was written after ${taken_at} is lost`,
    ]
  return [
    ...unasked,
    ...contradictions,
    'the log was set back: writes halt (503 GOVERNANCE_HALT, tier T5) as soon as the ledger runs. Restore a newer backup, or, with the service running, accept the loss:',
    `  script/assay log new-epoch --reason "restored the backup of ${taken_at}"`,
  ]
}
