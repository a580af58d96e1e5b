/** Governance: how it stands, the constitution in force, and what an amended one would have decided. */

import { visibleTo } from '#api/evidence/nodes'
import { decidedAt } from '#api/governance/decided-at'
import { violationEndpoints } from '#api/governance/violations'
import type { AppContext } from '#api/http/context'
import { bind, type CallTo, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { isKnown } from '#api/http/etag'
import { callJob, runPresenter } from '#api/http/job-call'
import { type ActiveCount, type ArticleCounts, activeViolations, articleCounts } from '#db/queries/governance'
import { logStatus } from '#db/queries/log'
import { gravest, readTier, type Tier } from '#shared/contracts/decision'
import type { GovernanceStatus } from '#shared/contracts/governance'
import { lastFullVerify } from '#shared/evidence/passes'
import type { CompiledArticle } from '#shared/governance/compiled'
import { constitutionByHash, enactedConstitution } from '#shared/governance/enacted'
import { engine } from '#shared/governance/rules'
import { waitMsOf } from '#shared/jobs/contract'
import { runTask } from '#shared/jobs/run-task'
import type { Config } from '#shared/kernel/config'
import { notFound } from '#shared/kernel/errors/request'
import { governanceRoutes } from '#shared/routes/governance'
import { expectedRoundSeconds, readMark } from '#shared/verification/marks'

export const governanceEndpoints = (room: AppContext): Endpoint[] => [
  bind(governanceRoutes.getGovernanceStatus, (call) => standing(room, call)),
  ...violationEndpoints(room),
  bind(governanceRoutes.getConstitution, async (call) => {
    const inForce = await room.read((sql) => enactedConstitution(sql))
    const asked = call.query.hash ?? inForce?.hash
    const row = asked === inForce?.hash ? inForce : asked && (await room.read((sql) => constitutionByHash(sql, asked)))
    if (!row) throw notFound(call.path)
    const headers = { ETag: `"${row.hash}"`, 'Cache-Control': 'private, no-cache' }
    if (isKnown(call.request, headers.ETag)) return { status: 304, headers, nodeId: row.head }
    const body = {
      hash: row.hash,
      node: row.head,
      enacted_at: row.enactedAt,
      is_in_force: row.hash === inForce?.hash,
      signatures: row.signatures,
      constitution: JSON.parse(row.body),
      text: row.body,
    }
    return { ...json(200, body, headers), nodeId: row.head }
  }),
  bind(governanceRoutes.simulateConstitution, (call) => {
    const payload = { of: 'call' as const, type: 'constitution.diff', payload: call.body }
    const limitMs = waitMsOf(room.config, runTask)
    return callJob(call, room, { contract: runTask, payload, limitMs, present: runPresenter(room) })
  }),
]

/** The whole standing at one moment, as this caller may see it. */
async function standing(room: AppContext, call: CallTo<typeof governanceRoutes.getGovernanceStatus>) {
  const { governance, config } = room
  // What is in force is told from what this process holds to nodes: not of a second ago.
  await governance.refresh()
  const [enacted, active, counts, log, verified, grown, round] = await room.read((sql) =>
    Promise.all([
      enactedConstitution(sql),
      activeViolations(sql, visibleTo(call)),
      articleCounts(sql),
      logStatus(sql),
      lastFullVerify(sql, room.signer),
      readMark(sql, room.signer.publicKey, 'grown'),
      readMark(sql, room.signer.publicKey, 'round'),
    ]),
  )
  const halt = governance.halt() ?? null
  const weighed = active.map((count) => ({ ...count, tier: readTier(count.tier) }))
  const grave = weighed.filter(({ tier }) => tier >= 'T3')
  const tier = gravest([
    governance.floor(),
    ...(halt ? (['T5'] as const) : []),
    ...weighed.map(({ tier: each }) => each),
  ])
  const countAt = (each: Tier) => sumOf(grave.filter((one) => one.tier === each))
  const dues = grave.flatMap(({ oldest_due_at: due }) => (due ? [due.toISOString()] : []))
  const { p50, p99 } = governance.tally.microseconds()
  const compiled = governance.inForce()
  const amendment = governance.amendment()
  const isOperator = callerOf(call).scopes.includes('operator')
  return {
    ...json(200, {
      status: statusOf(tier),
      compliant: tier <= 'T2',
      tier,
      as_of: new Date().toISOString(),
      halt,
      constitution:
        enacted && compiled
          ? {
              version: compiled.document.version,
              hash: enacted.hash,
              node: enacted.head,
              enacted_at: enacted.enactedAt,
              article_count: compiled.articles.length,
              signatures: enacted.signatures,
            }
          : null,
      amendment: amendment ? { version: amendment.document.version, hash: amendment.hash } : null,
      violations: {
        active: sumOf(grave),
        by_tier: { T3: countAt('T3'), T4: countAt('T4'), T5: countAt('T5') },
        oldest_due_at: dues.toSorted()[0] ?? null,
      },
      articles: (compiled?.articles ?? []).map((article) =>
        presentArticle(article, { active, counts, isOperator, config }),
      ),
      blocked_scopes: governance.blockedScopes(visibleTo(call)),
      integrity: log
        ? {
            tree_size: log.tree_size,
            root: log.root,
            checkpoint_at: log.checkpoint_at?.toISOString() ?? null,
            lag_ms: log.lag_ms,
            last_full_verify: verified
              ? { at: verified.at.toISOString(), nodes: verified.nodes, ok: verified.ok }
              : null,
            continuous: {
              verified_up_to: grown ? { leaves: grown.leaves, root: grown.root, at: grown.at } : null,
              round: round
                ? {
                    began_at: round.began_at,
                    leaves: round.leaves,
                    section: round.section,
                    expected_seconds: expectedRoundSeconds(round, log.tree_size, new Date()),
                    last_seconds: round.last ? Math.ceil(round.last.ms / 1000) : null,
                  }
                : null,
            },
            witnesses: log.witnesses,
            refused: log.refused,
          }
        : null,
      engine: { ...engine, p50_us: p50, p99_us: p99 },
      node: enacted?.head ?? null,
    } satisfies GovernanceStatus),
    nodeId: enacted?.head,
  }
}

const sumOf = (counts: readonly ActiveCount[]) => counts.reduce((sum, { active }) => sum + active, 0)

const statusNames = {
  T0: 'compliant',
  T1: 'compliant',
  T2: 'caution',
  T3: 'violation',
  T4: 'restricted',
  T5: 'halted',
} as const
const statusOf = (tier: Tier) => statusNames[tier]

type PresentingArticles = {
  active: ActiveCount[]
  counts: ArticleCounts[]
  isOperator: boolean
  config: Pick<Config, 'areas' | 'basePaths'>
}

/** An article below T3 opens no violation: its failures of the last hours speak for it. */
function presentArticle(
  { id, title, tier, effect, blocks, actions }: CompiledArticle,
  { active, counts, isOperator, config }: PresentingArticles,
): GovernanceStatus['articles'][number] {
  const count = counts.find(({ article }) => article === id)
  const isBroken = active.some(({ article }) => article === id) || (tier < 'T3' && (count?.recent_failures ?? 0) > 0)
  const status = isBroken ? 'fail' : !count ? 'not_evaluated' : count.recent_errors > 0 ? 'error' : 'pass'
  return {
    id,
    title,
    tier,
    effect,
    blocks,
    doors: decidedAt(actions, config),
    status,
    last_evaluated_at: count?.last_at.toISOString() ?? null,
    evaluations_24h: isOperator ? (count?.evaluations ?? 0) : null,
    failures_24h: isOperator ? (count?.failures ?? 0) : null,
  }
}
