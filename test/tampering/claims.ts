/** What can be done to claims: to a claim, to what it has counted, to what its sequence said, and to how far the log was gone through. */
import type { Filled } from '#test/tampering/filled'
import { columnsOf, type TamperedRow, tampered } from '#test/tampering/rows'
import type { Tampering } from '#test/tampering/tampering'

const uuid = '00000000-0000-4000-8000-000000000000'
const own = ({ things }: Filled) => `claim_id = '${things.claim}'`

const claim: TamperedRow = {
  table: 'claims',
  where: own,
  stream: `'claim:' || claim_id`,
  opens: ({ service, things }) => service.call(`GET /claims/${things.claim}`),
}
const closed: TamperedRow = {
  ...claim,
  where: ({ things }) => `claim_id = '${things.closedClaim}'`,
  opens: ({ service, things }) => service.call(`GET /claims/${things.closedClaim}/export`),
}
const point: TamperedRow = {
  table: 'claim_points',
  where: (store) => `${own(store)} and n = 3`,
  key: `claim_id || '/' || n`,
  opens: claim.opens,
}
const piece: TamperedRow = {
  table: 'claim_pieces',
  where: (store) => `${own(store)} and first_leaf = (select min(first_leaf) from claim_pieces where ${own(store)})`,
  key: `claim_id || '/' || first_leaf`,
  opens: ({ service, things }) => service.call(`GET /claims/${things.claim}/export`),
}
const progress: TamperedRow = { table: 'claim_progress', where: () => 'true', key: 'origin' }

const inserted = (table: string, columns: string, values: string) => (condition: string) =>
  `insert into ${table} (${columns}) select ${values} from ${table} where ${condition}`

export const claimTamperings: readonly Tampering[] = [
  ...columnsOf(claim, {
    claim_id: `'${uuid}'`,
    org_id: "'org_else'",
    status: "'closing'",
    head: "sha256('x')",
    version: 'version + 1',
    terms: `replace(terms, '50', '60')`,
    name: "'another'",
    registered_at: "registered_at - interval '1 day'",
    created_by: "'key_another'",
    verdict: "'refuted'",
    verdict_n: '7',
    verdict_at: "verdict_at + interval '1 hour'",
    closed_at: 'now()',
    origin: "'elsewhere.test/log'",
    state: `(state::jsonb || '{"missing": 1}')::json`,
    fault: "'it cannot be counted'",
    seal: 'null',
  }),
  ...columnsOf(closed, {
    state: `(state::jsonb || '{"cells": []}')::json`,
    closed_at: "closed_at - interval '1 day'",
    verdict_at: "verdict_at + interval '2 hours'",
  }),
  tampered(claim, '*', 'deleted', (condition) => `delete from claims where ${condition}`),
  tampered(
    claim,
    '*',
    'one more',
    inserted(
      'claims',
      'claim_id, org_id, status, head, version, terms, name, registered_at, created_by, verdict, verdict_at, seal',
      `'${uuid}', org_id, status, head, version, terms, name, now(), created_by, verdict, verdict_at, seal`,
    ),
    {
      stream: `'claim:${uuid}'`,
      opens: ({ service }) => service.call('GET /claims'),
    },
  ),
  tampered(
    claim,
    ['state'],
    'what two have come to, exchanged',
    (condition) => `
      update claims a set state = b.state, head = b.head, version = b.version from claims b
      where a.org_id = b.org_id and a.claim_id <> b.claim_id and (a.${condition} or b.${condition})`,
    // Whichever of the two is met first.
    { stream: 'null' },
  ),
  ...columnsOf(point, {
    claim_id: [`'${uuid}'`, { key: `'${uuid}/' || n` }],
    n: ['7000', { key: `claim_id || '/7000'` }],
    leaf: 'leaf + 1',
    at: "at - interval '1 day'",
    value: 'value + 1',
    lower: 'lower + 0.01',
    upper: 'upper - 0.01',
    verdict: "'refuted'",
    seal: 'null',
  }),
  tampered(point, '*', 'deleted', (condition) => `delete from claim_points where ${condition}`, { key: 'claim_id' }),
  tampered(
    point,
    '*',
    'one more',
    inserted(
      'claim_points',
      'claim_id, n, leaf, at, value, lower, upper, verdict, seal',
      '(select c.claim_id from claims c where c.claim_id <> claim_points.claim_id limit 1), 9000, leaf, at, value, lower, upper, verdict, seal',
    ),
    {
      key: `(select claim_id from claims c where c.claim_id <> claim_points.claim_id limit 1) || '/9000'`,
      opens: null,
    },
  ),
  tampered(
    point,
    ['value', 'lower', 'upper'],
    'what two say, exchanged',
    (condition) => `
      update claim_points a set value = b.value, lower = b.lower, upper = b.upper, seal = b.seal from claim_points b
      where a.claim_id = b.claim_id and a.n in (3, 5) and b.n = 8 - a.n and a.${condition.split(' and ')[0]}`,
  ),
  ...columnsOf(piece, {
    claim_id: [`'${uuid}'`, { key: `'${uuid}/' || first_leaf` }],
    first_leaf: ['first_leaf - 1', { key: `claim_id || '/' || first_leaf - 1` }],
    leaves: 'leaves || (leaves[cardinality(leaves)] + 1)',
    units: 'array_fill(0::smallint, array[cardinality(leaves)])',
    seal: 'null',
  }),
  tampered(piece, '*', 'deleted', (condition) => `delete from claim_pieces where ${condition}`, { key: 'claim_id' }),
  tampered(
    piece,
    '*',
    'one more',
    inserted('claim_pieces', 'claim_id, first_leaf, leaves, units, seal', 'claim_id, 1000000, leaves, units, seal'),
    { key: `claim_id || '/1000000'`, opens: claim.opens },
  ),
  ...columnsOf(progress, {
    origin: ["'elsewhere.test/log'", { key: `'elsewhere.test/log'` }],
    leaf: 'leaf - 1',
    claims: "decode('00112233445566778899aabbccddeeff', 'hex')",
    seal: 'null',
  }),
  {
    table: 'claims',
    columns: '*',
    what: 'claims: set back as it once was, with all that was kept of it',
    async act(tx, store) {
      for (const table of ['claims', 'claim_points', 'claim_pieces'])
        await tx.unsafe(`
          delete from ${table} where ${own(store)}; insert into ${table} select * from once_${table} where ${own(store)}`)
      return { check: 'V12' }
    },
  },
  tampered(progress, '*', 'deleted', () => 'delete from claim_progress'),
]
