/** The development key of a first start. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type Environment, keyToolsOf } from '#cli/store/key-tools'
import { withSql } from '#cli/store/with-sql'
import { keyOfLookup } from '#db/queries/keys'
import { areaNames } from '#shared/kernel/areas'
import { keyPattern, keyScopes, makeKey } from '#shared/kernel/key-format'
import { issueKey } from '#shared/keys/key-life'

/** The development key: made on a first start, kept as the bare key in `dataDir`/dev-key, readable by its owner alone. */
export async function ensureDevKey({
  databaseUrl,
  dataDir,
  env: more = {},
}: {
  databaseUrl: string
  dataDir: string
  env?: Environment
}): Promise<{ key: string; isNew: boolean }> {
  const path = `${dataDir}/dev-key`
  const environment = { ...more, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }
  return withSql({ databaseUrl }, async (sql) => {
    const kept = existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
    const lookup = kept === undefined ? undefined : keyPattern.exec(kept)?.groups?.['lookup']
    if (kept !== undefined && lookup !== undefined && (await keyOfLookup(sql, lookup))?.is_usable)
      return { key: kept, isNew: false }
    const env = 'dev'
    const made = makeKey(env)
    await issueKey(await keyToolsOf(sql, environment, 'the first start'), {
      id: made.id,
      lookup: made.lookup,
      secret_sha256: made.secretSha256,
      name: 'development key',
      org_id: 'org_dev',
      areas: [...areaNames],
      scopes: [...keyScopes],
      tier: 'enterprise',
      expires_at: null,
      rotated_from: null,
      env,
      // Whoever has this machine: questions of scans are answered by people.
      actor: 'developer',
    })
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    writeFileSync(path, made.text, { mode: 0o600 })
    return { key: made.text, isNew: true }
  })
}
