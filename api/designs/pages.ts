/** What pages are held to: their baselines, their policies, the organisation's design tokens. */

import type { AppContext } from '#api/http/context'
import { placeCursor, readPlaceCursor } from '#api/http/cursor'
import { bind, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { verbContext } from '#api/http/verb-context'
import { type BaselineRow, listBaselines } from '#db/queries/baselines'
import type { RulesRow } from '#db/queries/design-rules'
import type { Baseline, DesignTokens, PagePolicy } from '#shared/contracts/designs'
import { changePolicy, changeTokens, policyPlace, rulesDigest, tokensPlace, wholePolicy } from '#shared/designs/rules'
import { findProvenRules, requireProvenBaselines } from '#shared/evidence/sealed/design-state'
import { sha256Hex } from '#shared/kernel/canonical'
import { designRoutes } from '#shared/routes/designs'

export function pagesEndpoints(room: AppContext): Endpoint[] {
  const { read } = room
  return [
    bind(designRoutes.listBaselines, async (call) => {
      const { status, limit, cursor } = call.query
      const before = readPlaceCursor(cursor)
      const rows = await read((sql) =>
        listBaselines(sql, callerOf(call).orgId, call.params.pageId, { status }, { before, limit: limit + 1 }),
      )
      requireProvenBaselines(room.signer, rows)
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      return json(200, {
        baselines: shown.map(presentBaseline),
        nextCursor: last ? placeCursor({ createdAt: last.created_at.toISOString(), id: last.baseline_id }) : null,
      })
    }),
    bind(designRoutes.getPagePolicy, async (call) => {
      const { pageId } = call.params
      const row = await findProvenRules(room, policyPlace(callerOf(call).orgId, pageId))
      return json(200, presentPolicy(pageId, row))
    }),
    bind(designRoutes.putPagePolicy, async (call) => {
      const { pageId } = call.params
      const row = await changePolicy(verbContext(room, call, 'D'), pageId, call.body)
      return json(200, presentPolicy(pageId, row))
    }),
    bind(designRoutes.getDesignTokens, async (call) =>
      json(200, presentTokens(await findProvenRules(room, tokensPlace(callerOf(call).orgId)))),
    ),
    bind(designRoutes.putDesignTokens, async (call) =>
      json(200, presentTokens(await changeTokens(verbContext(room, call, 'D'), call.body))),
    ),
  ]
}

const presentBaseline = (row: BaselineRow): Baseline => ({
  baselineId: row.baseline_id,
  pageId: row.page_id,
  branch: row.branch,
  medium: row.medium,
  viewport: { width: row.width, scale: row.scale_percent / 100 },
  status: row.status,
  artifact: row.artifact,
  snapshot: row.original,
  verificationId: row.verification_id,
  acceptedIssues: row.accepted,
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  evidenceNode: row.head,
})

function presentPolicy(pageId: string, row: RulesRow | undefined): PagePolicy {
  // Written by the verb that changes it, which was handed a DesignPolicy.
  const policy = wholePolicy(row ? JSON.parse(row.document) : {})
  return { pageId, policy, digest: rulesDigest(policy), changedAt: row?.changed_at.toISOString() ?? null }
}

const presentTokens = (row: RulesRow | undefined): DesignTokens => ({
  tokens: row ? JSON.parse(row.document) : null,
  digest: row ? sha256Hex(row.document) : null,
  changedAt: row?.changed_at.toISOString() ?? null,
})
