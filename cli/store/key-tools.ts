/** What changes of keys need, made from an environment. */
import { refusal } from '#cli/terminal/refusal'
import type { Sql } from '#db/client'
import { lookForSealing } from '#shared/evidence/sealing'
import { openSigner } from '#shared/evidence/signing'
import { unlock } from '#shared/evidence/unlock'
import { constitutionToDecideBy } from '#shared/governance/enact'
import { readConfig } from '#shared/kernel/config'
import type { KeyTools } from '#shared/keys/key-life'

export type Environment = Record<string, string | undefined>

/** Changes of keys are decided on and signed as a process of the service would. */
export async function keyToolsOf(sql: Sql, environment: Environment, by: string): Promise<KeyTools> {
  const config = await unlock(readConfig(environment), sql)
  const signer = openSigner(config.signingKey)
  await lookForSealing(sql, signer, config.dataDir)
  const constitution = await constitutionToDecideBy(sql, signer, config.constitutionPath)
  if (typeof constitution === 'string') throw refusal(constitution)
  return { sql, signer, constitution, by }
}
