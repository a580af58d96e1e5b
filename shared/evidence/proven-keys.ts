/**
 * API keys as their evidence has them. A row that none of our processes wrote, or that is older than the newest node of its key,
 * opens nothing: neither rights that were given by hand nor an end that was taken back.
 */
import type { Reader } from '#db/client'
import { issuedKeys, type KeyRow, type StoredKey } from '#db/queries/keys'
import { streamHead } from '#db/queries/log'
import { isAsWritten, type SealedTable } from '#shared/evidence/sealed-rows'
import { isSignedBy, type Signer } from '#shared/evidence/signing'
import { sha256Hex } from '#shared/kernel/canonical'
import type { ServiceError } from '#shared/kernel/errors'
import { evidenceMismatch } from '#shared/kernel/errors/evidence'

/** When it was used last is a note, and no more. */
export const keyTable: SealedTable<Omit<KeyRow, 'seal' | 'last_used_at'>> = {
  table: 'api_keys',
  columns: [
    'id',
    'lookup',
    'secret_sha256',
    'name',
    'org_id',
    'areas',
    'scopes',
    'tier',
    'created_at',
    'expires_at',
    'revoked_at',
    'rotated_from',
    'env',
    'actor',
    'head',
    'version',
  ],
  nodeOf: ({ head }) => head && Buffer.from(head).toString('hex'),
}

type KeyFacts = Omit<KeyRow, 'id' | 'seal' | 'last_used_at' | 'head' | 'version'>

/**
 * What its node says of a key, and verification holds its row to: what it may do and until when, whose it is, and the rest, its
 * secret's digest among it, under a digest that nobody guesses by.
 */
export const keyFacts = (key: KeyFacts) => ({
  state: key.revoked_at === null ? 'usable' : 'ended',
  org: key.org_id,
  areas: key.areas.join(','),
  scopes: key.scopes.join(','),
  tier: key.tier,
  expires_at: key.expires_at?.toISOString() ?? '',
  revoked_at: key.revoked_at?.toISOString() ?? '',
  actor: key.actor ?? '',
  record: recordOf(key),
})

/** None of these but the last has a line's end. The secret's digest comes first: it is the salt. */
function recordOf({ secret_sha256, lookup, env, created_at, rotated_from, name }: KeyFacts): string {
  const text = [lookup, env ?? '', created_at.toISOString(), rotated_from ?? '', name].join('\n')
  return sha256Hex(Buffer.concat([secret_sha256, Buffer.from(text)]))
}

/** What of a key's row is not as our processes wrote it last: EVIDENCE_MISMATCH. */
export function keyFault(signer: Signer, key: StoredKey): ServiceError | undefined {
  const { head_body: said } = key
  const isUnsaid = key.head !== null && (said === null || !says(said, keyFacts(key)))
  return !isAsWritten(signer, keyTable, key) || isUnsaid || isOvertaken(signer, key)
    ? evidenceMismatch(keyTable.table, keyTable.nodeOf(key))
    : undefined
}

/** The key, if its row is what our processes wrote last. @throws EVIDENCE_MISMATCH */
export function provenKey(signer: Signer, key: StoredKey): StoredKey {
  const fault = keyFault(signer, key)
  if (fault) throw fault
  return key
}

/**
 * Whether a later node says otherwise. One with our key's name that it has not signed says nothing: whoever can write into the
 * store can put one there, and ends no key by it.
 */
const isOvertaken = (
  { kid, publicKey }: Signer,
  { next_body: body, next_signature: signature, next_kid }: StoredKey,
): boolean => body !== null && signature !== null && (next_kid !== kid || isSignedBy(body, signature, publicKey))

/** Nodes of an earlier release say less: what they say has to be so. */
function says(body: string, facts: Readonly<Record<string, string>>): boolean {
  const said: { result: Readonly<Record<string, unknown>> | null } = JSON.parse(body)
  return Object.entries(facts).every(([name, value]) => (said.result?.[name] ?? value) === value)
}

/** How far back a line of rotated keys is followed. */
const rotationsFollowed = 1000

/**
 * Whose these keys are, by the keys' ids. A key that was issued for nobody is its own actor, and of one that is older than
 * actors the first key is that it was rotated from. A key that was never issued has none. @throws EVIDENCE_MISMATCH
 */
export async function actorsOf(sql: Reader, signer: Signer, ids: readonly string[]): Promise<Map<string, string>> {
  const actors = new Map<string, string>()
  // By the key that is looked up next: those whose actor it tells.
  let open = Map.groupBy(new Set(ids), (id) => id)
  for (let depth = 0; open.size > 0 && depth < rotationsFollowed; depth += 1) {
    const found = new Map((await issuedKeys(sql, [...open.keys()])).map((key) => [key.id, provenKey(signer, key)]))
    const next: [string, string][] = []
    for (const [id, askers] of open) {
      const key = found.get(id)
      if (!key && (await streamHead(sql, `apikey:${id}`))) throw evidenceMismatch(keyTable.table, null)
      for (const asker of askers) {
        if (key && key.actor === null && key.rotated_from !== null) next.push([key.rotated_from, asker])
        else if (key || depth > 0) actors.set(asker, key?.actor ?? id)
      }
    }
    open = new Map([...Map.groupBy(next, ([id]) => id)].map(([id, pairs]) => [id, pairs.map(([, asker]) => asker)]))
  }
  return actors
}
