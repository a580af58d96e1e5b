/** What a store is filled with: tasks, plans, traces, trees, scans, runs and violations, each with the nodes it would leave. */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Sheets } from '#bench/fill/sheets'
import { packReport } from '#db/queries/scans'
import { packTree } from '#db/queries/trees'
import { builtInAgents } from '#shared/agents/catalogue'
import type { GovernanceRecord } from '#shared/contracts/decision'
import type { TaskStatus } from '#shared/contracts/task-states'
import { following, headOf, makeNode, type SignedNode, type StreamHead } from '#shared/evidence/node'
import { sealedViolations } from '#shared/evidence/sealed/violations'
import { sealOf } from '#shared/evidence/sealed-rows'
import type { Signer } from '#shared/evidence/signing'
import type { Governance } from '#shared/governance/governance'
import { termsOf, violationOf } from '#shared/governance/violations'
import { saltedTextDigest, sha256Hex } from '#shared/kernel/canonical'
import { versions } from '#shared/kernel/version'
import { reportExample } from '#shared/routes/examples/reports'
import { type PreparedTrace, prepareTrace } from '#shared/traces/record'

export type Maker = { sheets: Sheets; signer: Signer; governance: Governance }
export type Whose = { orgId: string; at: Date }

const keyId = 'key_filled'
const requestId = '0af7651916cd43dd8448eb211c80319c'
const json = 'application/json'
const planType = 'plan.execute'

const types = builtInAgents.flatMap(({ name, types: own }) =>
  own
    .filter(({ by, type }) => by !== 'person' && type !== planType)
    .map(({ type, sideEffects }) => ({ agent: name, type, sideEffects })),
)

/** The same facts decide the same, so each decision is made once. */
const decisions = new Map<string, GovernanceRecord>()
function permitted(
  { governance }: Maker,
  { type, sideEffects }: { type: string; sideEffects: string },
): GovernanceRecord {
  const known = decisions.get(type)
  if (known) return known
  const facts = { task_type: type, side_effects: sideEffects, agent_kind: 'builtin', override: false }
  const record = governance.decide('task.submit', 'pre', facts)
  decisions.set(type, record)
  return record
}

/** The states that a task went through; most are done, a few wait for a person. */
function movesOf(number: number): TaskStatus[] {
  const of = number % 1000
  if (of < 940) return ['working', 'completed']
  if (of < 980) return ['working', 'failed']
  if (of < 990) return ['canceled']
  if (of < 995) return ['working', 'input-required', 'rejected']
  if (of < 998) return ['working', 'input-required']
  return of === 998 ? ['working'] : []
}

const isOver = (status: TaskStatus) => ['completed', 'failed', 'canceled', 'rejected'].includes(status)

export function addTask(
  maker: Maker,
  number: number,
  { orgId, at }: Whose,
): { id: string; head: SignedNode; agent: string } {
  const { sheets, signer } = maker
  const { agent, type, sideEffects } = types[number % types.length] as (typeof types)[number]
  const id = randomUUID()
  const salt = randomBytes(16)
  const text = `{"trace_id":"SVC-${number}-1","why":"asked ${number} times"}`
  const common = {
    stream: `task:${id}`,
    agent,
    subject: { type: 'task', id },
    request: { key_id: keyId, trace: requestId },
  }
  const decision = permitted(maker, { type, sideEffects })
  const nodes = [
    makeNode(
      {
        ...common,
        kind: 'task.submitted',
        timestamp: at.toISOString(),
        payload: { ...saltedTextDigest(salt, text), media_type: json },
        result: { state: 'submitted', task_type: type, agent },
        governance: decision,
      },
      orgId,
      signer,
      versions.api,
    ),
  ]
  const states = movesOf(number)
  for (const [step, state] of states.entries()) {
    const now = new Date(at.getTime() + (step + 1) * (40 + (number % 900)))
    const place = following(headOf(nodes.at(-1) as SignedNode), now)
    nodes.push(makeNode({ ...common, ...place, kind: 'task.state', result: { state } }, orgId, signer, versions.api))
  }
  for (const node of nodes) sheets.node(node)
  const head = nodes.at(-1) as SignedNode
  const status = states.at(-1) ?? 'submitted'
  const last = new Date(head.body.timestamp)
  const isDone = status === 'completed' || states.includes('input-required')
  const result = isDone ? `{"answer":"the ${number}th","score":${number % 101}}` : null
  sheets.tasks.add(
    ...[id, randomUUID(), orgId, keyId, requestId, agent, type, status, Buffer.from(head.id, 'hex'), states.length],
    ...['T0', result, result && `sha256:${sha256Hex(result)}`, status === 'failed' ? failure : null],
    ...[at, last, states.includes('working') ? at : null, isOver(status) ? last : null, 0, 0, 0],
  )
  sheets.task_payloads.add(Buffer.from((nodes[0] as SignedNode).id, 'hex'), id, orgId, salt, text)
  return { id, head, agent }
}
const failure = '{"code":"JOB_FAILED","message":"the worker ended three times"}'

/** A plan of so many steps, one after the other, all of them done. */
export function addPlan(maker: Maker, steps: number, { orgId, at }: Whose): void {
  const { sheets, signer } = maker
  const id = randomUUID()
  const salt = randomBytes(16)
  const text = `{"steps":${steps}}`
  const ofTask = { type: 'task', id }
  const common = { stream: `task:${id}`, request: { key_id: keyId, trace: requestId } }
  const agent = 'orchestrator'
  const first = makeNode(
    {
      ...common,
      agent,
      subject: ofTask,
      kind: 'task.submitted',
      timestamp: at.toISOString(),
      payload: { ...saltedTextDigest(salt, text), media_type: json },
      result: { state: 'submitted', task_type: planType, agent },
      governance: permitted(maker, { type: planType, sideEffects: 'none' }),
    },
    orgId,
    signer,
    versions.api,
  )
  sheets.node(first)
  let head: StreamHead = headOf(first)
  const next = (draft: Pick<Parameters<typeof makeNode>[0], 'kind' | 'agent' | 'subject' | 'result'>): SignedNode => {
    const node = makeNode({ ...common, ...following(head, at), ...draft }, orgId, signer, versions.api)
    sheets.node(node)
    head = headOf(node)
    return node
  }
  next({ kind: 'task.planned', agent, subject: ofTask, result: { state: 'submitted', steps, planner: 'caller' } })
  next({ kind: 'task.state', agent, subject: ofTask, result: { state: 'working' } })
  for (let ord = 0; ord < steps; ord += 1) {
    const step = types[ord % types.length] as (typeof types)[number]
    const name = `step-${ord}`
    const node = next({
      kind: 'step.state',
      agent: step.agent,
      subject: { type: 'step', id: `${id}/${name}` },
      result: { state: 'completed', step: name, task_state: 'working' },
    })
    const result = `{"step":${ord}}`
    const isLast = ord === steps - 1
    sheets.task_steps.add(
      ...[id, ord, name, step.type, step.agent, 'completed', Buffer.from(node.id, 'hex')],
      ...[ord === 0 ? '{}' : `{${ord - 1}}`, isLast ? '{}' : `{${ord + 1}}`, 0],
      ...['{"payload":{},"when":null,"on_error":"fail","timeout_s":null,"max_attempts":3}', 1, randomUUID(), '{}'],
      ...[result, `sha256:${sha256Hex(result)}`, 'T0', at, new Date(head.timestamp)],
    )
  }
  const last = next({ kind: 'task.state', agent, subject: ofTask, result: { state: 'completed' } })
  const ended = new Date(last.body.timestamp)
  sheets.tasks.add(
    ...[
      id,
      randomUUID(),
      orgId,
      keyId,
      requestId,
      agent,
      planType,
      'completed',
      Buffer.from(last.id, 'hex'),
      last.body.pos,
    ],
    ...['T0', null, `sha256:${sha256Hex(text)}`, null, at, ended, at, ended, steps, 0, 0],
  )
  sheets.task_payloads.add(Buffer.from(first.id, 'hex'), id, orgId, salt, text)
}

const levels = ['LOW', 'MEDIUM', 'HIGH'] as const

/** @param systems how many systems the organisation has. */
export function addTrace(maker: Maker, number: number, systems: number, { orgId, at }: Whose): PreparedTrace {
  const { sheets } = maker
  const prepared = prepareTrace(
    {
      risk_score: (number * 37) % 80,
      risk_level: levels[number % 3] ?? 'LOW',
      confidence: 0.9,
      system_source: `system-${Math.floor(systems * ((number * 0.618) % 1) ** 2)}`,
      flags: number % 25 === 0 ? ['hallucination'] : number % 500 === 5 ? ['pii', 'rare'] : [],
      recommendation: 'Have a person look at answers about money.',
      constitutional_compliance: true,
      testing_mode: 'field',
      field_conditions: true,
      processing_time_ms: 200 + ((number * 71) % 3000),
      metadata: { build: number % 50, region: 'eu' },
    },
    { keyId, orgId, requestId },
    'trace',
    maker,
    at,
  )
  const { trace, node } = prepared
  sheets.node(node)
  sheets.traces.add(
    ...[trace.trace_id, orgId, trace.risk_score, trace.risk_level, trace.confidence, trace.system_source, trace.flags],
    ...[trace.recommendation, trace.constitutional_compliance, trace.compliance_declared, trace.trinity_layer],
    ...[trace.testing_mode, trace.adversarial_test, trace.field_conditions, trace.processing_time_ms],
    ...[JSON.stringify(trace.metadata), trace.attribution_token, trace.payload_salt, trace.governance_tier, at, at],
    trace.seal,
  )
  return prepared
}

export function addTree({ sheets, signer }: Maker, { trace, node: of }: PreparedTrace, { orgId, at }: Whose): void {
  const job = randomUUID()
  const salt = randomBytes(16)
  const text = JSON.stringify({ of: trace.trace_id, level_1: { risk: trace.risk_level }, level_6: 'x'.repeat(2000) })
  const digest = `sha256:${sha256Hex(text)}`
  const node = makeNode(
    {
      kind: 'tree.generated',
      stream: `tree:${job}`,
      height: 1,
      parents: [{ rel: 'input', hash: of.id }],
      agent: 'assay-generate-tree',
      timestamp: new Date(at.getTime() + 5).toISOString(),
      subject: { type: 'trace', id: trace.trace_id },
      payload: { ...saltedTextDigest(salt, text), media_type: json },
      result: { job_id: job, profile: 'trace-v1@1.1.0', tree_digest: digest, tree_spec: versions.treeSpec },
      request: { key_id: keyId, trace: requestId },
    },
    orgId,
    signer,
    versions.api,
  )
  sheets.node(node)
  sheets.trees.add(
    ...[job, orgId, trace.trace_id, trace.system_source, 'trace-v1@1.1.0', 80, digest, versions.schema],
    ...[new Date(node.body.timestamp), Buffer.from(node.id, 'hex'), salt, packTree(text)],
  )
}

type Run = { id: string; pages: number; createdAt: Date }
const found = ['image-alt', 'link-name', 'color-contrast']
const shaOf = (text: string) => createHash('sha256').update(text).digest()

/** A scan of one of a thousand addresses, alone or as a page of a run. */
export function addScan({ sheets, signer }: Maker, number: number, run: Run | undefined, { orgId, at }: Whose): void {
  const id = randomUUID()
  const salt = randomBytes(16)
  const page = run ? run.pages : number % 1000
  const url = `https://example.com/pages/${page}`
  const report = {
    ...reportExample,
    scanId: id,
    runId: run?.id ?? null,
    url,
    finalUrl: url,
    timestamp: at.toISOString(),
  }
  const text = JSON.stringify(report)
  const { score, scoreVersion, compliance, standard } = report
  const node = makeNode(
    {
      kind: 'scan.completed',
      stream: `scan:${id}`,
      agent: 'assay-scan-page',
      timestamp: at.toISOString(),
      subject: { type: 'scan', id },
      payload: { ...saltedTextDigest(salt, text), media_type: json },
      result: { score, score_version: scoreVersion, compliance, standard },
      request: { key_id: keyId, trace: requestId },
    },
    orgId,
    signer,
    versions.api,
  )
  sheets.node(node)
  sheets.scans.add(
    ...[
      id,
      orgId,
      run?.id ?? null,
      url,
      standard,
      score,
      compliance,
      1,
      0,
      true,
      at,
      Buffer.from(node.id, 'hex'),
      salt,
    ],
    packReport(text),
  )
  if (!run) return
  sheets.scan_run_pages.add(run.id, run.pages, url, shaOf(url), id, 'succeeded', score, compliance, 1)
  for (const [ord, type] of found.entries()) {
    const fingerprint = shaOf(`${url} ${type}`).subarray(0, 16)
    sheets.scan_findings.add(
      run.id,
      id,
      ord,
      shaOf(url),
      fingerprint,
      shaOf(type).subarray(0, 16),
      type,
      'serious',
      `#${type}`,
    )
  }
  run.pages += 1
}

export const beginRun = (at: Date): Run => ({ id: randomUUID(), pages: 0, createdAt: at })

export function endRun({ sheets }: Maker, { id, pages, createdAt }: Run, { orgId, at }: Whose): void {
  const { score, standard } = reportExample
  const request = { of: 'urls', standard, look: {}, screenshot: false, sitemap: null, crawl: null }
  sheets.scan_runs.add(
    ...[id, orgId, keyId, requestId, JSON.stringify(request), 'succeeded', false, pages, pages, pages, 0, pages],
    ...[score * pages, score, createdAt, at],
  )
  for (const type of found) sheets.scan_run_issues.add(id, type, pages, pages)
}

/** A violation of a system, or of a task; the older ones are resolved. */
export function addViolation(
  { sheets, signer, governance }: Maker,
  number: number,
  about: { subject: { type: string; id: string }; evidence: SignedNode; agent?: string; taskId?: string },
  { orgId, at, isResolved }: Whose & { isResolved: boolean },
): void {
  const compiled = governance.inForce()
  const article = about.subject.type === 'task' ? 'A-07' : 'A-05'
  const terms = compiled && termsOf(compiled.document, compiled.hash, article)
  if (!terms?.tier) throw new Error(`the constitution has no ${article}`)
  const { subject, evidence, agent, taskId } = about
  const message = `Seen by the filling of a store, number ${number}.`
  const violation = violationOf(
    {
      orgId,
      article,
      tier: terms.tier,
      subject,
      message,
      evidence: [evidence.id],
      ...(agent && { agent }),
      ...(taskId && { taskId }),
    },
    terms,
    [{ id: evidence.id, height: evidence.body.height }],
    signer,
    at,
    1 + (number % 40),
  )
  // Sound: `violationOf` makes it by makeNode.
  const opened = violation.node as SignedNode
  sheets.node(opened)
  const ended = isResolved
    ? makeNode(
        {
          kind: 'violation.resolved',
          stream: opened.body.stream,
          ...following(headOf(opened), new Date(at.getTime() + 60_000)),
          agent: 'assay-governance',
          subject: { type: 'violation', id: violation.id },
          result: { state: 'resolved', how: 'auto' },
        },
        orgId,
        signer,
        versions.api,
      )
    : undefined
  if (ended) sheets.node(ended)
  const head = ended ?? opened
  const resolution = ended && {
    by: 'assay-governance',
    at: ended.body.timestamp,
    how: 'auto' as const,
    reason: 'kept',
    node: ended.id,
  }
  const { due_at, node: _n, seal: _s, evidence: seen, times = 1, counted_seal, ...row } = violation
  const seal = sealOf(signer, sealedViolations, {
    ...row,
    ...{ status: ended ? 'resolved' : 'open', head: head.id, version: head.body.pos },
    ...{ due_at: due_at === null ? null : new Date(due_at), detected_at: at, resolution: resolution ?? null },
    ...{ acknowledged: null, waiver: null, waived_until: null },
  })
  sheets.violations.add(
    ...[row.id, orgId, ended ? 'resolved' : 'open', Buffer.from(head.id, 'hex'), head.body.pos],
    ...[row.fingerprint, article, row.title, row.tier, subject.type, subject.id],
    ...[row.agent, row.task_id, message, seen, row.constitution, null, row.blocks],
    ...[due_at, at, at, times],
    ...[resolution ? JSON.stringify(resolution) : null, Buffer.from(seal), Buffer.from(counted_seal)],
  )
}
