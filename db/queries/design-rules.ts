/** design_rules: what pages are judged by, each page's policy and an organisation's design tokens. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { appendNodes, type NodeToAppend } from '#db/queries/nodes'
import type { AsText } from '#db/tables/columns'
import type { designRules } from '#db/tables/designs'

type Rules = typeof designRules.$inferSelect
export type RulesRow = AsText<Omit<Rules, 'status'>, 'head'>
export type RulesPlace = Pick<Rules, 'org_id' | 'subject' | 'page_id'>

export async function findRules(sql: Reader, place: RulesPlace): Promise<RulesRow | undefined> {
  const [row] = await sql<RulesRow[]>`
    select rules_id, org_id, subject, page_id, document, changed_at, encode(head, 'hex') as head, version from design_rules
    where org_id = ${place.org_id} and subject = ${place.subject} and page_id = ${place.page_id}`
  return row
}

/** Whoever changes them holds these. */
export async function lockRules(tx: Tx, rulesId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('assay design rules ' || ${rulesId}, 0))`
}

export type RulesToStore = AsText<
  Pick<Rules, 'rules_id' | 'org_id' | 'subject' | 'page_id' | 'document' | 'changed_at'>,
  'changed_at'
>

/** Puts rules in force together with the node that says so, in their lock. */
export async function putRules(tx: Tx, row: RulesToStore, node: NodeToAppend): Promise<void> {
  await appendNodes(tx, [node])
  await tx`
    insert into design_rules (rules_id, org_id, subject, page_id, status, document, changed_at, head, version)
    values (${row.rules_id}, ${row.org_id}, ${row.subject}, ${row.page_id}, 'in_force', ${row.document}, ${row.changed_at},
      ${hexBytes(node.id)}::text::bytea, ${node.body.pos})
    on conflict (rules_id) do update set document = excluded.document, changed_at = excluded.changed_at,
      head = excluded.head, version = excluded.version`
}
