/** Seals of traces: made as traces are written, asked of every trace that is shown, measured or gone by. */

import type { Reader, Tx } from '#db/client'
import { blankTraces, lockSpeakingTraces } from '#db/queries/payloads'
import type { SaidErased } from '#db/queries/said-erased'
import { findTraceShown } from '#db/queries/traces'
import type { TraceRow } from '#db/tables/traces'
import { requireNoneErased, requireThere } from '#shared/evidence/missing-rows'
import { requireSealed, type SealedTable, sealOf, sealState } from '#shared/evidence/sealed-rows'
import type { Sealer } from '#shared/kernel/sealer'

export const sealedTraces: SealedTable<Omit<TraceRow, 'seal'>> = {
  table: 'traces',
  columns: [
    'trace_id',
    'org_id',
    'risk_score',
    'risk_level',
    'confidence',
    'system_source',
    'flags',
    'recommendation',
    'constitutional_compliance',
    'compliance_declared',
    'trinity_layer',
    'testing_mode',
    'adversarial_test',
    'field_conditions',
    'processing_time_ms',
    'metadata',
    'attribution_token',
    'payload_salt',
    'governance_tier',
    'timestamp',
    'created_at',
  ],
  nodeOf: ({ attribution_token }) => attribution_token,
}

/** @throws EVIDENCE_MISMATCH where one is not as it came in, or was erased and is there again, where that was looked for. */
export function requireProvenTraces(signer: Sealer, rows: readonly (TraceRow & Partial<SaidErased>)[]): void {
  requireNoneErased(sealedTraces.table, rows)
  requireSealed(signer, sealedTraces, rows)
}

type Asking = { read: <T>(look: (sql: Reader) => Promise<T>) => Promise<T>; signer: Sealer }

/**
 * A trace of an organisation's, as it came in; undefined where there is none.
 * @throws EVIDENCE_MISMATCH where it is not as it came in, or is gone although its node is there.
 */
export async function findProvenTrace(
  { read, signer }: Asking,
  orgId: string,
  traceId: string,
): Promise<TraceRow | undefined> {
  const find = () => read((sql) => findTraceShown(sql, traceId))
  const row = await requireThere(read, { table: 'traces', orgId, streams: [`trace:${traceId}`], find })
  // Whoever else's it says that it is.
  if (row) requireProvenTraces(signer, [row])
  return row?.org_id === orgId ? row : undefined
}

const wordless = {
  flags: null,
  recommendation: null,
  trinity_layer: null,
  metadata: null,
  payload_salt: new Uint8Array(),
}

/**
 * Takes what traces say in words. One that is not as it came in loses its words too, and is sealed no better than it was.
 * @returns the nodes of those that had something to take.
 */
export async function takeWords(tx: Tx, traceIds: readonly string[], signer: Sealer): Promise<string[]> {
  const rows = await lockSpeakingTraces(tx, traceIds)
  await blankTraces(
    tx,
    rows.map((row) => ({
      trace_id: row.trace_id,
      seal:
        sealState(signer, sealedTraces, row) === 'sealed'
          ? sealOf(signer, sealedTraces, { ...row, ...wordless })
          : row.seal,
    })),
  )
  return rows.map(({ attribution_token }) => attribution_token)
}
