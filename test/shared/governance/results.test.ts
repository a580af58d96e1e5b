/** What comes of work is recorded the same by whoever records it: the very text of its node, its salt, what it violates. */
import { expect, test } from 'bun:test'
import { randomUUID } from 'node:crypto'
import type { GovernanceRecord } from '#shared/contracts/decision'
import type { TraceInput } from '#shared/contracts/traces'
import { isSignedBy } from '#shared/evidence/signing'
import type { Breach } from '#shared/governance/breaches'
import { type RecordingTools, recordResult } from '#shared/governance/results'
import { canonicalJson, saltedTextDigest } from '#shared/kernel/canonical'
import { ServiceError } from '#shared/kernel/errors'
import { versions } from '#shared/kernel/version'
import { prepareTrace, recordText, storedTogether } from '#shared/traces/record'
import { aSigner } from '#test/support/store'

const signer = aSigner()
const owner = { orgId: 'org_a', keyId: 'key_a', requestId: 'c'.repeat(32) }
const at = new Date('2026-05-20T10:00:00.000Z')
const terms = { constitution: 'd'.repeat(64), title: 'Scores', blocks: [], slaHours: 24, passesToResolve: null }
const breach: Breach = { article: 'A-07', tier: 'T3', message: 'too low', terms, uses: ['score'] }

/** One that decides as it is told, and tells what it was asked. */
function tools(
  decided: Partial<GovernanceRecord> = {},
  breaches: Breach[] = [],
): RecordingTools & { asked: unknown[][] } {
  const asked: unknown[][] = []
  return {
    asked,
    signer,
    governance: {
      decide: (action, phase, input) => {
        asked.push([action, phase, input])
        return {
          action,
          phase,
          input,
          articles: [],
          constitution: 'd'.repeat(64),
          decision: 'allow',
          input_digest: `sha256:${'e'.repeat(64)}`,
          tier: 'T0',
          ...decided,
        }
      },
      breachesOf: () => breaches,
      maker: (agent_name) => ({ agent_name, agent_version: '9.9.9', key_registered: true }),
    },
  }
}

const scanOf = (id: string) => ({
  kind: 'scan.completed' as const,
  id,
  agent: 'assay-scan-page',
  at,
  facts: { score: 12, secrets_found: 0 },
  text: '{"score":12}',
  result: { score: 12, score_version: '1', compliance: 'fail' as const, standard: 'WCAG 2.2 AA' },
  violated: { type: 'scan', id },
})

test('a scan’s node says these very bytes, and is signed', () => {
  const id = randomUUID()
  const told = tools()

  const { node, salt, findings } = recordResult(told, owner, scanOf(id))

  const input = {
    agent_name: 'assay-scan-page',
    agent_version: '9.9.9',
    key_registered: true,
    score: 12,
    secrets_found: 0,
  }
  const { digest, size } = saltedTextDigest(salt, '{"score":12}')
  expect(node.text).toBe(
    canonicalJson({
      agent: { key: signer.kid, name: 'assay-scan-page', version: versions.api },
      edg: 'node/v1',
      governance: {
        action: 'scan.complete',
        articles: [],
        constitution: 'd'.repeat(64),
        decision: 'allow',
        input,
        input_digest: `sha256:${'e'.repeat(64)}`,
        phase: 'post',
        tier: 'T0',
      },
      height: 0,
      kind: 'scan.completed',
      org: 'org_a',
      parents: [],
      payload: { digest, media_type: 'application/json', size },
      pos: 0,
      prev: null,
      request: { key_id: 'key_a', trace: 'c'.repeat(32) },
      result: { compliance: 'fail', score: 12, score_version: '1', standard: 'WCAG 2.2 AA' },
      stream: `scan:${id}`,
      subject: { id, type: 'scan' },
      timestamp: '2026-05-20T10:00:00.000Z',
    }),
  )
  expect(isSignedBy(node.text, node.signature, signer.publicKey)).toBe(true)
  expect(salt.length).toBe(16)
  expect(findings).toEqual([])
  expect(told.asked).toEqual([['scan.complete', 'post', input]])
})

test('a result stands above what it rests on, and may be about something else than its kind says first', () => {
  const [low, high] = ['a'.repeat(64), 'b'.repeat(64)]

  const { node } = recordResult(tools(), owner, {
    kind: 'tree.generated',
    id: randomUUID(),
    agent: 'assay-generate-tree',
    at,
    inputs: [
      { hash: high, height: 7 },
      { hash: low, height: 0 },
    ],
    subject: { type: 'system', id: 'scout' },
    facts: { has_risk: false, risk_level: '', risk_score: 0, has_validity: false, validity_score: 0 },
    text: '{}',
    result: { job_id: 'j', profile: 'p', tree_digest: 'd', tree_spec: '1', human_review: 'none' },
    violated: { type: 'system', id: 'scout' },
  })

  expect(node.body).toMatchObject({ height: 8, pos: 0, prev: null, subject: { type: 'system', id: 'scout' } })
  expect(node.body.parents).toEqual([
    { hash: low, rel: 'input' },
    { hash: high, rel: 'input' },
  ])
  expect(node.body.result).toMatchObject({ human_review: 'none' })
})

test('an article that was not kept is found with the node that shows it, told as whoever records it tells it', () => {
  const id = randomUUID()

  const { node, findings } = recordResult(tools({ articles: ['A-07'], tier: 'T3' }, [breach]), owner, {
    ...scanOf(id),
    told: ({ message, uses }) => `${message}: ${uses.join(' ')}`,
  })

  expect(findings).toMatchObject([
    {
      orgId: 'org_a',
      article: 'A-07',
      tier: 'T3',
      subject: { type: 'scan', id },
      message: 'too low: score',
      evidence: [node.id],
      record: { action: 'scan.complete', articles: ['A-07'] },
    },
  ])
})

test('what the constitution does not let be is not recorded', () => {
  const refused = () =>
    recordResult(tools({ decision: 'deny', articles: ['A-07'], tier: 'T3' }, [breach]), owner, scanOf('x'))

  expect(refused).toThrow(ServiceError)
  expect(refused).toThrow('too low')
})

test('a trace’s node says these very bytes, under the digest of its Idempotency-Key', async () => {
  const input: TraceInput = { risk_level: 'LOW', risk_score: 10, confidence: 0.9, system_source: 'scout' }
  const identity = { uuid: '018f0000-0000-7000-8000-000000000001', unixMs: at.getTime() }
  const idempotency = { seed: 's', keyDigest: 'f'.repeat(64), claimedAt: at }

  const prepared = prepareTrace(
    input,
    { ...owner, identity, idempotency },
    'trace',
    tools({ articles: ['A-07'], tier: 'T3' }, [breach]),
    at,
  )

  const [{ trace, node, violations } = expect.unreachable()] = await storedTogether([prepared])
  const id = `SVC-018f0000000070008000000000000001-${at.getTime()}`
  const { org_id, attribution_token, payload_salt, governance_tier, created_at, seal, ...record } = trace
  const { digest, size } = saltedTextDigest(payload_salt, recordText(record))
  expect({ org_id, attribution_token, governance_tier, created_at }).toEqual({
    org_id: 'org_a',
    attribution_token: node.id,
    governance_tier: 'T3',
    created_at: node.body.timestamp,
  })
  expect(seal).toHaveLength(16)
  expect(JSON.parse(node.text)).toMatchObject({
    agent: { key: signer.kid, name: 'assay-api', version: versions.api },
    governance: { action: 'trace.record', phase: 'post', articles: ['A-07'], tier: 'T3' },
    height: 0,
    kind: 'trace.recorded',
    org: 'org_a',
    parents: [],
    payload: { digest, media_type: 'application/json', size },
    pos: 0,
    prev: null,
    request: { key_id: 'key_a', trace: 'c'.repeat(32), idempotency_key_digest: 'f'.repeat(64) },
    result: null,
    stream: `trace:${id}`,
    subject: { id, type: 'trace' },
    timestamp: '2026-05-20T10:00:00.000Z',
  })
  expect(violations).toMatchObject([
    {
      article: 'A-07',
      cause: id,
      subject_type: 'system',
      subject_id: 'scout',
      evidence: [node.id],
      message: 'too low',
    },
  ])
  expect(violations[0]?.node.body.parents).toEqual([{ rel: 'input', hash: node.id }])
})

test('of a violation that traces of one statement show one is signed, and all that may be stored before have theirs ready', async () => {
  const input: TraceInput = { risk_level: 'LOW', risk_score: 10, confidence: 0.9, system_source: 'scout' }
  const deciding = tools({ articles: ['A-07'], tier: 'T3' }, [breach])
  const made = (more: Partial<TraceInput> = {}, idempotency?: { seed: string; keyDigest: string; claimedAt: Date }) =>
    prepareTrace({ ...input, ...more }, { ...owner, idempotency }, 'trace', deciding, at)
  const timesOf = async (all: readonly ReturnType<typeof made>[]) =>
    (await storedTogether(all)).map(({ violations }) => violations.map(({ times, subject_id }) => [subject_id, times]))

  const isFirst = await timesOf([made(), made({ system_source: 'other' }), made(), made()])
  const isSentAgain = await timesOf([made(), made({}, { seed: 's', keyDigest: 'f'.repeat(64), claimedAt: at })])

  expect(isFirst).toEqual([[['scout', 3]], [['other', 1]], [], []])
  expect(isSentAgain).toEqual([[['scout', 1]], [['scout', 1]]])
})
