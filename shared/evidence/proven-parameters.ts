/** Versions of parameters beside the nodes that put them in force: which of a row's columns is not as its node says it. Pure. */
import type { VersionRow } from '#db/queries/parameters'
import type { NodeBody } from '#shared/contracts/node'
import { sha256Hex } from '#shared/kernel/canonical'

/** The column; undefined where the row is what its node says. */
export function astrayInVersion(row: VersionRow): string | undefined {
  if (row.said === null || sha256Hex(row.said) !== row.node_id) return 'node_id'
  const { kind, org, pos, timestamp, request, result }: NodeBody & { org?: string } = JSON.parse(row.said)
  const facts = kind === 'parameters.changed' ? (result ?? {}) : {}
  const said: Record<string, [is: unknown, said: unknown]> = {
    org_id: [row.org_id, facts['org'] ?? org],
    version: [row.version, pos + 1],
    document: [sha256Hex(row.document), facts['document_sha256']],
    before_values: [sha256Hex(row.before_values), facts['before_sha256']],
    takes_back: [row.takes_back, facts['takes_back'] ?? null],
    taken_back_by: [row.taken_back_by, row.said_taken_back_by],
    changed_at: [row.changed_at.toISOString(), timestamp],
    key_id: [row.key_id, request?.key_id ?? row.key_id],
    job_id: [row.job_id, row.said_job?.replace(/^.*:/, '')],
  }
  return Object.entries(said).find(([, [is, told]]) => is !== told)?.[0]
}
