/** What can be done to what callers' Idempotency-Keys stand for. */
import { aTrace } from '#test/support/makers'
import { columnsOf, type TamperedRow, tampered } from '#test/tampering/rows'
import type { Tampering } from '#test/tampering/tampering'

/** The request that was sent under a key as the store was filled. */
export const sentUnderKey = {
  idempotencyKey: 'sent-as-it-was-filled',
  body: aTrace({ system_source: 'under-a-key' }),
}

const uuid = '00000000-0000-4000-8000-000000000000'
const claimed: TamperedRow = {
  table: 'idempotency_keys',
  where: () => `idempotency_key = '${sentUnderKey.idempotencyKey}'`,
  key: `key_id || '/' || idempotency_key`,
  opens: ({ service }) =>
    service.call('POST /traces', {
      body: sentUnderKey.body,
      headers: { 'idempotency-key': sentUnderKey.idempotencyKey },
    }),
}
const under = (key: string) => ({
  opens: (({ service }) =>
    service.call('POST /traces', {
      body: sentUnderKey.body,
      headers: { 'idempotency-key': key },
    })) satisfies TamperedRow['opens'],
})

export const requestTamperings: readonly Tampering[] = [
  ...columnsOf(claimed, {
    key_id: [`'key_another'`, { key: `'key_another/' || idempotency_key`, opens: null }],
    idempotency_key: [`'another'`, { key: `key_id || '/another'`, ...under('another') }],
    // Another request than that which was sent: refused as that, were it gone by.
    request_digest: `sha256('x')`,
    seed: `'${uuid}'`,
    seal: 'null',
  }),
  tampered(
    claimed,
    '*',
    'one more, by which a request would be answered with what another made',
    (where) => `
      insert into idempotency_keys (key_id, idempotency_key, request_digest, seed, claimed_at, seal)
      select key_id, 'put-in', request_digest, seed, claimed_at, seal from idempotency_keys where ${where}`,
    { key: `key_id || '/put-in'`, ...under('put-in') },
  ),
]
