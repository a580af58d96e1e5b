/**
 * Who calls: the bearer key, looked up at most once a second per process, so a revoked key is refused within one. Its row has to be
 * what our processes wrote last: rights, or an end that was taken back, let nobody in where a hand has written them.
 */

import { timingSafeEqual } from 'node:crypto'
import type { Caller } from '#api/http/endpoint'
import type { Read } from '#api/http/store'
import type { HttpRequest } from '#api/http/wire'
import type { Sql } from '#db/client'
import { keyOfLookup, type StoredKey, touchKey } from '#db/queries/keys'
import { keyFault, keyTable } from '#shared/evidence/proven-keys'
import type { Signer } from '#shared/evidence/signing'
import { cache } from '#shared/kernel/cache'
import type { ServiceError } from '#shared/kernel/errors'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'
import { invalidApiKey } from '#shared/kernel/errors/request'
import { keyPattern, secretDigest } from '#shared/kernel/key-format'
import type { Log } from '#shared/kernel/logger'

const rememberMs = 900
const rememberedKeys = 10_000
const touchEveryMs = 60_000
// Compared against when there is no such key, so that both refusals take the same time.
const nobody = new Uint8Array(32)

export type Authenticate = (request: HttpRequest) => Promise<Caller>

type Found = { row: StoredKey; fault: ServiceError | undefined }

/** @param sql notes, when it can, that a key is in use. */
export function openAuth(read: Read, sql: Sql, signer: Signer, log: Log): Authenticate {
  const known = cache<Promise<Found | undefined>>(rememberedKeys, rememberMs)
  const touched = cache<true>(rememberedKeys, touchEveryMs)
  /** How far each key's life was seen to go: it never goes back, not even with its newest node taken away. */
  const versions = cache<number>(rememberedKeys)

  function find(lookup: string): Promise<Found | undefined> {
    const remembered = known.get(lookup)
    if (remembered) return remembered
    const row = look(lookup)
    row.catch(() => known.delete(lookup))
    known.set(lookup, row)
    return row
  }

  async function look(lookup: string): Promise<Found | undefined> {
    const row = await read((looking) => keyOfLookup(looking, lookup))
    if (!row) return undefined
    const fault = faultOf(row)
    if (fault) log.error({ key_id: row.id, ...fault.details }, 'a key is not what its evidence says, and is not let in')
    return { row, fault }
  }

  function faultOf(row: StoredKey): ServiceError | undefined {
    const version = row.version ?? -1
    const seen = versions.get(row.id) ?? version
    const fault = keyFault(signer, row) ?? (version < seen ? evidenceMismatch(keyTable.table, null) : undefined)
    if (!fault) versions.set(row.id, version)
    return fault
  }

  function touch(row: StoredKey): void {
    if (touched.get(row.id)) return
    touched.set(row.id, true)
    touchKey(sql, row.id).catch((error) => log.debug({ err: error }, 'last use of a key not noted'))
  }

  return async (request) => {
    const [, token] = /^bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
    const parts = token === undefined ? undefined : keyPattern.exec(token)?.groups
    if (!parts) throw invalidApiKey()
    const { row, fault } = (await find(parts['lookup'] ?? '')) ?? {}
    const isRight = timingSafeEqual(secretDigest(parts['secret'] ?? ''), row?.secret_sha256 ?? nobody)
    // Of older keys the word is not known.
    if (!row || !isRight || (row.env !== null && row.env !== parts['env'])) throw invalidApiKey()
    if (fault) throw fault
    if (!row.is_usable) throw invalidApiKey()
    touch(row)
    return { keyId: row.id, orgId: row.org_id, tier: row.tier, areas: row.areas, scopes: row.scopes }
  }
}
