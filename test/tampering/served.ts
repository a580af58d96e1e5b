/** Which columns nobody is shown and nothing is decided by, each with why; and which have no tampering yet. */

/** By table, or by table and column. */
const reasons: Readonly<Record<string, string>> = {
  integrity_passes: 'sealed: one that was changed or put in is as if it were not there',
  verified_marks: 'signed: one that was changed or put in is as if it were not there',
  edg_witnesses: 'what a witness answered last: the cosignatures that count are elsewhere',
  process_reports: 'what a process says of itself now',
  rate_windows: 'how often somebody asked in this minute',
  job_claims: 'which process holds a job right now',
  departing_objects: 'names of objects that are to be deleted',
  retention_marks: 'sealed: by one that was changed or put in nothing is kept from erasing',
  'api_keys.last_used_at': 'a note of when it was used',
  'violations.changed_in': 'who follows violations finds what to read by it',
  'api_keys.seal': 'never shown: a row with another is refused wherever it would be',
  'scan_waivers.seal': 'never shown: a row with another is refused wherever it would be',
  'scan_answers.seal': 'never shown: a row with another is refused wherever it would be',
  'idempotency_keys.claimed_at': 'when it is taken over by another request: earlier, as if it were deleted',
  'violations.seal': 'never shown: a row with another is refused wherever it would be',
  'violations.counted_seal': 'as its seal',
  'edg_keys.registered_at': 'the registration’s own node says when',
  'tasks.seal': 'what rows are held to as they are read: shown to nobody',
  'task_steps.seal': 'as of tasks',
  'task_steps.lease': 'which delivery of a job speaks for it: sealed, and over with the attempt',
  'task_payloads.seal': 'as of tasks',
  'task_payloads.node_id': 'what is asked is found by it, and its digest is in that node',
  'task_payloads.task_id': 'sealed: the node it belongs to is found by node_id',
  'task_payloads.org_id': 'sealed, and read by nobody',
  'edg_nodes.prev': 'read by nobody: the body says it, and the edges',
  'edg_crossings.stream': 'the child’s own: a row under another is one that lacks and one that is none',
  'edg_crossings.pos': 'the child’s own: a row under another is one that lacks and one that is none',
  'edg_crossings.parent_pos': 'as parent_stream',
  'edg_checkpoints.is_milestone':
    'which checkpoints are not thinned: those that were are in files, and asked for there',
  'edg_checkpoints.sequenced_ins': 'a hint from where to go on',
  'edg_cosignatures.at': 'read by nobody: the line has the witness’s own time',
  'edg_refused.signature': 'what a forger wrote: nothing goes by it',
  'edg_refused.kid': 'what a forger wrote: nothing goes by it',
  'edg_refused.refused_at': 'its violation says when it was met',
  'edg_refused.ins': 'the order of insertion',
  'systems.first_seen_at': 'read by nobody',
  'scan_runs.sealed_access': 'what opens pages: sealed for itself, and held to its digest by whoever opens them',
  'agents.noted_seal': 'as of violations.counted_seal',
  'page_artifacts.made_at': 'when it was sent last: what nobody names is deleted by it',
  'stored_blobs.stored_at': 'as of page_artifacts',
  'system_totals.shard': 'which process counts there: what is shown is the sum of all',
  'connections.watched_by': 'which process waits there for what is new: a lease of some seconds',
  'connections.watched_until': 'as watched_by',
  'trace_totals.shard': 'which process counts there: what is shown is the sum of all',
}

/** Whose tamperings are not written yet. */
const lacking: readonly string[] = []

const isIn = (list: readonly string[], column: string) =>
  list.includes(column) || list.includes(column.split('.')[0] ?? '')

/** @param column as `table.column`, the row as `table.*`. */
export const unserved = (column: string): boolean => isIn(Object.keys(reasons), column)
export const notCovered = (column: string): boolean => isIn(lacking, column)
