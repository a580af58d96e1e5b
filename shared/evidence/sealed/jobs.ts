/** How jobs ended, and what those came to that have no place of their own. */
import type { JobResultRow, OutcomeRow } from '#db/queries/jobs'
import type { SealedTable } from '#shared/evidence/sealed-rows'

export const sealedOutcomes: SealedTable<OutcomeRow> = {
  table: 'job_outcomes',
  columns: [
    'job_id',
    'job',
    'org_id',
    'key_id',
    'request_id',
    'state',
    'error',
    'attempt',
    'created_at',
    'started_at',
    'finished_at',
  ],
  // What a job came to has a node; that it failed or was canceled has one where it was done for no task, which does not say all of this.
  nodeOf: () => null,
}

export const sealedResults: SealedTable<JobResultRow> = {
  table: 'job_results',
  columns: ['job_id', 'org_id', 'body', 'created_at'],
  nodeOf: () => null,
}
