/** Settings become what a process works with: its keys are opened, by the KMS where one has wrapped them, against what the store knows. */
import type { Reader } from '#db/client'
import { isForeignKey } from '#db/queries/evidence'
import { openSigner, signingKeys } from '#shared/evidence/signing'
import type { Config, Settings } from '#shared/kernel/config'
import { sealingKeys } from '#shared/kernel/encryption'
import { keyUnavailable } from '#shared/kernel/kms/kms'
import { openKey } from '#shared/kernel/kms/wrapped-key'

/**
 * Opens both keys. A wrapped one is made where the store knows no signing key yet, and one that the store does not know is
 * refused: it would halt the log. @param mayReplace where another log is to begin, so that both may happen.
 * @throws KeyUnavailable
 */
export async function unlock(settings: Settings, sql: Reader, { mayReplace = false } = {}): Promise<Config> {
  const mayMake = async () => mayReplace || !(await isForeignKey(sql, ''))
  const [signingKey, sealingKey] = await Promise.all([
    openKey(signingKeys, settings.signingKey, mayMake),
    openKey(sealingKeys, settings.sealingKey, mayMake),
  ])
  if (settings.signingKey.kms && !mayReplace) {
    const { kid } = openSigner(signingKey)
    if (await isForeignKey(sql, kid))
      throw keyUnavailable(
        `the signing key ${kid} is none that this database knows: put the right one in its place; or script/assay log new-epoch begins another log with it`,
      )
  }
  return { ...settings, signingKey, sealingKey }
}
