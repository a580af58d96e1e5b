/** Claims about AI systems: registered before the data, looked at whenever one likes, ended. */
import { setImmediate } from 'node:timers/promises'
import type { AppContext } from '#api/http/context'
import { pageCursor, placeCursor, readPageCursor, readPlaceCursor } from '#api/http/cursor'
import { type Answer, bind, type Call, callerOf, type Endpoint, json } from '#api/http/endpoint'
import { verbContext } from '#api/http/verb-context'
import { type ClaimPointRow, type ClaimRow, claimPoints, listClaims } from '#db/queries/claims'
import { currentLog } from '#db/queries/log'
import { claimExport } from '#shared/claims/exporting'
import { endClaim, registerClaim, requireClaim } from '#shared/claims/life'
import { begin, type ClaimStanding, claimStanding, judgeOf, sequenceMethod } from '#shared/claims/sequence'
import { soundState } from '#shared/claims/sound-state'
import { keptPlaces } from '#shared/contracts/claim-series'
import type { Claim, ClaimTerms } from '#shared/contracts/claims'
import { requireProvenClaims, requireWholeSeries } from '#shared/evidence/sealed/claims'
import { claimNotBegun } from '#shared/kernel/errors/claims'
import type { Log } from '#shared/kernel/logger'
import { claimRoutes } from '#shared/routes/claims'

export function claimsEndpoints(room: AppContext): Endpoint[] {
  const { read, config, signer } = room
  const contextOf = (call: Call) => verbContext(room, call, 'A')

  return [
    bind(claimRoutes.registerClaim, async (call) => {
      const row = await registerClaim(contextOf(call), call.body)
      return {
        ...json(201, presentClaim(row), { Location: `${config.basePaths.A}/claims/${row.claim_id}` }),
        ...aboutOf(row),
      }
    }),
    bind(claimRoutes.listClaims, async (call) => {
      const { status, verdict, limit, cursor } = call.query
      const before = readPlaceCursor(cursor)
      const { orgId } = callerOf(call)
      const rows = await read((sql) => listClaims(sql, orgId, { status, verdict }, { before, limit }))
      requireProvenClaims(signer, rows)
      const claims: Claim[] = []
      for (const row of rows) {
        claims.push(presentClaim(row))
        // The bounds of one take a millisecond.
        await setImmediate()
      }
      const last = rows.length === limit ? rows.at(-1) : undefined
      const next = last && placeCursor({ createdAt: last.registered_at.toISOString(), id: last.claim_id })
      return json(200, { claims, next_cursor: next ?? null })
    }),
    bind(claimRoutes.getClaim, async (call) => {
      const { limit, cursor } = call.query
      const after = Math.max(0, readPageCursor(cursor))
      const row = await requireClaim(contextOf(call), call.params.claim_id)
      const state = row.state === null ? undefined : soundState(row.state)
      // One may have come meanwhile.
      const points = (await read((sql) => claimPoints(sql, row.claim_id, after, limit))).filter(
        ({ n }) => n <= (state?.n ?? 0),
      )
      const last = points.length === limit ? points.at(-1) : undefined
      const expected = state ? keptPlaces(state, after).filter((n) => n <= (last?.n ?? state.n)) : []
      requireWholeSeries(signer, row, points, expected)
      const page = { series: points.map(presentPoint), next_cursor: last ? pageCursor(last.n) : null }
      return { ...json(200, { ...presentClaim(row), ...page }), ...aboutOf(row) }
    }),
    bind(claimRoutes.exportClaim, async (call) => {
      const row = await requireClaim(contextOf(call), call.params.claim_id)
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
    }),
    bind(claimRoutes.closeClaim, async (call) => {
      const row = await endClaim(contextOf(call), call.params.claim_id)
      return { ...json(200, presentClaim(row)), ...aboutOf(row) }
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
