/** generate-tree's worker: reads traces and their system's history, builds the tree or the comparison, saves it with its evidence node. */
import { setImmediate } from 'node:timers/promises'
import { riskLevels } from '#db/documents/states'
import { type AnnotationOfTree, annotationsOfSystem, annotationsOfTraceForTree } from '#db/queries/annotations'
import { findTracesWithSystemSize, newestTracesOfSystem } from '#db/queries/traces'
import { insertTrees, packTree, type TreeToStore } from '#db/queries/trees'
import type { FactsOf } from '#shared/contracts/actions'
import type { InputNode } from '#shared/evidence/node-of-kind'
import { requireProvenAnnotations, requireWholeAnnotations } from '#shared/evidence/sealed/annotations'
import { requireProvenTraces } from '#shared/evidence/sealed/traces'
import { sealTree } from '#shared/evidence/sealed/trees'
import { decisionOf } from '#shared/governance/decide'
import { type RecordedResult, recordResult, saveRecorded } from '#shared/governance/results'
import type { PayloadOf } from '#shared/jobs/contract'
import {
  annotationsOfAtMost,
  type ComparedSide,
  generateTree,
  type MadeTree,
  madeOfAtMost,
  treeReply,
} from '#shared/jobs/generate-tree'
import { batcher } from '#shared/kernel/batcher'
import { systemErased, systemNotFound, traceErased, traceNotFound } from '#shared/kernel/errors/traces'
import type { Sealer } from '#shared/kernel/sealer'
import { versions } from '#shared/kernel/version'
import { compareSystems, measureSystem } from '#workers/generate-tree/comparison'
import { openHistories } from '#workers/generate-tree/histories'
import type { CountedAnnotation } from '#workers/generate-tree/people'
import { defaultProfile, findProfile, type Profile } from '#workers/generate-tree/profiles'
import { isErased, treeTraceOf } from '#workers/generate-tree/record'
import { buildSystemTree } from '#workers/generate-tree/system-tree'
import { buildTree, presentTree } from '#workers/generate-tree/tree'
import { treeText } from '#workers/generate-tree/tree-text'
import { defineWorker, type JobAttempt, type WorkerTools } from '#workers/runtime/worker'

const personAnnotationOf = ({ trace_id, rater_id, ord, answers, node_id }: AnnotationOfTree): CountedAnnotation => ({
  traceId: trace_id,
  raterId: rater_id,
  ord,
  answers,
  node: node_id,
})

/** What a job came to: all that is presented, what is stored beside it, and its record. */
type Result = MadeTree & {
  profile: string
  treeDigest: string
  recorded: RecordedResult
  snapshot?: string | undefined
}
type SystemPayload = Extract<PayloadOf<typeof generateTree>, { of: 'system' }>
type ComparisonPayload = Extract<PayloadOf<typeof generateTree>, { of: 'comparison' }>
/** What a tree says of the risk of its one trace. */
type Risk = { risk_level: (typeof riskLevels)[number]; risk_score: number }
/** The worst of what it is made of. */
type Gravest = Risk & { confidence: number }
type Measured = Omit<MadeTree, 'generated_at' | 'node_id' | 'body' | 'schema_version' | 'human_review'> & {
  risk: Risk | undefined
  gravest: Gravest
  profile: string
  treeDigest: string
  text: string
}

export const worker = defineWorker(generateTree, (tools: WorkerTools) => {
  const { db, signer, governance } = tools
  const histories = openHistories(db.sql, signer, defaultProfile)
  const findTrace = batcher(async (traceIds: string[]) => {
    const rows = new Map((await findTracesWithSystemSize(db.sql, traceIds)).map((row) => [row.trace_id, row]))
    return traceIds.map((traceId) => rows.get(traceId))
  })

  /** Whether a task that came to this would wait for a person. */
  const wouldBeHeld = ({ risk_level, risk_score, confidence }: Gravest): boolean => {
    const constitution = governance.inForce()
    if (!constitution) return false
    const facts: FactsOf<'task.result'> = {
      ...governance.maker('tree-generator'),
      task_type: 'tree.generate',
      side_effects: 'write',
      has_risk: true,
      risk_level,
      risk_score,
      confidence,
      is_reviewed: false,
      secrets_found: 0,
      override: false,
    }
    return decisionOf(constitution, 'task.result', 'post', facts) === 'hold'
  }

  const resultOf = (
    job: JobAttempt,
    { text, risk, gravest, ...made }: Measured,
    inputs: readonly InputNode[],
  ): Result => {
    const humanReview = wouldBeHeld(gravest) ? 'none' : null
    const at = new Date()
    const system = { type: 'system', id: made.system_source }
    const recorded = recordResult(tools, job, {
      kind: 'tree.generated',
      id: job.id,
      agent: 'assay-generate-tree',
      at,
      inputs,
      subject: made.trace_id === null ? system : { type: 'trace', id: made.trace_id },
      facts: {
        has_risk: risk !== undefined,
        risk_level: risk?.risk_level ?? '',
        risk_score: risk?.risk_score ?? 0,
        has_validity: made.validity_score !== null,
        validity_score: made.validity_score ?? 0,
      },
      text,
      result: {
        job_id: job.id,
        profile: made.profile,
        tree_digest: made.treeDigest,
        tree_spec: versions.treeSpec,
        ...(humanReview === null ? {} : { human_review: humanReview }),
      },
      violated: system,
    })
    return {
      ...made,
      human_review: humanReview,
      generated_at: at.toISOString(),
      schema_version: versions.schema,
      node_id: recorded.node.id,
      body: packTree(text),
      recorded,
    }
  }

  async function runTrace(
    traceId: string,
    depth: 1 | 2 | 3 | 4 | 5 | 6,
    includeRaw: boolean,
    job: JobAttempt,
  ): Promise<Result> {
    const row = await findTrace(traceId)
    if (row) requireProvenTraces(signer, [row])
    if (!row || row.org_id !== job.orgId) throw traceNotFound(traceId)
    if (isErased(row)) throw traceErased(traceId)
    const [cohort, annotations] = await Promise.all([
      histories.of(row.org_id, row.system_source, row.system_size),
      row.is_annotated ? annotationsOfTraceForTree(db.sql, traceId) : [],
    ])
    requireWholeAnnotations(signer, annotations)
    const tree = buildTree({
      trace: treeTraceOf(row),
      cohort,
      profile: defaultProfile,
      storeVersion: versions.telemetryStore,
      treeSpecVersion: versions.treeSpec,
      people: annotations.map(personAnnotationOf),
    })
    return resultOf(
      job,
      {
        org_id: job.orgId,
        trace_id: traceId,
        system_source: row.system_source,
        compared_with: null,
        constitutional_compliance: row.constitutional_compliance,
        governance_tier: row.governance_tier,
        risk: row,
        gravest: row,
        profile: defaultProfile.name,
        validity_score: tree.level_2.validity.validity_score,
        treeDigest: tree.level_1.summary.tree_digest,
        text: treeText(presentTree(tree, { depth, includeRaw }), cohort),
      },
      [
        { hash: row.attribution_token, height: 0 },
        ...annotations.map(({ node_id: hash, height }) => ({ hash, height })),
      ],
    )
  }

  /** A system's newest traces that still say something, how many say nothing any more, and what people said of them. */
  async function tracesOf(systemSource: string, job: JobAttempt, window: Pick<ComparedSide, 'from' | 'to'> = {}) {
    const [newest, annotations] = await Promise.all([
      newestTracesOfSystem(db.sql, job.orgId, systemSource, madeOfAtMost, window),
      annotationsOfSystem(db.sql, job.orgId, systemSource, annotationsOfAtMost),
    ])
    if (newest.length === 0) throw systemNotFound(systemSource)
    requireProvenTraces(signer, newest)
    requireProvenAnnotations(signer, annotations)
    const rows = newest.filter((row) => !isErased(row))
    if (rows.length === 0) throw systemErased(systemSource)
    const people = annotations.map(personAnnotationOf)
    return { systemSource, rows, traces: rows.map(treeTraceOf), erased: newest.length - rows.length, people }
  }

  async function runSystem(
    { systemSource, profile: wanted, snapshot }: SystemPayload,
    job: JobAttempt,
  ): Promise<Result> {
    const { rows, traces, erased, people } = await tracesOf(systemSource, job)
    const profile = profileOf(wanted)
    const tree = buildSystemTree({
      systemSource,
      traces,
      erased,
      profile,
      storeVersion: versions.telemetryStore,
      treeSpecVersion: versions.treeSpec,
      people,
    })
    const result = resultOf(
      job,
      {
        org_id: job.orgId,
        trace_id: null,
        system_source: systemSource,
        compared_with: null,
        constitutional_compliance: null,
        governance_tier: null,
        risk: undefined,
        gravest: gravestOf(rows),
        profile: profile.name,
        validity_score: tree.level_1.interpretation.validity_score,
        treeDigest: tree.level_1.summary.tree_digest,
        text: JSON.stringify(tree),
      },
      // A node has at most 64 parents; the newest traces stand for the window, whose digest the tree names.
      rows.slice(-64).map((row) => ({ hash: row.attribution_token, height: 0 })),
    )
    return { ...result, snapshot }
  }

  async function runComparison(
    { a, b, profile: wanted, snapshot }: ComparisonPayload,
    job: JobAttempt,
  ): Promise<Result> {
    const sides = await Promise.all([a, b].map(({ systemSource, ...window }) => tracesOf(systemSource, job, window)))
    const [one, other] = sides as [(typeof sides)[number], (typeof sides)[number]]
    const profile = profileOf(wanted)
    const measuring = { profile, storeVersion: versions.telemetryStore, treeSpecVersion: versions.treeSpec }
    const first = measureSystem({ ...one, asked: a }, measuring)
    // The other seats have their turn between the two.
    await setImmediate()
    const second = measureSystem({ ...other, asked: b }, measuring)
    await setImmediate()
    const comparison = compareSystems(first, second, profile)
    const result = resultOf(
      job,
      {
        org_id: job.orgId,
        trace_id: null,
        system_source: a.systemSource,
        compared_with: b.systemSource,
        constitutional_compliance: null,
        governance_tier: null,
        risk: undefined,
        gravest: gravestOf([...one.rows, ...other.rows]),
        profile: comparison.summary.profile,
        validity_score: null,
        treeDigest: comparison.summary.comparison_digest,
        text: JSON.stringify(comparison),
      },
      [...one.rows.slice(-32), ...other.rows.slice(-32)].map((row) => ({ hash: row.attribution_token, height: 0 })),
    )
    return { ...result, snapshot }
  }

  return {
    concurrency: 64,
    run(payload, job) {
      if (payload.of === 'system') return runSystem(payload, job)
      if (payload.of === 'comparison') return runComparison(payload, job)
      return runTrace(payload.traceId, payload.depth as 1 | 2 | 3 | 4 | 5 | 6, payload.includeRaw, job)
    },
    reply: ({ profile: _p, treeDigest: _d, recorded: _r, snapshot: _s, ...made }) => treeReply(made),
    async save(tx, done) {
      await Promise.all([
        saveRecorded(
          tx,
          signer,
          done.map(({ result }) => result.recorded),
        ),
        insertTrees(
          tx,
          done.map(({ job, result }) => treeRowOf(signer, job, result)),
        ),
      ])
    },
  }
})

const treeRowOf = (signer: Sealer, job: Pick<JobAttempt, 'id' | 'orgId'>, result: Result): TreeToStore =>
  sealTree(
    signer,
    {
      job_id: job.id,
      org_id: job.orgId,
      trace_id: result.trace_id,
      system_source: result.system_source,
      compared_with: result.compared_with,
      profile: result.profile,
      validity_score: result.validity_score,
      tree_digest: result.treeDigest,
      schema_version: result.schema_version,
      generated_at: result.generated_at,
      node_id: result.node_id,
      payload_salt: result.recorded.salt,
      snapshot: result.snapshot ?? null,
      body: result.body,
    },
    result,
  )

/** @param wanted `id@version`, or an id alone for the newest. */
function profileOf(wanted: string): Profile {
  const [profileId = '', version] = wanted.split('@')
  const profile = findProfile(profileId, version)
  if (!profile) throw new Error(`no profile ${wanted}`)
  return profile
}

/** The gravest level, the greatest score and the least confidence that any of these traces says. */
const gravestOf = (rows: readonly Gravest[]): Gravest =>
  rows.reduce(
    (worst: Gravest, row) => ({
      risk_level:
        riskLevels.indexOf(row.risk_level) > riskLevels.indexOf(worst.risk_level) ? row.risk_level : worst.risk_level,
      risk_score: Math.max(worst.risk_score, row.risk_score),
      confidence: Math.min(worst.confidence, row.confidence),
    }),
    { risk_level: 'LOW', risk_score: 0, confidence: 1 },
  )
