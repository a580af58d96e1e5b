/** design_rules: what pages are judged by, each page's policy and an organisation's design tokens. */

import type { Reader, Tx } from '#db/client'
import { hexBytes } from '#db/queries/evidence'
import { appendNodes, type NodeToAppend } from '#db/queries/nodes'
import type { AsText } from '#db/tables/columns'
import type { designRules } from '#db/tables/designs'

type Rules = typeof designRules.$inferSelect
export type RulesRow = AsText<Rules, 'head'> & {
  /** Whether a node follows the one that its row names. */
  is_overtaken: boolean
}
export type RulesPlace = Pick<Rules, 'org_id' | 'subject' | 'page_id'>

export async function findRules(sql: Reader, place: RulesPlace): Promise<RulesRow | undefined> {
  const [row] = await sql<RulesRow[]>`
    select t.*, encode(t.head, 'hex') as head,
      exists (select from edg_nodes n where n.stream = 'rules:' || t.rules_id and n.pos = t.version + 1) as is_overtaken
    from design_rules t
    where org_id = ${place.org_id} and subject = ${place.subject} and page_id = ${place.page_id}`
  return row
}

/** Whoever changes them holds these. */
export async function lockRules(tx: Tx, rulesId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('assay design rules ' || ${rulesId}, 0))`
}

export type RulesToStore = AsText<Rules, 'head'>

/** Puts rules in force together with the node that says so, in their lock. */
export async function putRules(tx: Tx, row: RulesToStore, node: NodeToAppend): Promise<void> {
  await appendNodes(tx, [node])
  await tx`
    insert into design_rules (rules_id, org_id, subject, page_id, status, document, changed_at, head, version, seal)
    values (${row.rules_id}, ${row.org_id}, ${row.subject}, ${row.page_id}, ${row.status}, ${row.document}, ${row.changed_at},
      ${hexBytes(row.head)}::text::bytea, ${row.version}, ${row.seal && hexBytes(row.seal)}::text::bytea)
    on conflict (rules_id) do update set document = excluded.document, changed_at = excluded.changed_at,
      head = excluded.head, version = excluded.version, seal = excluded.seal`
}
