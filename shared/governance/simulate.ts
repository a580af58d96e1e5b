/** What an amended constitution would have decided: every recorded decision of some days, made again. */
import type { Sql } from '#db/client'
import { decisionsBefore } from '#db/queries/governance'
import type { NodeBody } from '#shared/evidence/node'
import type { Compiled } from '#shared/governance/compile'
import { decide } from '#shared/governance/decide'
import type { GovernanceRecord } from '#shared/governance/record'

export type Change = { node: string; action: string; before: GovernanceRecord; after: GovernanceRecord }
export type Simulated = {
  decisions: number
  changed: number
  isComplete: boolean
  oldestAt: string | null
  /** The newest of them. */
  changes: Change[]
}

const nodesAtOnce = 1000
const limits = { nodes: 200_000, decisions: 50_000 } as const
const changesTold = 100

export async function simulate(sql: Sql, orgId: string, amended: Compiled, since: Date): Promise<Simulated> {
  const found: Simulated = { decisions: 0, changed: 0, isComplete: true, oldestAt: null, changes: [] }
  let before = Number.MAX_SAFE_INTEGER
  for (let looked = 0; ; ) {
    const nodes = await decisionsBefore(sql, orgId, before, nodesAtOnce)
    looked += nodes.length
    for (const { id, body } of nodes) {
      if (body === null) continue
      const node: NodeBody = JSON.parse(body)
      if (new Date(node.timestamp) < since) return found
      if (!node.governance) continue
      found.decisions += 1
      found.oldestAt = node.timestamp
      const after = decideAgain(amended, node.governance)
      if (isSame(node.governance, after)) continue
      found.changed += 1
      if (found.changes.length < changesTold)
        found.changes.push({ node: id, action: node.governance.action, before: node.governance, after })
    }
    if (nodes.length < nodesAtOnce) return found
    if (looked >= limits.nodes || found.decisions >= limits.decisions) return { ...found, isComplete: false }
    before = nodes.at(-1)?.ins ?? 0
  }
}

/** The decision that a constitution comes to from what a record says. */
export const decideAgain = (constitution: Compiled, { action, phase, input }: GovernanceRecord): GovernanceRecord =>
  decide(constitution, action, phase, input)

/** Whether two decisions come to the same, whichever constitution made them. */
export const isSame = (one: GovernanceRecord, other: GovernanceRecord): boolean =>
  one.tier === other.tier &&
  one.decision === other.decision &&
  one.input_digest === other.input_digest &&
  one.articles.length === other.articles.length &&
  one.articles.every((article, at) => article === other.articles[at])
