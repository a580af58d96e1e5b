/** Who calls: the bearer key, looked up at most once a second per process, so a revoked key is refused within one. */

import { timingSafeEqual } from 'node:crypto'
import type { Caller } from '#api/http/endpoint'
import type { Read } from '#api/http/store'
import type { HttpRequest } from '#api/http/wire'
import type { Sql } from '#db/client'
import { findUsableKey, type KeyRow, touchKey } from '#db/queries/keys'
import { cache } from '#shared/kernel/cache'
import { invalidApiKey } from '#shared/kernel/errors/request'
import { keyPattern, secretDigest } from '#shared/kernel/key-format'
import type { Log } from '#shared/kernel/logger'

const rememberMs = 900
const rememberedKeys = 10_000
const touchEveryMs = 60_000
// Compared against when there is no such key, so that both refusals take the same time.
const nobody = new Uint8Array(32)

export type Authenticate = (request: HttpRequest) => Promise<Caller>

/** @param sql notes, when it can, that a key is in use. */
export function openAuth(read: Read, sql: Sql, log: Log): Authenticate {
  const known = cache<Promise<KeyRow | undefined>>(rememberedKeys, rememberMs)
  const touched = cache<true>(rememberedKeys, touchEveryMs)

  function find(lookup: string): Promise<KeyRow | undefined> {
    const remembered = known.get(lookup)
    if (remembered) return remembered
    const row = read((looking) => findUsableKey(looking, lookup))
    row.catch(() => known.delete(lookup))
    known.set(lookup, row)
    return row
  }

  function touch(row: KeyRow): void {
    if (touched.get(row.id)) return
    touched.set(row.id, true)
    touchKey(sql, row.id).catch((error) => log.debug({ err: error }, 'last use of a key not noted'))
  }

  return async (request) => {
    const [, token] = /^bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
    const parts = token === undefined ? undefined : keyPattern.exec(token)?.groups
    if (!parts) throw invalidApiKey()
    const row = await find(parts['lookup'] ?? '')
    const isRight = timingSafeEqual(secretDigest(parts['secret'] ?? ''), row?.secret_sha256 ?? nobody)
    // Of older keys the word is not known.
    if (!row || !isRight || (row.env !== null && row.env !== parts['env'])) throw invalidApiKey()
    touch(row)
    return { keyId: row.id, orgId: row.org_id, tier: row.tier, areas: row.areas, scopes: row.scopes }
  }
}
