/** What an amended constitution would have decided: every recorded decision of some days, made again. */
import type { Static } from '@sinclair/typebox'
import type { Sql } from '#db/client'
import { decisionsBefore } from '#db/queries/governance'
import type { GovernanceRecord } from '#shared/contracts/decision'
import type { SimulateBody, Simulation } from '#shared/contracts/governance'
import type { NodeBody } from '#shared/contracts/node'
import { compiling } from '#shared/governance/compile'
import type { Compiled } from '#shared/governance/compiled'
import { decide } from '#shared/governance/decide'
import { issueLimit } from '#shared/kernel/errors'
import { invalidRequest } from '#shared/kernel/errors/request'
import { atPace, openPace, type Pace } from '#shared/kernel/pace'

type Change = { node: string; action: string; before: GovernanceRecord; after: GovernanceRecord }
type Simulated = {
  decisions: number
  changed: number
  isComplete: boolean
  oldestAt: string | null
  /** The newest of them. */
  changes: Change[]
}

const nodesAtOnce = 1000
/** `evaluations`: of rules. A constitution of 20 articles for one action reaches them with its decisions. */
const limits = { nodes: 200_000, decisions: 50_000, evaluations: 1_000_000 } as const
const changesTold = 100

async function simulate(sql: Sql, orgId: string, amended: Compiled, since: Date, pace: Pace): Promise<Simulated> {
  const found: Simulated = { decisions: 0, changed: 0, isComplete: true, oldestAt: null, changes: [] }
  let before = Number.MAX_SAFE_INTEGER
  let evaluations = 0
  for (let looked = 0; ; ) {
    const nodes = await decisionsBefore(sql, orgId, before, nodesAtOnce)
    looked += nodes.length
    for (const { id, body } of nodes) {
      if (body === null) continue
      await pace()
      const node: NodeBody = JSON.parse(body)
      if (new Date(node.timestamp) < since) return found
      if (!node.governance) continue
      evaluations += amended.articlesOf.get(node.governance.action)?.length ?? 0
      if (evaluations > limits.evaluations) return { ...found, isComplete: false }
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

/**
 * As it is asked for on the wire. Others of this process go first every few milliseconds, however much there is to look at.
 * @throws INVALID_REQUEST naming the faults of the constitution, the signal's reason.
 */
export async function simulateAmendment(
  sql: Sql,
  orgId: string,
  { constitution, days = 7 }: Static<typeof SimulateBody>,
  signal?: AbortSignal,
): Promise<Static<typeof Simulation>> {
  const pace = openPace(signal)
  const { compiled, faults } = await atPace(compiling(JSON.stringify(constitution)), pace)
  if (!compiled)
    throw invalidRequest(
      faults.slice(0, issueLimit).map(({ article, place, message }) => ({
        path: ['/constitution', article, place.replace(/^\//, '')].filter(Boolean).join('/'),
        message,
        expected: 'a sound constitution',
      })),
    )
  const found = await simulate(sql, orgId, compiled, new Date(Date.now() - days * 86_400_000), pace)
  return {
    constitution: { hash: compiled.hash, version: compiled.document.version },
    days,
    decisions: found.decisions,
    changed: found.changed,
    is_complete: found.isComplete,
    oldest_at: found.oldestAt,
    changes: found.changes.map(({ node, action, before, after }) => ({
      node,
      action,
      before: verdictOf(before),
      after: verdictOf(after),
    })),
    warnings: compiled.warnings.map(({ article, place, message }) => ({ article, place, message })),
  }
}

const verdictOf = ({ tier, decision, articles }: GovernanceRecord) => ({ tier, decision, articles })

/** The decision that a constitution comes to from what a record says. */
const decideAgain = (constitution: Compiled, { action, phase, input }: GovernanceRecord): GovernanceRecord =>
  decide(constitution, action, phase, input)

/** Whether two decisions come to the same, whichever constitution made them. */
const isSame = (one: GovernanceRecord, other: GovernanceRecord): boolean =>
  one.tier === other.tier &&
  one.decision === other.decision &&
  one.input_digest === other.input_digest &&
  one.articles.length === other.articles.length &&
  one.articles.every((article, at) => article === other.articles[at])
