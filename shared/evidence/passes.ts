/** What looks through all of the evidence came to, sealed: a row that somebody else wrote is as if it were not there. */
import type { Reader, Tx } from '#db/client'
import { insertPass, newestPasses, type VerificationPass } from '#db/queries/integrity'
import type { Signer } from '#shared/evidence/signing'
import { canonicalJson } from '#shared/kernel/canonical'

/** So many that were forged hide the last true one. */
const looked = 100

/** Says what a look through all of the evidence came to. */
export async function notePass(
  tx: Tx,
  signer: Pick<Signer, 'seal'>,
  pass: Omit<VerificationPass, 'at'>,
  at = new Date(),
): Promise<void> {
  await insertPass(tx, { ...pass, at }, sealOfPass(signer, { ...pass, at }))
}

/** The last time that all of the evidence was looked through. */
export async function lastFullVerify(sql: Reader, signer: Pick<Signer, 'seal'>): Promise<VerificationPass | undefined> {
  const rows = await newestPasses(sql, looked)
  return rows.find(
    ({ vouched, ...pass }) =>
      // A time that is none was written by nobody of ours.
      vouched !== null && !Number.isNaN(pass.at.getTime()) && Buffer.compare(vouched, sealOfPass(signer, pass)) === 0,
  )
}

const sealOfPass = (
  signer: Pick<Signer, 'seal'>,
  { at, nodes, ok, first_failure: first, duration_ms: ms }: VerificationPass,
) => signer.seal('integrity pass', canonicalJson([at.toISOString(), nodes, ok, first ?? null, ms]))
