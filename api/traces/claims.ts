/** Claims about AI systems: registered before the data, looked at whenever one likes, ended. */
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '#api/http/context'
import { pageCursor, placeCursor, readPageCursor, readPlaceCursor } from '#api/http/cursor'
import { type Answer, actorOf, callerOf, type Endpoint, endpoint, json } from '#api/http/endpoint'
import { fileHeaders, keptByNobody } from '#api/http/etag'
import { type ClaimPointRow, type ClaimRow, claimPoints, findClaim, listClaims } from '#db/queries/claims'
import { currentLog } from '#db/queries/log'
import { isLedgerWithout } from '#db/queries/processes'
import { registrationFaults } from '#shared/claims/claim'
import { claimExport } from '#shared/claims/exporting'
import { endClaim, registerClaim } from '#shared/claims/life'
import { begin, type ClaimStanding, claimStanding, judgeOf, sequenceMethod } from '#shared/claims/sequence'
import { soundState } from '#shared/claims/sound-state'
import {
  Claim,
  ClaimDetail,
  ClaimInput,
  ClaimList,
  ClaimListQuery,
  ClaimQuery,
  type ClaimTerms,
} from '#shared/contracts/claims'
import { claimNotBegun, claimNotFound, claimsNotUnderstood } from '#shared/kernel/errors/claims'
import { invalidRequest } from '#shared/kernel/errors/request'
import type { Log } from '#shared/kernel/logger'
import { isUuid } from '#shared/kernel/schema/formats'
import { uuidFrom } from '#shared/kernel/seeded-uuid'

const inputExample = {
  population: { system_source: 'chat-eu', testing_mode: 'field' },
  measure: { kind: 'risk_reaches', score: 85 },
  direction: 'at_most',
  threshold: 0.02,
  level: 0.95,
  name: 'At most two of a hundred answers are grave',
} satisfies ClaimInput
const { name, ...terms } = inputExample

export const claimExample: Claim = {
  claim_id: '5f0c9a52-7d0b-4a5e-9a53-0b7b0c1e2d3f',
  name,
  ...terms,
  status: 'open',
  registered_at: '2026-05-20T00:00:00.000Z',
  closed_at: null,
  verdict: 'holding',
  since: { at: '2026-05-23T08:12:09.120Z', n: 611 },
  n: 1240,
  missing: 0,
  value: 0.0081,
  lower: 0.0031,
  upper: 0.0167,
  method: sequenceMethod,
  counted_to: 48_211,
  node: '7d'.repeat(32),
  fault: null,
}
const detailExample: ClaimDetail = {
  ...claimExample,
  series: [
    {
      n: 611,
      at: '2026-05-23T08:12:09.120Z',
      leaf: 20_114,
      value: 0.0065,
      lower: 0.0014,
      upper: 0.0199,
      verdict: 'holding',
    },
  ],
  next_cursor: null,
}
const paramsOfClaim = { claim_id: 'The id that POST /claims answered.' }

export function claimsEndpoints(room: AppContext): Endpoint[] {
  const { read, config, signer } = room
  const lookAt = (claimId: string) => `${config.basePaths.A}/claims/${claimId}`

  async function asked(claimId: string, orgId: string): Promise<ClaimRow> {
    const row = isUuid(claimId) ? await read((sql) => findClaim(sql, orgId, claimId)) : undefined
    if (!row) throw claimNotFound(claimId)
    return row
  }

  return [
    endpoint({
      method: 'POST',
      path: '/claims',
      operationId: 'registerClaim',
      summary: 'Claim something of traces to come',
      description:
        'Which traces it is about, what is measured of each, and what the mean is said to be at most or at least. ' +
        'The claim is in the evidence before the data are: only traces count that happen after it and whose node comes after its own in the log. ' +
        'From then on a confidence sequence is kept at every trace, so one may look at any time, as often as one likes, without lifting the rate of false verdicts. ' +
        'A claim that is refuted is a violation of article A-19. At most 100 of an organisation are kept at once.',
      auth: 'key',
      isGoverned: true,
      body: { kind: 'json', schema: ClaimInput, example: inputExample },
      responses: {
        201: {
          description: 'The claim, in the evidence.',
          schema: Claim,
          example: {
            ...claimExample,
            verdict: 'undecided',
            since: { at: claimExample.registered_at, n: 0 },
            n: 0,
            value: null,
            lower: 0,
            upper: 1,
            counted_to: null,
          },
          headers: { Location: 'The claim.' },
        },
      },
      errors: ['STATE_CONFLICT', 'NO_WORKER'],
      async handler(call): Promise<Answer> {
        const { orgId } = callerOf(call)
        const { name = '', level = 0.95, population = {}, ...rest } = call.body
        const claimTerms: ClaimTerms = { ...rest, population, level }
        const claimId = call.idempotency ? uuidFrom(call.idempotency.seed, 'claim') : randomUUID()
        const now = new Date()
        // Registered before under this key, it is as it was: the time it was to begin may have come since.
        const known = call.idempotency && !call.idempotency.isNew
        const before = known ? await read((sql) => findClaim(sql, orgId, claimId)) : undefined
        const issues = before ? [] : registrationFaults(claimTerms, now)
        if (issues.length > 0) throw invalidRequest(issues)
        if (!before && (await read((sql) => isLedgerWithout(sql, 'claims')))) throw claimsNotUnderstood()
        const writer = call.writing({ ids: { claim_id: claimId }, lookAt: lookAt(claimId) })
        const row =
          before ??
          (await registerClaim({ writer, signer }, { claimId, orgId, terms: claimTerms, name, now, by: actorOf(call) }))
        return { ...json(201, presentClaim(row), { Location: lookAt(claimId) }), ...aboutOf(row) }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/claims',
      operationId: 'listClaims',
      summary: 'List claims, newest first',
      description:
        'Those of the organisation of the key, open, ended and refuted ones, each with its bounds at this moment.',
      auth: 'key',
      query: ClaimListQuery,
      responses: {
        200: {
          description: 'A page of claims.',
          schema: ClaimList,
          example: { claims: [claimExample], next_cursor: null },
        },
      },
      async handler(call): Promise<Answer> {
        const { status, verdict, limit, cursor } = call.query
        const before = readPlaceCursor(cursor)
        const rows = await read((sql) => listClaims(sql, callerOf(call).orgId, { status, verdict }, { before, limit }))
        const claims: Claim[] = []
        for (const row of rows) {
          claims.push(presentClaim(row))
          // The bounds of one take a millisecond.
          await setImmediate()
        }
        const last = rows.length === limit ? rows.at(-1) : undefined
        const next = last && placeCursor({ createdAt: last.registered_at.toISOString(), id: last.claim_id })
        return json(200, { claims, next_cursor: next ?? null })
      },
    }),
    endpoint({
      method: 'GET',
      path: '/claims/:claim_id',
      operationId: 'getClaim',
      summary: 'One claim, and its sequence',
      description: 'Its bounds at this moment, its verdict and since when, and as a series what they were on the way.',
      auth: 'key',
      params: paramsOfClaim,
      query: ClaimQuery,
      responses: { 200: { description: 'The claim.', schema: ClaimDetail, example: detailExample } },
      errors: ['CLAIM_NOT_FOUND'],
      async handler(call): Promise<Answer> {
        const { limit, cursor } = call.query
        const after = Math.max(0, readPageCursor(cursor))
        const row = await asked(call.params['claim_id'] ?? '', callerOf(call).orgId)
        const points = await read((sql) => claimPoints(sql, row.claim_id, after, limit))
        const last = points.length === limit ? points.at(-1) : undefined
        const page = { series: points.map(presentPoint), next_cursor: last ? pageCursor(last.n) : null }
        return { ...json(200, { ...presentClaim(row), ...page }), ...aboutOf(row) }
      },
    }),
    endpoint({
      method: 'GET',
      path: '/claims/:claim_id/export',
      operationId: 'exportClaim',
      summary: 'Export a claim, to recompute it elsewhere',
      description:
        'JSON lines, each its own RFC 8785 text: the claim with the node that registered it, every trace that was counted with its node, record and salt (null where its words were erased), the nodes of turns and of the end, what it came to, and a signed seal over all of it. `assay claim verify FILE` recomputes it with neither network nor store. A transfer that ends without the seal is cut off: ask again.',
      auth: 'key',
      params: paramsOfClaim,
      responses: {
        200: {
          description: 'The claim.',
          type: 'application/x-ndjson',
          example: '{"claim_id":"5f0c9a52-7d0b-4a5e-9a53-0b7b0c1e2d3f","format":"assay-claim/v1","line":"claim"}\n',
          headers: { ...fileHeaders, ...keptByNobody },
        },
      },
      errors: ['CLAIM_NOT_FOUND', 'STATE_CONFLICT'],
      async handler(call): Promise<Answer> {
        const row = await asked(call.params['claim_id'] ?? '', callerOf(call).orgId)
        const state = soundState(row.state)
        const origin = (await read(currentLog))?.origin
        const lines =
          state && origin !== undefined && row.origin === origin
            ? await claimExport(room.readLong, signer, row, { state, origin })
            : undefined
        if (!lines) throw claimNotBegun(row.claim_id)
        const headers = {
          'Content-Disposition': `attachment; filename="claim-${row.claim_id}.ndjson"`,
          'Cache-Control': 'private, no-store',
        }
        const content = streamOf(lines, room.log, call.requestId)
        return { status: 200, raw: { content, type: 'application/x-ndjson; charset=utf-8' }, headers, ...aboutOf(row) }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/claims/:claim_id/close',
      operationId: 'closeClaim',
      summary: 'End a claim',
      description:
        'No trace counts whose node comes after this in the log. It is closed, with its last bounds in the evidence, once those before are counted: within a second. Ending it once more changes nothing.',
      auth: 'key',
      isGoverned: true,
      params: paramsOfClaim,
      responses: {
        200: { description: 'The claim, ended.', schema: Claim, example: { ...claimExample, status: 'closing' } },
      },
      errors: ['CLAIM_NOT_FOUND'],
      async handler(call): Promise<Answer> {
        const claimId = call.params['claim_id'] ?? ''
        const writer = call.writing({ ids: { claim_id: claimId }, lookAt: lookAt(claimId) })
        const tools = { read, writer, signer }
        const row = isUuid(claimId)
          ? await endClaim(tools, { orgId: callerOf(call).orgId, claimId, by: actorOf(call) })
          : undefined
        if (!row) throw claimNotFound(claimId)
        return { ...json(200, presentClaim(row)), ...aboutOf(row) }
      },
    }),
  ]
}

const linesAtOnce = 50

/** Pulled by the connection. A failure cuts the transfer. */
function streamOf(lines: AsyncGenerator<string>, log: Log, requestId: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          let text = ''
          for (let line = 0; line < linesAtOnce; line += 1) {
            const { value, done } = await lines.next()
            if (value !== undefined) text += value
            if (!done) continue
            if (text !== '') controller.enqueue(encoder.encode(text))
            return controller.close()
          }
          controller.enqueue(encoder.encode(text))
        } catch (error) {
          log.error({ request_id: requestId, err: error }, 'export cut off')
          controller.error(new Error('export cut off'))
        }
      },
      async cancel() {
        await lines.return(undefined)
      },
    },
    { highWaterMark: 0 },
  )
}

/** A refuted claim is about something that is violated. */
const aboutOf = ({ head, verdict }: ClaimRow): Pick<Answer, 'nodeId' | 'compliance'> => ({
  nodeId: head,
  compliance: verdict === 'refuted' ? 'violation' : 'indeterminate',
})

export function presentClaim(row: ClaimRow): Claim {
  // Sound: the service's own text, checked when it was registered.
  const claimTerms = JSON.parse(row.terms) as ClaimTerms
  const judge = judgeOf(claimTerms)
  const state = row.state === null ? begin({ id: row.head, leaf: 0 }) : soundState(row.state)
  const standing: Partial<ClaimStanding> = state ? claimStanding(judge, state) : {}
  return {
    claim_id: row.claim_id,
    name: row.name,
    ...claimTerms,
    status: row.status,
    registered_at: row.registered_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    verdict: row.verdict,
    since: { at: row.verdict_at.toISOString(), n: row.verdict_n },
    n: standing.n ?? 0,
    missing: standing.missing ?? 0,
    value: standing.value ?? null,
    lower: standing.lower ?? null,
    upper: standing.upper ?? null,
    method: sequenceMethod,
    counted_to: row.state === null ? null : (state?.leaf ?? null),
    node: row.head,
    fault: row.fault ?? (state ? null : 'its row holds a state that it cannot have come to'),
  }
}

const presentPoint = ({ n, leaf, at, value, lower, upper, verdict }: ClaimPointRow) => ({
  n,
  at: at.toISOString(),
  leaf,
  value,
  lower,
  upper,
  verdict,
})
