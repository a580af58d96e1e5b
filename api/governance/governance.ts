/** Governance: how it stands, the constitution in force, and what an amended one would have decided. */

import { enactedExample } from '#api/evidence/examples'
import { visibleTo } from '#api/evidence/nodes'
import { decidedAt } from '#api/governance/decided-at'
import { violationEndpoints } from '#api/governance/violations'
import type { AppContext } from '#api/http/context'
import { type Answer, callerOf, type Endpoint, endpoint, json } from '#api/http/endpoint'
import { cachingHeaders, isKnown } from '#api/http/etag'
import { callJob, runPresenter } from '#api/http/job-call'
import {
  type ActiveCount,
  type ArticleCounts,
  activeBlocks,
  activeViolations,
  articleCounts,
  constitutionByHash,
  enactedConstitution,
} from '#db/queries/governance'
import { lastFullVerify } from '#db/queries/integrity'
import { logStatus } from '#db/queries/log'
import { gravest, readTier, type Tier } from '#shared/contracts/decision'
import {
  ConstitutionQuery,
  EnactedConstitution,
  GovernanceStatus,
  SimulateBody,
  Simulation,
  StatusQuery,
} from '#shared/contracts/governance'
import { scopesHeldTo } from '#shared/contracts/scopes'
import type { CompiledArticle } from '#shared/governance/compiled'
import { engine } from '#shared/governance/rules'
import { runTask } from '#shared/jobs/run-task'
import type { Config } from '#shared/kernel/config'
import { notFound } from '#shared/kernel/errors/request'

const hashExample = '47'.repeat(32)
const statusExample: GovernanceStatus = {
  status: 'compliant',
  compliant: true,
  tier: 'T0',
  as_of: '2026-05-20T00:00:00.000Z',
  halt: null,
  constitution: {
    version: '1.0.0',
    hash: hashExample,
    node: '4c'.repeat(32),
    enacted_at: '2026-05-20T00:00:00.000Z',
    article_count: 17,
    signatures: 0,
  },
  amendment: null,
  violations: { active: 0, by_tier: { T3: 0, T4: 0, T5: 0 }, oldest_due_at: null },
  articles: [
    {
      id: 'A-01',
      title: 'Every state has its node',
      tier: 'T5',
      effect: 'deny',
      blocks: [],
      doors: [],
      status: 'pass',
      last_evaluated_at: '2026-05-20T00:00:00.000Z',
      evaluations_24h: 2880,
      failures_24h: 0,
    },
  ],
  blocked_scopes: [],
  integrity: null,
  engine: { ...engine, p50_us: 3.1, p99_us: 8.4 },
  node: '4c'.repeat(32),
}

export const governanceEndpoints = (room: AppContext): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/governance/status',
    operationId: 'getGovernanceStatus',
    summary: 'How governance stands',
    description:
      'The tier is the gravest of what is active and concerns you: your own violations and those of the service. halted: every write is refused until halt.reason is gone.',
    auth: 'key',
    query: StatusQuery,
    responses: { 200: { description: 'As of now.', schema: GovernanceStatus, example: statusExample } },
    async handler(call): Promise<Answer> {
      const { governance, config } = room
      const [enacted, active, blocks, counts, log, verified] = await room.read((sql) =>
        Promise.all([
          enactedConstitution(sql),
          activeViolations(sql, visibleTo(call)),
          activeBlocks(sql, visibleTo(call)),
          articleCounts(sql),
          logStatus(sql),
          lastFullVerify(sql),
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
                  enacted_at: enacted.enacted_at.toISOString(),
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
          blocked_scopes: [...new Set(blocks.flatMap((each) => scopesHeldTo(each, each.blocks)))].toSorted(),
          integrity: log
            ? {
                tree_size: log.tree_size,
                root: log.root,
                checkpoint_at: log.checkpoint_at?.toISOString() ?? null,
                lag_ms: log.lag_ms,
                last_full_verify: verified
                  ? { at: verified.at.toISOString(), nodes: verified.nodes, ok: verified.ok }
                  : null,
                witnesses: log.witnesses,
                refused: log.refused,
              }
            : null,
          engine: { ...engine, p50_us: p50, p99_us: p99 },
          node: enacted?.head ?? null,
        } satisfies GovernanceStatus),
        nodeId: enacted?.head,
      }
    },
  }),
  ...violationEndpoints(room),
  endpoint({
    method: 'GET',
    path: '/governance/constitution',
    operationId: 'getConstitution',
    summary: 'The constitution in force, or one that was',
    description:
      'A decision names its constitution by hash: with that one and the recorded input it can be made again.',
    auth: 'key',
    query: ConstitutionQuery,
    responses: {
      200: {
        description: 'The constitution.',
        schema: EnactedConstitution,
        example: enactedExample,
        headers: cachingHeaders,
      },
      304: { description: 'The caller has it: If-None-Match named its hash.', headers: cachingHeaders },
    },
    errors: ['NOT_FOUND'],
    async handler(call): Promise<Answer> {
      const inForce = await room.read((sql) => enactedConstitution(sql))
      const asked = call.query.hash ?? inForce?.hash
      const row =
        asked === inForce?.hash ? inForce : asked && (await room.read((sql) => constitutionByHash(sql, asked)))
      if (!row) throw notFound(call.path)
      const headers = { ETag: `"${row.hash}"`, 'Cache-Control': 'private, no-cache' }
      if (isKnown(call.request, headers.ETag)) return { status: 304, headers, nodeId: row.head }
      const body = {
        hash: row.hash,
        node: row.head,
        enacted_at: row.enacted_at.toISOString(),
        is_in_force: row.hash === inForce?.hash,
        signatures: row.signatures,
        constitution: JSON.parse(row.body),
        text: row.body,
      }
      return { ...json(200, body, headers), nodeId: row.head }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/governance/simulate',
    operationId: 'simulateConstitution',
    summary: 'What an amended constitution would have decided',
    description:
      'Makes the recorded decisions of your organisation of the last days again, by the constitution that is sent, and names those that change. A worker does it; nothing is written. What is warned of: articles that fail nowhere another does not, that lighten as facts get worse, and what there was too much of to be looked through.',
    auth: 'governance:write',
    isJob: true,
    body: { kind: 'json', schema: SimulateBody, example: { constitution: { constitution: 'v1' }, days: 7 } },
    responses: {
      200: {
        description: 'How many decisions would change, and the newest of them.',
        schema: Simulation,
        example: {
          constitution: { hash: hashExample, version: '1.1.0' },
          days: 7,
          decisions: 8211,
          changed: 0,
          is_complete: true,
          oldest_at: '2026-05-20T00:00:00.000Z',
          changes: [],
          warnings: [],
        },
      },
    },
    handler(call): Promise<Answer> {
      const payload = { of: 'call' as const, type: 'constitution.diff', payload: call.body }
      const limitMs = room.config.waitMs['run-task']
      return callJob(call, room, { contract: runTask, payload, limitMs, present: runPresenter(room) })
    },
  }),
]

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
