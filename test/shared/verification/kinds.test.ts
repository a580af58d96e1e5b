/** What each kind of node may say. */
import { describe, expect, test } from 'bun:test'
import { type NodeBody, type NodeKind, nodeKinds } from '#shared/contracts/node'
import { kinds } from '#shared/evidence/kinds'
import { makeNode } from '#shared/evidence/node'
import { shapeFault } from '#shared/verification/kinds'
import { aSigner } from '#test/support/store'

const signer = aSigner()
const connected = (state: string) => ({ state, org: 'o', kind: 'ics', config_digest: '', secret_version: 1 })
/** A result that fits each kind that asks for more than facts. */
const composed = {
  job_id: 'j',
  inputs: 'a'.repeat(64),
  considered: 3,
  shown: 2,
  adapters: 1,
  adapters_ok: 1,
  completeness: 1,
  instructions_found: 0,
  weights: 'w',
  rules_version: 'r',
}
const results: Partial<Record<NodeKind, NodeBody['result']>> = {
  'key.registered': { algorithm: 'Ed25519', public_key: `${'A'.repeat(43)}=` },
  'key.revoked': { reason: 'stolen' },
  'sealing.begun': { state: 'begun' },
  'tree.generated': { job_id: 'j', profile: 'p', tree_digest: 'd', tree_spec: '1.0.0' },
  'annotation.recorded': { state: 'recorded' },
  'job.promised': { job: 'scan-page' },
  'job.failed': { job: 'scan-page', state: 'failed', code: 'SCAN_FAILED', attempt: 0 },
  'job.canceled': { job: 'scan-page', state: 'canceled', attempt: 0 },
  'run.submitted': { of: 'urls', page_limit: 2 },
  'run.deleted': { reason: 'kept for 90 days' },
  'scan.completed': { score: 90, score_version: 'v', compliance: 'pass', standard: 's' },
  'design.verified': {
    page_id: 'home',
    branch: 'main',
    approved: true,
    violations: 0,
    artifact: 'a'.repeat(64),
    engine: 'e',
  },
  'semiotic.decoded': {
    job_id: 'j',
    content_digest: 'sha256:0',
    engine: 'embedded',
    engine_version: '1',
    model_hash: 'm',
  },
  'analysis.harmonic': {
    job_id: 'j',
    content_digest: 'sha256:0',
    engine: 'embedded',
    engine_version: '1',
    model_hash: 'm',
    constitution: 'c',
    settings_version: 0,
  },
  'attunement.calibrated': {
    job_id: 'j',
    constitution: 'c',
    previous_version: 0,
    version: 1,
    changed: 2,
    dry_run: false,
  },
  'briefing.compiled': { ...composed, sections: 7, conflicts: 0 },
  'signals.scanned': { ...composed, total: 3 },
  'meeting.prepared': { ...composed, attendees: 2 },
  'feedback.given': { state: 'in_force' },
  'baseline.proposed': { state: 'candidate' },
  'baseline.reviewed': { state: 'candidate' },
  'baseline.approved': { state: 'active' },
  'baseline.superseded': { state: 'superseded' },
  'baseline.rejected': { state: 'rejected' },
  'rules.changed': { state: 'in_force' },
  'parameters.changed': { state: 'in_force' },
  'connection.created': connected('new'),
  'connection.changed': connected('new'),
  'connection.synced': { ...connected('ok'), brought: 1, gone: 0 },
  'connection.deleted': connected('deleted'),
  'components.imported': {
    org: 'o',
    library: 'l',
    source: 'list',
    document: 'a'.repeat(64),
    created: 1,
    updated: 0,
    unchanged: 0,
    removed: 0,
    total: 1,
  },
  'payload.erased': { reason: 'asked for', digest: 'sha256:0' },
  'verification.result': { verdict: 'valid' },
  'checkpoint.published': { size: 1, root: 'a'.repeat(64) },
  'apikey.issued': { state: 'usable' },
  'apikey.changed': { state: 'ended' },
  'apikey.revoked': { state: 'ended' },
  'waiver.created': { state: 'in_force' },
  'waiver.revoked': { state: 'revoked' },
  'question.answered': { state: 'standing' },
  'question.withdrawn': { state: 'withdrawn' },
  'claim.closing': { state: 'closing' },
  'claim.closed': { state: 'closed' },
  'task.submitted': { state: 'submitted' },
  'task.planned': { state: 'submitted' },
  'task.state': { state: 'working' },
}

function bodyOf(kind: NodeKind, odd: Partial<NodeBody> = {}): NodeBody {
  const { stream, subjects } = kinds[kind]
  const draft = {
    kind,
    stream: stream.endsWith(':') ? `${stream}x` : stream,
    agent: 'assay',
    timestamp: '2026-05-20T00:00:00.000Z',
    subject: { type: subjects[0] ?? '', id: 'x' },
    result: results[kind] ?? (kind === 'trace.recorded' ? null : { state: 'open' }),
  }
  return { ...makeNode(draft, 'org_test', signer, '1.0.0').body, ...odd }
}

describe('a node of each kind', () => {
  for (const kind of nodeKinds)
    test(`${kind} fits in its stream, about its subject, and nowhere else`, () => {
      expect(shapeFault(bodyOf(kind))).toBeUndefined()
      expect(shapeFault(bodyOf(kind, { stream: 'elsewhere:x' }))).toContain('does not stand in the stream')
      expect(shapeFault(bodyOf(kind, { subject: { type: 'nobody', id: 'x' } }))).toContain('is not about')
    })
})

test('facts that a kind does not have, or that are missing, do not fit', () => {
  const scan = results['scan.completed'] ?? {}

  expect(shapeFault(bodyOf('scan.completed', { result: { ...scan, more: 1 } }))).toContain('does not fit')
  expect(shapeFault(bodyOf('scan.completed', { result: { ...scan, score: 101 } }))).toContain('does not fit')
  expect(shapeFault(bodyOf('payload.erased', { result: { reason: 'x' } }))).toContain('does not fit')
  expect(shapeFault(bodyOf('task.state', { result: { state: 'dreaming' } }))).toContain('does not fit')
  expect(shapeFault(bodyOf('violation.opened', { result: { tier: 'T3' } }))).toContain('does not fit')
})

test('what is no node at all does not fit', () => {
  for (const value of [
    null,
    1,
    'x',
    [],
    {},
    { ...bodyOf('genesis'), more: 1 },
    { ...bodyOf('genesis'), kind: 'no.kind' },
  ])
    expect(shapeFault(value)).toBeString()
})
